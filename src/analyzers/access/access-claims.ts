/**
 * Reads the routes of a project and runs every check of this folder on them, returning all their AccessClaims. Missing guards and missing
 * rate limits are only reported where the whole project was read. Called by access.ts, loaded only where something in scope may hold a
 * route.
 */
import type { AccessClaim } from './access-claim.ts';
import { type AccessRoute, readAccessRoutes } from './access-route.ts';
import { findErrorDetails } from './error-details.ts';
import { findForeignRecords } from './foreign-records.ts';
import { findLoginAnswers } from './login-answers.ts';
import { findUnlimitedLogins } from './login-attempts.ts';
import { findOpenRoutes } from './open-routes.ts';
import { findPrivilegedFields } from './privileged-fields.ts';
import type { RouteProject } from './route-project.ts';
import { findUnusedChecks } from './unused-checks.ts';

export function findAccessClaims(project: RouteProject): readonly AccessClaim[] {
  const routes = readAccessRoutes(project);
  const open = project.isWhole ? findOpenRoutes(routes) : new Map<AccessRoute, AccessClaim>();
  return [
    ...open.values(),
    ...(project.isWhole ? findUnlimitedLogins(routes, project) : []),
    ...findLoginAnswers(routes),
    // Where everybody gets in, whose record it is comes second.
    ...findForeignRecords(routes, project, (route) => !open.has(route)),
    ...findUnusedChecks(routes, project),
    ...findPrivilegedFields(routes, project),
    ...findErrorDetails(routes, project),
  ];
}
