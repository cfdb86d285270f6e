/**
 * Finds routes that ask for no signed-in user (admin routes, writes, private reads), admin routes without a role, and routes that ask for
 * less than neighbours of the same file or resource. Returns at most one claim per route; severity depends on what neighbours require.
 * Called by access-claims.ts.
 */
import { type Guard, isAccessGuard } from '../../recon/recon.ts';
import { type AccessClaim, nameGuards, nameSiblings, placeOfRoute } from './access-claim.ts';
import { type AccessRoute, changesSomething, touchesStore } from './access-route.ts';
import { PROCEDURE_FRAMEWORKS } from './procedures.ts';
import { pathParameters } from './request-id.ts';
import { familyOf } from './route-hints.ts';
import { adminArea, dangerOf, isAdmin, isInner, isPersonal, isPrivate, isPublic, isWayIn } from './route-words.ts';

/** What is said of a route, by route: at most one thing. */
export const findOpenRoutes = (routes: readonly AccessRoute[]): ReadonlyMap<AccessRoute, AccessClaim> =>
  new Map(
    routes.flatMap((route) => {
      if (!isJudged(route) || isForEverybody(route)) return [];
      const claim = route.isAuthenticated ? judgeGuarded(route, routes) : judgeOpen(route, routes);
      return claim === null ? [] : [[route, claim] as const];
    }),
  );

const isForEverybody = ({ endpoint }: AccessRoute): boolean => isWayIn(endpoint) && !isAdmin(endpoint);

/** Where what stands before a route cannot be known, or it says itself that it is open, its guards say nothing. */
function isJudged({ endpoint, joined, handler }: AccessRoute): boolean {
  const { draft, before } = joined;
  if (/^(?:OPTIONS|HEAD)$/u.test(endpoint.method ?? '') || endpoint.framework === 'php') return false;
  if (
    handler === null &&
    (draft.handler === null ||
      (draft.handler.kind === 'expression' && draft.handler.text.includes('(')) ||
      endpoint.method === null)
  )
    return false;
  if (
    draft.router === null &&
    familyOf(draft.file.language) === 'script' &&
    !/nextjs|sveltekit/u.test(endpoint.framework) &&
    !PROCEDURE_FRAMEWORKS.test(endpoint.framework)
  )
    return false;
  if (/\{\}|%s/u.test(endpoint.route ?? '')) return false;
  // An action that no controller has; its guards would stand there.
  if (handler === null && handlesInControllers(draft.file.language)) return false;
  return !before.some(({ name }) => /public|anonymous|optional|guest|skip|exempt_?auth|no_?auth/iu.test(name));
}

const handlesInControllers = (language: string): boolean => language === 'ruby';

const isBeside = (a: AccessRoute, b: AccessRoute): boolean =>
  a !== b &&
  a.endpoint.name !== b.endpoint.name &&
  (a.endpoint.file === b.endpoint.file || (a.handler !== null && a.handler.file === b.handler?.file));

const isSameResource = (a: AccessRoute, b: AccessRoute): boolean =>
  a.endpoint.resource !== null && a.endpoint.resource === b.endpoint.resource;

const isGuarded = (route: AccessRoute): boolean => route.isGuarded && !isWayIn(route.endpoint);

// ------------------------------------------------------------------------------------------------ nobody is asked for

function judgeOpen(route: AccessRoute, routes: readonly AccessRoute[]): AccessClaim | null {
  const { endpoint } = route;
  const beside = routes.filter((each) => isBeside(each, route));
  const guarded = routes.filter(isGuarded);
  if (isAdmin(endpoint) && !isEntry(route) && doesSomething(route)) return reportAdmin(route, guarded, beside);
  if (isWayIn(endpoint)) return null;
  if (isInner(endpoint) && changesSomething(route) && guarded.length > 0) return reportAdmin(route, guarded, beside);
  const near = changesSomething(route) ? judgeWrite(route, beside) : judgeRead(route, beside.filter(isGuarded));
  return near ?? judgeAlone(route, guarded);
}

