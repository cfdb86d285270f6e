/**
 * Reads the HTTP routes of a project into AccessRoutes: handler, code it reaches, whether it identifies the caller, checks a role or the
 * owner, and which records an id of the request chooses (each computed when first read). Also says whether a route changes or stores
 * something. The input of all checks here.
 */
import { toEndpoint } from '../../recon/endpoints.ts';
import { type Endpoint, isAccessGuard, isWrite } from '../../recon/recon.ts';
import { findImported, findRoutes } from '../../recon/routes/find-routes.ts';
import type { JoinedRoute } from '../../recon/routes/join-routes.ts';
import { calledBy, lineIn, type Piece, readBefore, readHandler, readReached } from './handler-code.ts';
import { knowsIdentity } from './identity.ts';
import { comparesOwner } from './ownership.ts';
import { findProcedures } from './procedures.ts';
import { findAccesses, findBound, type RecordAccess } from './record-access.ts';
import { isOfRequest, pathParameters, requestNames } from './request-id.ts';
import { checksRole, refuses } from './role-check.ts';
import type { RouteProject } from './route-project.ts';

export interface AccessRoute {
  readonly endpoint: Endpoint;
  readonly joined: JoinedRoute;
  /** The function that answers; null where it was not found. */
  readonly handler: Piece | null;
  /** Handler, what runs before it, and what these call. */
  readonly reached: readonly Piece[];
  /** Somebody may have to be known: a guard, a session, a token, a refusal. Where it is false nothing of the kind was seen. */
  readonly isAuthenticated: boolean;
  /** Nobody gets through who is not known: a guard by its name, or a refusal beside who is asking. */
  readonly isGuarded: boolean;
  /** The code can tell who is asking. */
  readonly isKnown: boolean;
  /** A role, a permission or a policy is asked for. */
  readonly isAuthorized: boolean;
  /** Who is asking is compared with what is asked for. */
  readonly isOwned: boolean;
  readonly accesses: readonly RecordAccess[];
}

export function readAccessRoutes(project: RouteProject): readonly AccessRoute[] {
  const frameworks = findImported(project.symbols.outlines, []);
  return [...findRoutes(project.symbols, frameworks), ...findProcedures(project)]
    .filter(({ draft }) => draft.kind === 'http')
    .map((joined) => toAccessRoute(project, joined));
}

const WRITES =
  /(?:\.|->|::)(?:save|delete|destroy|remove|update|create|insert|add|commit|set|put|push|write|execute|bulk_\w+|Save|Delete|Create|Update\w*|Exec\w*|Insert\w*)\w*[!?]?\s*\(|\b(?:UPDATE|DELETE|INSERT)\b|\bPOST\b|\bdel\b|\bform_valid\b/u;

/** A write by its method; where any method is allowed, by its name and by what its code does. */
export const changesSomething = ({ endpoint, handler }: Pick<AccessRoute, 'endpoint' | 'handler'>): boolean =>
  isWrite(endpoint) &&
  (endpoint.method !== null || (handler !== null && (handler.function === null || WRITES.test(handler.text))));

/** Whether its code is seen to touch something that lasts; what is not seen counts as touching. */
export const touchesStore = ({ handler, reached }: AccessRoute): boolean =>
  handler === null ||
  handler.function === null ||
  reached.some(({ text }) => WRITES.test(text)) ||
  handler.calls.some(({ callee }) =>
    /[sS]ervice|[rR]epo|[sS]tore|[mM]odel|\bdb\b|crud|^(?:this|self)\.\w+\.\w+$/u.test(callee),
  );

/** Proof that is no signed-in user: signatures of a sender, keys of a client. */
const PROOF =
  /signature|hmac|timingSafeEqual|compare_digest|constructEvent|x-api-key|api_?key|authorization['"\])]|bearer|HTTP_AUTHORIZATION|verify_?webhook|basic_?auth/iu;

function toAccessRoute(project: RouteProject, joined: JoinedRoute): AccessRoute {
  const endpoint = toEndpoint(joined);
  const handler = readHandler(project, joined);
  const before = [...readBefore(project, joined), ...readRequests(project, handler)];
  const own = handler === null ? before : [handler, ...before];
  const reached = readReached(project, own);
  const hasGuard = endpoint.guards.some(isAccessGuard);
  const isKnown = once(() => reached.some(knowsIdentity));
  const isAuthorized = once(
    () =>
      endpoint.guards.some(({ kind, name }) => kind === 'authorization' && !/^(?:abort|deny)$/u.test(name)) ||
      reached.some(checksRole),
  );
  const isOwned = once(() => comparesOwner(project, own));
  const isAuthenticated = once(
    () =>
      hasGuard ||
      isKnown() ||
      isAuthorized() ||
      isOwned() ||
      reached.some((piece) => refuses(piece) || PROOF.test(piece.text)),
  );
  const isGuarded = once(
    () => hasGuard || reached.some((piece) => refuses(piece) && (knowsIdentity(piece) || PROOF.test(piece.text))),
  );
  const accesses = once(() => (handler === null ? [] : listAccesses(project, handler, before, endpoint)));
  // Looked for when asked: nothing is asked of a page that is for everybody.
  return {
    endpoint,
    joined,
    handler,
    reached,
    get isAuthenticated() {
      return isAuthenticated();
    },
    get isGuarded() {
      return isGuarded();
    },
    get isKnown() {
      return hasGuard || isKnown();
    },
    get isAuthorized() {
      return isAuthorized();
    },
    get isOwned() {
      return isOwned();
    },
    get accesses() {
      return accesses();
    },
  };
}

function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | null = null;
  return () => {
    found ??= { value: find() };
    return found.value;
  };
}

/** Laravel: the `authorize` of the request that a handler asks for runs before it. */
const readRequests = (project: RouteProject, handler: Piece | null): readonly Piece[] =>
  handler?.file.language !== 'php'
    ? []
    : (handler.function?.parameters ?? []).flatMap(({ type }) => {
        const refs = project.symbols.methods.get(`${type?.split('\\').at(-1) ?? ''} authorize`) ?? [];
        return refs.flatMap((ref) => readHandler(project, { handler: ref } as JoinedRoute) ?? []);
      });

/** In the handler and what runs before it, and one call further where an id is handed on. */
function listAccesses(
  project: RouteProject,
  handler: Piece,
  before: readonly Piece[],
  { route }: Endpoint,
): readonly RecordAccess[] {
  return [handler, ...before].flatMap((piece) => {
    const ids = requestNames(piece, route);
    const own = [...findAccesses(piece, ids), ...findBound(piece, pathParameters(route))];
    if (own.length > 0) return own;
    return piece.calls.flatMap((call) => {
      const given = call.arguments.map(({ start, end }) =>
        isOfRequest(piece.text.slice(start - piece.start, end - piece.start), ids),
      );
      if (!given.includes(true)) return [];
      return calledBy(project, piece, call).flatMap((called) => {
        const parameters = (called.function?.parameters ?? []).filter(({ name }) => !/^(?:self|cls)$/u.test(name));
        const names = parameters.filter((_, at) => given[at] === true).map(({ name }) => name);
        // What is wrong is wrong in the handler: the function may be right for others that call it.
        const line = lineIn(piece, call.start - piece.start);
        return findAccesses(called, requestNames(called, null, names)).map((access) => ({ ...access, piece, line }));
      });
    });
  });
}
