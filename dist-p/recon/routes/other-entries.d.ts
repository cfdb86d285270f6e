import { type ReadRoutes } from './route-draft.ts';
export declare const readOtherEntries: ReadRoutes;