/** A page to sign in below the admin path. */
const isEntry = ({ endpoint: { route, handler }, handler: piece }: AccessRoute): boolean => {
  const words = `${route?.replace(/.*admin\w*/iu, '') ?? ''} ${handler ?? ''}`;
  if (/log-?_?(?:in|out)|sign-?_?(?:in|out|up)|register|auth|token|password|verify|callback|health/iu.test(words))
    return true;
  return /reset/iu.test(words) && (piece === null || /passw|token|e?mail/iu.test(piece.text));
};

/** Changes something, or hands out records. */
const doesSomething = (route: AccessRoute): boolean =>
  changesSomething(route) || route.accesses.length > 0 || readsRecords(route);

const RECORDS =
  /(?<!\b(?:req|request|ctx))\.(?:find|findAll|findMany|find_each|all|query|select|objects|aggregate|list\w*|fetchall|fetchAll|Find|getAll\w*|findBy\w*)\b\s*(?:\(|\.)|::(?:all|get|paginate|with|where|latest)\(|\bSELECT\b.+\bFROM\b|\b(?:db|knex)\(\s*['\x22]\w+|process\.env\b|os\.environ\b|__dict__|\bDB::|(?:->|\.)(?:get|paginate|fetch)\(\)|[A-Z]\w+\.(?:all|order|where|includes|pluck)\b/u;

const readsRecords = ({ handler }: AccessRoute): boolean => handler !== null && RECORDS.test(handler.text);

function judgeWrite(route: AccessRoute, beside: readonly AccessRoute[]): AccessClaim | null {
  const { endpoint } = route;
  const near = beside.filter((each) => isGuarded(each) && isSameResource(each, route) && changesSomething(each));
  const isActing = touchesStore(route);
  if (near.some((each) => dangerOf(each.endpoint) <= dangerOf(endpoint)))
    return reportOpen(route, near, isActing ? 'HIGH' : 'MEDIUM');
  return isSignUp(route) || !isActing ? null : judgeUsual(route, beside);
}

/** Neighbours that do other things: what most of them ask for is usual here. */
function judgeUsual(route: AccessRoute, beside: readonly AccessRoute[]): AccessClaim | null {
  const { endpoint, accesses } = route;
  const guarded = beside.filter(isGuarded);
  const same = guarded.filter((each) => isSameResource(each, route));
  const writes = beside.filter((each) => changesSomething(each) && !isWayIn(each.endpoint));
  const guardedWrites = writes.filter(isGuarded);
  const isOnOne = endpoint.verb !== 'create' && (accesses.length > 0 || pathParameters(endpoint.route).length > 0);
  if (guardedWrites.length >= 2 && guardedWrites.length * 2 > writes.length)
    return reportOpen(route, guardedWrites, isOnOne ? 'HIGH' : 'MEDIUM');
  if (same.some(changesSomething) || (same.length > 0 && isOnOne)) return reportOpen(route, same, 'MEDIUM');
  return guarded.length > 0 && isPrivate(endpoint) ? reportOpen(route, guarded, 'MEDIUM') : null;
}

function judgeRead(route: AccessRoute, guarded: readonly AccessRoute[]): AccessClaim | null {
  const { endpoint } = route;
  if (endpoint.verb === 'create' || isPublic(endpoint) || !isPrivate(endpoint) || !doesSomething(route)) return null;
  const same = guarded.filter((each) => isSameResource(each, route));
  const reads = same.filter((each) => !changesSomething(each));
  if (reads.length > 0) return reportOpen(route, reads, 'HIGH');
  return guarded.length > 0 ? reportOpen(route, same.length > 0 ? same : guarded, 'MEDIUM') : null;
}

/** `POST /users` is how one becomes a user. */
const isSignUp = ({ endpoint: { verb, resource } }: AccessRoute): boolean =>
  verb === 'create' &&
  /^(?:user|account|member|customer|comment|message|contact|lead|order|cart|subscriber|visit|event|ticket|alert)s?$/u.test(
    resource ?? '',
  );

/** No neighbour has a guard: only what reaches into somebody's records is worth a question. */
function judgeAlone(route: AccessRoute, guarded: readonly AccessRoute[]): AccessClaim | null {
  const { endpoint, handler } = route;
  if (handler === null || isSignUp(route)) return null;
  const isKnowing = guarded.length > 0;
  const isMoney = endpoint.sensitive.includes('money') && isKnowing && changesSomething(route) && touchesStore(route);
  return isMoney || reachesSomebody(route, isKnowing) || (isKnowing && listsPeople(route))
    ? reportOpen(route, guarded, 'MEDIUM')
    : null;
}

/** An id of the request chooses a record about people, or a private one where the project signs people in. */
function reachesSomebody(route: AccessRoute, isKnowing: boolean): boolean {
  const { endpoint, accesses } = route;
  const isAsked = changesSomething(route)
    ? endpoint.verb !== 'create'
    : endpoint.verb === 'read' && !isPublic(endpoint);
  return isAsked && accesses.length > 0 && (isPersonal(endpoint) || (isKnowing && isPrivate(endpoint)));
}

/** Hands out all there are of something about people, where the project signs people in. */
const listsPeople = (route: AccessRoute): boolean =>
  !changesSomething(route) && isPersonal(route.endpoint) && !isPublic(route.endpoint) && listsAll(route);

const ALL =
  /\.(?:findMany|findAll|find_each|getMany|find|all|list\w*)\(\s*\)|\.find\(\s*\{\s*\}\s*\)|\.objects\.all\(\)|\bquery\.all\(\)|[A-Z]\w+(?:::all\(\)|\.all\b)|\bSELECT\s+(?:\*|[\w., ]+)\s+FROM\s+\w+\s*(?:['"`;]|ORDER|LIMIT)/u;
const listsAll = ({ handler }: AccessRoute): boolean => handler !== null && ALL.test(handler.text);

function reportAdmin(route: AccessRoute, guarded: readonly AccessRoute[], beside: readonly AccessRoute[]): AccessClaim {
  const { endpoint } = route;
  const near = guarded.filter((each) => beside.includes(each) || isAdmin(each.endpoint));
  const others = near.length > 0 ? near : guarded;
  const act = endpoint.verb === 'delete' ? 'deletes' : changesSomething(route) ? 'changes' : 'hands out';
  const seen =
    others.length > 0
      ? `Others in this project have one: ${nameSiblings(others)}.`
      : 'No route of this project has one.';
  return {
    ...placeOfRoute(route),
    rule: 'admin-route-without-guard',
    severity: others.length > 0 ? 'HIGH' : 'MEDIUM',
    cwe: 'CWE-306',
    dimension: 'D2',
    title: `${endpoint.name} is an admin endpoint without a guard`,
    issue: `${endpoint.name} is for administrators by its name and ${act} something. No guard was seen on the route, on its router, on the application or in the function that answers. ${seen} Anyone who can send a request can use it.`,
    recommendation: 'Add a guard that requires an administrator to this route, or to the router it is mounted on.',
  };
}

function reportOpen(route: AccessRoute, siblings: readonly AccessRoute[], severity: 'HIGH' | 'MEDIUM'): AccessClaim {
  const { endpoint } = route;
  const seen =
    siblings.length > 0
      ? `Its neighbours ask who is calling: ${nameSiblings(siblings)}.`
      : 'No route of this project asks who is calling.';
  return {
    ...placeOfRoute(route),
    rule: 'route-without-authentication',
    severity,
    cwe: 'CWE-306',
    dimension: 'D2',
    title: `${endpoint.name} asks for no authentication`,
    issue: `${endpoint.name} ${changesSomething(route) ? 'changes' : 'hands out'} ${endpoint.resource ?? 'data'}, and no guard was seen on the route, on its router, on the application or in the function that answers. ${seen} Anyone who can send a request can use it.`,
    recommendation:
      siblings.length > 0
        ? 'Add the guard of the neighbouring routes, or say in the code why this one is open.'
        : 'Require a signed-in user before the record is touched, and check that it is theirs.',
  };
}

// ------------------------------------------------------------------------------------------------ somebody is asked for, and too little

const asksForRight = ({ endpoint }: AccessRoute): boolean =>
  endpoint.guards.some(({ kind }) => kind === 'authorization');

function judgeGuarded(route: AccessRoute, routes: readonly AccessRoute[]): AccessClaim | null {
  const { endpoint } = route;
  const area = adminArea(endpoint.route);
  const inArea = routes.filter((each) => each !== route && area !== null && adminArea(each.endpoint.route) === area);
  if (!route.isAuthorized && !route.isOwned && isAdmin(endpoint) && doesSomething(route) && !isEntry(route)) {
    const stricter = inArea.filter(({ isAuthorized }) => isAuthorized);
    if (stricter.length > 0) return reportLess(route, stricter, 'the same area');
    if (hasOrdinaryUsers(routes)) return reportRole(route);
  }
  if (!changesSomething(route) || route.isOwned || isWayIn(endpoint)) return null;
  const beside = routes.filter(
    (each) =>
      each !== route &&
      each.endpoint.file === endpoint.file &&
      (each.handler === null || route.handler === null || each.handler.file === route.handler.file),
  );
  const stricter = beside.filter((each) => isStricter(each, route));
  if (stricter.length > 0) return reportLess(route, stricter, endpoint.resource ?? 'the same resource');
  return null;
}

/** Somebody signs in who is no administrator; or there is too little to tell. */
const hasOrdinaryUsers = (routes: readonly AccessRoute[]): boolean =>
  routes.length <= 4 ||
  routes.some((each) => each.isAuthorized) ||
  routes.some((each) => each.isGuarded && !isAdmin(each.endpoint) && !isWayIn(each.endpoint));

/** For the same resource, what does no more harm asks for a right, or for one more. */
function isStricter(other: AccessRoute, route: AccessRoute): boolean {
  const isNear = isSameResource(other, route) || isAbove(other, route);
  if (!isNear || dangerOf(other.endpoint) > dangerOf(route.endpoint)) return false;
  if (!changesSomething(other) && !isAbove(other, route)) return false;
  return other.endpoint.guards.some((guard) => isAccessGuard(guard) && asksForMore(guard, route));
}

/** `POST /accounts/{id}/transfers` lies below `GET /accounts/{id}`. */
const isAbove = (other: AccessRoute, route: AccessRoute): boolean =>
  asksForRight(other) &&
  /[}>]$|\/:\w+$/u.test(other.endpoint.route ?? '') &&
  (route.endpoint.route ?? '').startsWith(`${other.endpoint.route}/`);

/** Of another kind than all guards of the route, or the same guard given a role that it is not given there. */
function asksForMore(guard: Guard, { endpoint: { guards }, isAuthorized }: AccessRoute): boolean {
  const same = guards.filter(({ name }) => name === guard.name);
  if (guard.literals !== undefined && same.length > 0) return same.every(({ literals }) => literals === undefined);
  return guard.kind === 'authorization' && !isAuthorized && guard.at !== 'handler';
}

function reportLess(route: AccessRoute, stricter: readonly AccessRoute[], where: string): AccessClaim {
  const { endpoint } = route;
  const own = nameGuards(route);
  const isUsual = stricter.length > 1 || stricter.some((each) => dangerOf(each.endpoint) < dangerOf(endpoint));
  return {
    ...placeOfRoute(route),
    rule: 'route-asks-for-less',
    severity: changesSomething(route) && isUsual ? 'HIGH' : 'MEDIUM',
    cwe: 'CWE-862',
    dimension: 'D3',
    title: `${endpoint.name} asks for less than other endpoints of ${where}`,
    issue: `${endpoint.name} is protected by ${own} alone. Others of ${where} ask for more: ${nameSiblings(stricter)}. Anyone who passes ${own} can use it.`,
    recommendation:
      'Add the role or permission of the neighbouring routes, or say in the code why this one needs less.',
  };
}

function reportRole(route: AccessRoute): AccessClaim {
  const { endpoint } = route;
  const own = nameGuards(route);
  return {
    ...placeOfRoute(route),
    rule: 'admin-route-without-role',
    severity: 'MEDIUM',
    cwe: 'CWE-862',
    dimension: 'D3',
    title: `${endpoint.name} is an admin endpoint for every signed-in user`,
    issue: `${endpoint.name} is for administrators by its name. It is protected by ${own}, which says who somebody is and not what they may do. No role or permission was seen on the route, on its router or in the function that answers.`,
    recommendation: 'Require the role of an administrator on this route, or on the router it is mounted on.',
  };
}
