/**
 * Defines AccessClaim, what every check in this folder returns for a problem at a route (place, rule, severity, texts), and words for its
 * texts: the names of guards, of neighbouring routes, and the lines of a route. access.ts turns claims into findings.
 */
import type { Dimension } from '../../protocol/findings/dimension.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { formatGuard, isAccessGuard } from '../../recon/recon.ts';
import type { AccessRoute } from './access-route.ts';
import { lineIn } from './handler-code.ts';

export interface AccessClaim {
  readonly file: string;
  readonly line: number;
  readonly endLine?: number;
  readonly rule: string;
  readonly severity: Severity;
  readonly cwe: string;
  readonly dimension: Dimension;
  readonly title: string;
  readonly issue: string;
  readonly recommendation: string;
}

/** `requireUser, requireRole('admin')`, or what stands in the handler. */
export function nameGuards(route: AccessRoute): string {
  const names = [...new Set(route.endpoint.guards.filter(isAccessGuard).map(formatGuard))];
  if (names.length > 0) return names.join(', ');
  return route.isAuthenticated ? 'a check in its handler' : 'no guard';
}

/** `GET /a (requireUser), POST /a (requireUser)`: at most three. */
export function nameSiblings(siblings: readonly AccessRoute[]): string {
  const named = siblings.slice(0, 3).map((each) => `${each.endpoint.name} (${nameGuards(each)})`);
  const rest = siblings.length - named.length;
  return named.join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Where a route is declared, down to the function that answers where that follows at once. */
export function placeOfRoute({ endpoint, handler }: AccessRoute): Pick<AccessClaim, 'file' | 'line' | 'endLine'> {
  const { file, line } = endpoint;
  const answer = handler?.function;
  // Routes of Rails and Laravel stand in a list of their own; what is wrong is wrong in the controller.
  if (answer && handler.file.path !== file && /^(?:ruby|php|python)$/u.test(handler.file.language))
    return { file: handler.file.path, line: answer.line };
  // A class that answers with what it inherits, registered in a list of its own: `router.register('users', UserViewSet)`.
  if (handler?.function === null && handler.file.path !== file)
    return { file: handler.file.path, line: lineIn(handler, 0) };
  const isBelow =
    answer !== undefined &&
    answer !== null &&
    handler?.file.path === file &&
    answer.line > line &&
    answer.line - line <= 6;
  return isBelow ? { file, line, endLine: answer.line } : { file, line };
}
