/**
 * Finds routes that know the caller but read or change a record by an id of the request without comparing its owner with the caller, and
 * returns one claim each (CWE-639). Called by access-claims.ts for routes that open-routes.ts did not report.
 */
import { type AccessClaim, nameGuards } from './access-claim.ts';
import { type AccessRoute, changesSomething } from './access-route.ts';
import type { RecordAccess } from './record-access.ts';
import type { RouteProject } from './route-project.ts';
import { isPrivate, isPublic, isWayIn } from './route-words.ts';

export function findForeignRecords(
  routes: readonly AccessRoute[],
  project: RouteProject,
  isAsked: (route: AccessRoute) => boolean,
): readonly AccessClaim[] {
  if (isForOne(routes, project)) return [];
  const claims = routes.filter(isAsked).flatMap((route) => judge(route, routes) ?? []);
  // A helper that several routes share is one place.
  return [...new Map(claims.map((claim) => [`${claim.file}:${claim.line}`, claim])).values()];
}

const MANY_ROUTES = 20;
const OWNERS =
  /(?:user|owner|author|creator|customer|account|member|tenant|client|patient|employee|uploader|sender|org)s?_?(?:id|ID|Id|pk|uuid)\b|created_?[bB]y\b|\.owner\b|\bowner['"]?\s*[:=]|current_?[uU]ser\w*\.(?!is_(?:authenticated|active|anonymous)\b)\w+|\b(?:req|request|ctx|c|context)\.user\b(?!\.is_authenticated)|\b[pP]rincipal\b|\bAuth::|\bauth\(\)->|get_jwt_identity|\bsession(?:\??\.|\.get\(\s*['"]|\[\s*['":])\w*(?:[uU]ser|[a-z]Id\b|_id\b)/u;

/** Whoever signs in owns everything: nothing of so large a project names an owner, or who it is that has signed in. */
const isForOne = (routes: readonly AccessRoute[], project: RouteProject): boolean =>
  routes.length > MANY_ROUTES && project.isWhole && !project.mentions(OWNERS);

function judge(route: AccessRoute, routes: readonly AccessRoute[]): AccessClaim | null {
  const { endpoint } = route;
  if (isWayIn(endpoint) || !route.isKnown || route.isAuthorized || route.isOwned) return null;
  const { accesses } = route;
  const isChange = changesSomething(route) || (endpoint.method !== 'GET' && accesses.some(({ isWrite }) => isWrite));
  const access = accesses.find(({ isWrite }) => isWrite === isChange) ?? accesses[0];
  if (access === undefined) return null;
  const owned = routes.filter(
    (each) =>
      each !== route &&
      each.isOwned &&
      each.endpoint.resource === endpoint.resource &&
      each.endpoint.file === endpoint.file,
  );
  const [neighbour] = owned.filter((each) => changesSomething(each) === isChange);
  if (endpoint.verb === 'create' && !accesses.some(({ isWrite }) => isWrite) && !isPrivate(endpoint)) return null;
  if (!isChange && (isPublic(endpoint) || (neighbour === undefined && !isPrivate(endpoint)))) return null;
  return report(route, access, neighbour ?? null, isChange);
}

function report(
  route: AccessRoute,
  access: RecordAccess,
  neighbour: AccessRoute | null,
  isChange: boolean,
): AccessClaim {
  const { endpoint } = route;
  const record = endpoint.resource ?? 'record';
  const beside = neighbour === null ? '' : ` ${neighbour.endpoint.name} compares it, this route does not.`;
  return {
    file: access.piece.file.path,
    line: access.line,
    rule: 'record-owner-not-checked',
    severity: isChange || neighbour !== null ? 'HIGH' : 'MEDIUM',
    cwe: 'CWE-639',
    dimension: 'D3',
    title: `${endpoint.name} does not ask whose ${record} it is`,
    issue: `The ${record} is chosen by an id of the request alone: \`${access.what}\`. The caller is known (${nameGuards(route)}), but is not compared with the owner in the handler, in the query or in a function that these call.${beside} Any signed-in user can ${isChange ? 'change' : 'read'} those of others.`,
    recommendation: `Add the owner to the condition, as in \`WHERE id = ? AND owner_id = ?\`, or compare the owner of the ${record} with the signed-in user and answer 404 where they differ.`,
  };
}
