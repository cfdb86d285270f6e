/**
 * Finds every route of a project outside of tests, with its full path, guards and handler: reads them file by file (read-routes.ts)
 * and joins them (join-routes.ts). Also says which frameworks the project uses. Called by survey-project.ts and the analyzer access
 * (analyzers/access/access-route.ts).
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { frameworkOf } from '../knowledge/find-framework.ts';
import type { ProjectSymbols } from '../project-symbols.ts';
import type { ProjectDependency } from '../recon.ts';
import { type JoinedRoute, joinRoutes } from './join-routes.ts';
import { readRoutes } from './read-routes.ts';

/** Routes outside of tests, in a fixed order. */
export function findRoutes(symbols: ProjectSymbols, frameworks: ReadonlySet<string>): readonly JoinedRoute[] {
  const untested = symbols.outlines.filter(({ path }) => !isTestPath(path));
  return joinRoutes(readRoutes(untested, { symbols, frameworks }), symbols).toSorted(compareRoutes);
}

/** Frameworks by import, and by dependency where it is needed at run time. A client of `net/http` is no server. */
export function findImported(
  outlines: readonly SourceOutline[],
  dependencies: readonly ProjectDependency[],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { imports } of outlines)
    for (const { module } of imports) {
      const name = frameworkOf(module);
      if (name !== null && name !== 'net-http') found.add(name);
    }
  for (const { name, isDevelopment, isDirect } of dependencies) {
    const framework = isDirect && !isDevelopment ? frameworkOf(name) : null;
    if (framework !== null && framework !== 'net-http') found.add(framework);
  }
  return found;
}

const compareRoutes = (a: JoinedRoute, b: JoinedRoute): number =>
  compareText(a.draft.file.path, b.draft.file.path) ||
  a.draft.line - b.draft.line ||
  compareText(a.draft.method ?? '', b.draft.method ?? '') ||
  compareText(a.route ?? '', b.route ?? '');
