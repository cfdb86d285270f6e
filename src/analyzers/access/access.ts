/**
 * Scans a project for routes (HTTP, GraphQL, tRPC, server actions) that lack an access check and returns findings of security-reviewer,
 * per file. Parses nothing where no file in scope has words of a route, and adds a note where a part of the project was not read. Loaded
 * by declaration.ts.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import { detectLanguage } from '../../protocol/source/language.ts';
import type { AnalyzerHost, Scan } from '../declaration.ts';
import { createProjectScan, type Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import type { AccessClaim } from './access-claim.ts';
import { mayHoldRoutes, ROUTED_LANGUAGES } from './route-hints.ts';

export const createAccessScan = ({ relieve }: Pick<AnalyzerHost, 'relieve'>): Scan =>
  createProjectScan({
    reviewer: 'security-reviewer',
    begin: async (snapshot, signal) => {
      if (!(await mentionsRoutes(snapshot, signal))) return { check: () => [] };
      const [{ readRouteProject }, { findAccessClaims }] = await Promise.all([
        import('./route-project.ts'),
        import('./access-claims.ts'),
      ]);
      const openOutline = async () => {
        const { createOutlineSource } = await import('../outline/outline-source.ts');
        return createOutlineSource(relieve === undefined ? {} : { relieve: (characters) => void relieve(characters) });
      };
      const project = await readRouteProject(snapshot, openOutline, signal);
      const claims = Map.groupBy(project === null ? [] : findAccessClaims(project), ({ file }) => file);
      return {
        ...(project === null || project.isWhole
          ? {}
          : { note: 'access: a part of the project was not read, so missing guards are not reported' }),
        check: (document) => (claims.get(document.path) ?? []).map((claim) => toObservation(document, claim)),
      };
    },
  });

/** Whether anything in scope has words of a route: without them nothing is parsed, and what parses is not loaded. */
async function mentionsRoutes(snapshot: Snapshot, signal: AbortSignal): Promise<boolean> {
  for await (const entry of snapshot.entries()) {
    if (signal.aborted) return false;
    const language = entry.kind === 'file' ? (detectLanguage(entry.path)?.name ?? null) : null;
    if (language === null || !ROUTED_LANGUAGES.includes(language)) continue;
    const read = await snapshot.read(entry.path);
    if (read.kind === 'text' && mayHoldRoutes(read.text, language)) return true;
  }
  return false;
}

const toObservation = (document: TextDocument, { file, ...claim }: AccessClaim): Observation => ({
  ...claim,
  document,
  category: 'authorization',
  confidence: CONFIDENCE.medium,
});
