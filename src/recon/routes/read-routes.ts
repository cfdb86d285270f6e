/** Asks the reader of each language for the routes of its files. */
import type { SourceOutline } from '../../outline-port.ts';
import { joinDrafts, type ReadRoutes, type RouteDrafts, type RouteScope } from './route-draft.ts';
import { readScriptRoutes } from './script-routes.ts';

const READERS: Readonly<Record<string, readonly ReadRoutes[]>> = {
  javascript: [readScriptRoutes],
  typescript: [readScriptRoutes],
  tsx: [readScriptRoutes],
};

export const readRoutes = (outlines: readonly SourceOutline[], scope: RouteScope): RouteDrafts =>
  joinDrafts(outlines.flatMap((file) => (READERS[file.language] ?? []).map((read) => read(file, scope))));
