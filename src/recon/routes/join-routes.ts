/**
 * Joins the routes, routers and mounts that the readers found: returns each route with its full path, the guards before it and the
 * function that answers. Called by find-routes.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { classifyGuard } from '../guard-names.ts';
import { type FunctionRef, type ProjectSymbols, resolveFunction } from '../project-symbols.ts';
import type { Guard } from '../recon.ts';
import { findHandlerGuards } from './handler-guards.ts';
import type { GuardDraft, HandlerDraft, RouteDraft, RouteDrafts, RouterDraft } from './route-draft.ts';

export interface JoinedRoute {
  readonly draft: RouteDraft;
  readonly route: string | null;
  readonly handler: FunctionRef | null;
  readonly handlerName: string | null;
  readonly guards: readonly Guard[];
  /** Everything that runs before the handler, whether it guards or not. */
  readonly before: readonly GuardDraft[];
}

const MAX_LEVELS = 8;

export function joinRoutes({ routes, routers }: RouteDrafts, symbols: ProjectSymbols): readonly JoinedRoute[] {
  const byId = Map.groupBy(routers, ({ id }) => id);
  return routes.map((draft) => {
    const handler = findHandler(draft, symbols);
    const way = climb(draft, byId);
    const route =
      draft.route === null || draft.kind !== 'http' ? draft.route : joinPath([...way.prefixes, draft.route]);
    const handlerName = nameHandler(draft.handler, handler);
    const drafts = [...draft.guards, ...way.guards].filter((guard) => applies(guard, route, handlerName));
    const guards = [...toGuards(drafts), ...(handler ? findHandlerGuards(handler) : [])];
    return { draft, route, handler, handlerName, guards: uniqueGuards(guards), before: drafts };
  });
}

interface RoutePath {
  readonly prefixes: readonly string[];
  readonly guards: readonly GuardDraft[];
}

/** From the router of a route to the application, collecting prefixes outside in. */
function climb(draft: RouteDraft, byId: ReadonlyMap<string, readonly RouterDraft[]>): RoutePath {
  const prefixes: string[] = [];
  const guards: GuardDraft[] = [];
  let id = draft.router;
  let from = { file: draft.file.path, line: draft.line };
  for (let level = 0; id !== null && level < MAX_LEVELS; level += 1) {
    const drafts: readonly RouterDraft[] = byId.get(id) ?? [];
    const mount = drafts.find(({ parent }) => parent !== null);
    const own = drafts.filter(({ parent }) => parent === null);
    const isBefore = (place: { readonly file: string; readonly line: number }): boolean =>
      draft.isOrdered !== true || place.file !== from.file || place.line <= from.line;
    guards.push(...own.filter(isBefore).flatMap((each) => each.guards), ...(mount?.guards ?? []));
    prefixes.unshift(mount?.prefix ?? '', ...own.map(({ prefix }) => prefix));
    if (mount) from = { file: mount.file, line: mount.line };
    id = mount?.parent ?? null;
  }
  return { prefixes, guards };
}

export const joinPath = (parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter((segment) => segment !== '')
    .join('/')}`;

function applies(
  { under, exceptUnder, only, except }: GuardDraft,
  route: string | null,
  handler: string | null,
): boolean {
  const name = handler === null ? '' : (/(\w+[?!]?)$/u.exec(handler)?.[1] ?? handler);
  if (only && !only.includes(name)) return false;
  if (except?.includes(name)) return false;
  if (exceptUnder?.some((pattern) => isUnder(route, pattern))) return false;
  return under === undefined || isUnder(route, under);
}

function isUnder(route: string | null, pattern: string): boolean {
  const base = joinPath([pattern.replace(/\/?\*+$/u, '')]);
  return base === '/' || route === base || (route?.startsWith(`${base}/`) ?? false);
}

const toGuards = (drafts: readonly GuardDraft[]): readonly Guard[] =>
  drafts.flatMap(({ name, literals, file, line, at, kind: known }) => {
    const kind = known ?? classifyGuard(name);
    return kind === null
      ? []
      : [{ name: name.slice(0, 100), ...(literals === undefined ? {} : { literals }), kind, file, line, at }];
  });

const uniqueGuards = (guards: readonly Guard[]): readonly Guard[] => [
  ...new Map(guards.map((guard) => [`${guard.name} ${guard.at} ${guard.file} ${guard.line}`, guard])).values(),
];

function findHandler({ handler, file }: RouteDraft, symbols: ProjectSymbols): FunctionRef | null {
  if (handler === null || handler.kind === 'class') return null;
  if (handler.kind === 'function') return handler.ref;
  if (handler.kind === 'inline') return findInline(file, handler.start);
  return resolveFunction(symbols, file, unwrap(handler.text), handler.owner)[0] ?? null;
}

function findInline(file: SourceOutline, start: number): FunctionRef | null {
  const index = file.functions.findIndex((each) => each.start >= start && each.start <= start + 40);
  return index < 0 ? null : { file, index, isGuess: false };
}

/** The innermost function of `asyncHandler(auth(users.create))`, `users.create.bind(users)`. */
function unwrap(text: string): string {
  const plain = text
    .trim()
    .replace(/\.bind\([^)]*\)$/u, '')
    .replace(/\.as_view\([^)]*\)$/u, '');
  const inner = /^[\w$.:]+\(\s*([\w$.&:>-]+(?:\([\s\S]*\))?)\s*(?:,[\s\S]*)?\)$/u.exec(plain)?.[1];
  return inner === undefined ? plain : unwrap(inner);
}

function nameHandler(draft: HandlerDraft | null, handler: FunctionRef | null): string | null {
  const found = handler?.file.functions[handler.index];
  if (found && found.name !== '') return found.className === '' ? found.name : `${found.className}.${found.name}`;
  if (draft?.kind === 'class') return draft.name;
  return draft?.kind === 'expression' ? unwrap(draft.text).slice(0, 80) : null;
}

/** Where the handler stands, for readers. */
export const placeOf = ({ file, index }: FunctionRef): { readonly file: string; readonly line: number } => ({
  file: file.path,
  line: file.functions[index]?.line ?? 1,
});
