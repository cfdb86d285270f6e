import { type ReadRoutes } from './route-draft.ts';
/** Reads every call of the file that registers a route, a router or a middleware. */
export declare const readScriptRoutes: ReadRoutes;
