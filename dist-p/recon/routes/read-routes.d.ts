/** Asks the readers of each language for the routes and other entry points of its files. */
import type { SourceOutline } from '../../outline-port.ts';
import { type RouteDrafts, type RouteScope } from './route-draft.ts';
export declare const readRoutes: (outlines: readonly SourceOutline[], scope: RouteScope) => RouteDrafts;
