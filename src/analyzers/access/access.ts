/**
 * Analyzer of security-reviewer: who may do this? Reads the routes of the project, with their guards, and says where one lacks what
 * it needs. Silent where a project has no routes; nothing is said of a missing guard where a part of the project was not read.
 */
import { CONFIDENCE } from '../../protocol/findings/finding.ts';
import type { AnalyzerHost, Scan } from '../declaration.ts';
import { createProjectScan, type Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import type { AccessClaim } from './access-claim.ts';
import { type AccessRoute, readAccessRoutes } from './access-route.ts';
import { findErrorDetails } from './error-details.ts';
import { findForeignRecords } from './foreign-records.ts';
import { findUnlimitedLogins } from './login-attempts.ts';
import { findOpenRoutes } from './open-routes.ts';
import { findPrivilegedFields } from './privileged-fields.ts';
import { type RouteProject, readRouteProject } from './route-project.ts';
import { findUnusedChecks } from './unused-checks.ts';

export const createAccessScan = ({ relieve }: Pick<AnalyzerHost, 'relieve'>): Scan =>
  createProjectScan({
    reviewer: 'security-reviewer',
    begin: async (snapshot, signal) => {
      const openOutline = async () => {
        const { createOutlineSource } = await import('../outline/outline-source.ts');
        return createOutlineSource(relieve === undefined ? {} : { relieve: (characters) => void relieve(characters) });
      };
      const project = await readRouteProject(snapshot, openOutline, signal);
      const claims = Map.groupBy(project === null ? [] : findClaims(project), ({ file }) => file);
      return {
        ...(project === null || project.isWhole
          ? {}
          : { note: 'access: a part of the project was not read, so missing guards are not reported' }),
        check: (document) => (claims.get(document.path) ?? []).map((claim) => toObservation(document, claim)),
      };
    },
  });

function findClaims(project: RouteProject): readonly AccessClaim[] {
  const routes = readAccessRoutes(project);
  const open = project.isWhole ? findOpenRoutes(routes) : new Map<AccessRoute, AccessClaim>();
  return [
    ...open.values(),
    ...(project.isWhole ? findUnlimitedLogins(routes, project) : []),
    // Where everybody gets in, whose record it is comes second.
    ...findForeignRecords(routes, (route) => !open.has(route)),
    ...findUnusedChecks(routes, project),
    ...findPrivilegedFields(routes, project),
    ...findErrorDetails(routes, project),
  ];
}

const toObservation = (document: TextDocument, { file, ...claim }: AccessClaim): Observation => ({
  ...claim,
  document,
  category: 'authorization',
  confidence: CONFIDENCE.medium,
});
