import type { ReadRoutes } from './route-draft.ts';
export declare const readFileRoutes: ReadRoutes;
/** Classes that extend a servlet, under the paths of `@WebServlet`. */
export declare const readServlets: ReadRoutes;
