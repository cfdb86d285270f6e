/**
 * Reads the routes of net/http, Gin, Echo, chi, gorilla/mux and Fiber from the outline of a Go file: calls on a router, groups,
 * wrapped handlers, with their guards. Called by read-routes.ts.
 */
import type { OutlineArgument, OutlineBinding, OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { callsIn, chainOf, lastWord, parameterType, rootOf, symbolsOf } from '../file-symbols.ts';
import { fullName, originOf } from '../full-names.ts';
import { classifyGuard } from '../guard-names.ts';
import { frameworkOf } from '../knowledge/find-framework.ts';
import {
  draftRoute,
  type GuardDraft,
  methodOf,
  type ReadRoutes,
  type RouteDraft,
  type RouterDraft,
  type RouteScope,
  toHandler,
} from './route-draft.ts';
import { findMounted, findRouter, passRouters, routerId } from './router-id.ts';

const VERB = /\.(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|Any|Get|Post|Put|Patch|Delete|Head|Options|All|Connect)$/u;
const HANDLE = /\.(HandleFunc|Handle|Method|MethodFunc|Add)$/u;
const PATTERN = /^(?:(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+)?(?:[\w.:-]+)?(\/.*|\*.*|)$/u;
const CLIENT = /(?:^|\.)(?:http|client|resty|req|httpClient|Header|cache|redis|store|db|c|ctx)$/u;
const ROUTER_TYPE = /Router|Engine|Group|ServeMux|Mux|Echo|App|Fiber/u;

export const readGoRoutes: ReadRoutes = (file, scope) => ({
  routes: file.calls.flatMap((call) => readRoute(file, call, scope)),
  routers: [
    ...file.calls.flatMap((call) => readRouterCall(file, call, scope)),
    ...file.bindings.flatMap((binding) => readGroup(file, binding, scope)),
  ],
});

/** Package of the variable: by its value or by the type of the parameter. */
function frameworkAt(file: SourceOutline, root: string, owner: number): string {
  const typed = parameterType(file, root, owner);
  const origin = frameworkOf(typed ? fullName(file, typed) : originOf(file, root));
  if (origin !== null) return origin;
  const imported = file.imports.map(({ module }) => frameworkOf(module)).filter((name) => name !== null);
  return imported.find((name) => name !== 'net-http') ?? 'net-http';
}

interface RouteParts {
  readonly method: string | null;
  readonly route: string;
  readonly line: number;
  readonly rest: readonly OutlineArgument[];
}

/** Method, path and handlers of `r.GET("/x", h)`, `mux.HandleFunc("GET /x", h)`, `r.Method("GET", "/x", h)`. */
function readParts(call: OutlineCall, verb: string): RouteParts | null {
  const [first] = call.arguments;
  const named = methodOf(first?.value ?? '');
  const [path, ...rest] = named === null ? call.arguments : call.arguments.slice(1);
  const [, inPattern, route] = PATTERN.exec(path?.value ?? '?') ?? [];
  if (!path || route === undefined || rest.length === 0) return null;
  // `Header().Add("Content-Type", …)` is no route: these take the method first.
  if (/^(?:Add|Method|MethodFunc)$/u.test(verb) && named === null) return null;
  return { method: named ?? inPattern ?? methodOf(verb), route, line: path.line, rest };
}

function readRoute(file: SourceOutline, call: OutlineCall, { symbols }: RouteScope): readonly RouteDraft[] {
  const verb = VERB.exec(call.callee)?.[1] ?? HANDLE.exec(call.callee)?.[1];
  const parts = verb === undefined ? null : readParts(call, verb);
  const root = rootOf(call.callee);
  const isHandled = HANDLE.test(call.callee);
  if (verb === undefined || !parts || (!isHandled && CLIENT.test(root))) return [];
  if (parts.route === '' && !isHandled && !/[A-Z]{3}/u.test(verb)) return [];
  const framework = isHandled && root === 'http' ? 'net-http' : frameworkAt(file, root, call.owner);
  const { handler, others } = splitHandlers(parts.rest, framework);
  const base = draftRoute(file, parts.line, framework, {
    route: parts.route,
    handler: toGoHandler(handler, call.owner),
    guards: [
      ...others.flatMap((argument) => toGuards(file, argument, 'route')),
      ...wrapperGuards(file, handler),
      ...chainGuards(file, call),
    ],
    router: findRouter(symbols, file, root, call.owner),
  });
  return (parts.method === null ? chainMethods(file, call) : [parts.method]).map((method) => ({ ...base, method }));
}

/** Echo takes middleware behind the handler, all others in front of it. */
function splitHandlers(
  rest: readonly OutlineArgument[],
  framework: string,
): { readonly handler: OutlineArgument | undefined; readonly others: readonly OutlineArgument[] } {
  return framework === 'echo'
    ? { handler: rest[0], others: rest.slice(1) }
    : { handler: rest.at(-1), others: rest.slice(0, -1) };
}

/** `.Methods("GET", "POST")` behind the call. */
function chainMethods(file: SourceOutline, call: OutlineCall): readonly (string | null)[] {
  const methods = chainOf(file, call).find(({ callee, end }) => end > call.end && callee.endsWith('.Methods'));
  const named = methods?.arguments.map(({ value, text }) => methodOf(value ?? text.replace(/^.*Method/u, ''))) ?? [];
  return named.length === 0 ? [null] : named;
}

/** `r.With(auth).Get(…)`. */
const chainGuards = (file: SourceOutline, call: OutlineCall): readonly GuardDraft[] =>
  chainOf(file, call)
    .filter(({ callee, end }) => end < call.end && callee.endsWith('.With'))
    .flatMap(({ arguments: given }) => given.flatMap((argument) => toGuards(file, argument, 'route')));

const guardNameOf = (text: string): string => /^[&*]?([\w.]+)/u.exec(text)?.[1] ?? '';

/** Of a function written in place: what it calls. `MustPush` in front of a handler asks for a right, whatever its word. */
function toGuards(file: SourceOutline, argument: OutlineArgument, at: GuardDraft['at']): readonly GuardDraft[] {
  const place = { file: file.path, line: argument.line, at };
  if (argument.kind === 'function')
    return callsIn(file, argument.start, argument.end)
      .filter(({ callee }) => classifyGuard(callee) !== null)
      .map(({ callee, line }) => ({ ...place, name: callee, line }));
  const name = guardNameOf(argument.text);
  const isRight = /(?:^|\.)Must[A-Z]\w*$/u.test(name) && classifyGuard(name) === null;
  return [{ name, ...place, ...(isRight ? { kind: 'authorization' as const } : {}) }];
}

/** Functions around the handler: `requireAuth(http.HandlerFunc(list))`. */
function wrapperGuards(file: SourceOutline, handler: OutlineArgument | undefined): readonly GuardDraft[] {
  if (handler?.kind !== 'call') return [];
  return [...handler.text.slice(0, 500).matchAll(/([\w.]+)\(/gu)]
    .map(([, name]) => name ?? '')
    .filter((name) => !/HandlerFunc$/u.test(name))
    .map((name) => ({ name, file: file.path, line: handler.line, at: 'route' as const }));
}

function toGoHandler(argument: OutlineArgument | undefined, owner: number): RouteDraft['handler'] {
  const literal = /^[\w.]+\(\s*func\(/u.exec(argument?.text ?? '');
  if (argument && literal) return { kind: 'inline', start: argument.start + literal[0].length - 5 };
  return toHandler(argument, owner);
}

/** `r.Use(auth)`, `r.Route("/x", func(r chi.Router) {…})`, `r.Mount("/x", sub)`, and routers handed on to functions. */
function readRouterCall(file: SourceOutline, call: OutlineCall, { symbols }: RouteScope): readonly RouterDraft[] {
  const verb = /\.(Use|Route|Group|Mount)$/u.exec(call.callee)?.[1];
  const place = { file: file.path, line: call.line };
  if (verb === undefined)
    return passRouters(
      symbols,
      file,
      call,
      (name) => /^(?:\w+\.)?\w+$/u.test(name) && isRouterLike(file, lastWord(name), call.owner),
    );
  const id = findRouter(symbols, file, rootOf(call.callee), call.owner);
  const text = call.arguments.find(({ value }) => value !== null)?.value ?? '';
  const inline = call.arguments.find(({ kind }) => kind === 'function');
  if (verb === 'Use')
    return [
      {
        id,
        parent: null,
        prefix: '',
        ...place,
        guards: call.arguments.flatMap((argument) => toGuards(file, argument, 'router')),
      },
    ];
  if (inline) return inlineRouter(file, inline, { id, prefix: text, place });
  if (verb !== 'Mount') return [];
  return findMounted(symbols, file, call.arguments[1]?.text ?? '', call.owner)
    .filter((child) => child !== id)
    .map((child) => ({ id: child, parent: id, prefix: text, ...place, guards: [] }));
}

function isRouterLike(file: SourceOutline, name: string, owner: number): boolean {
  const typed = parameterType(file, name, owner);
  if (typed) return ROUTER_TYPE.test(typed);
  return (symbolsOf(file).bindings.get(name) ?? []).some(({ value }) =>
    /\b(?:gin|echo|chi|mux|fiber|http)\.(?:New|Default|NewRouter|NewServeMux|NewMux)\b|\.(?:Group|Subrouter|PathPrefix)\(/u.test(
      value,
    ),
  );
}

interface InlinePlace {
  readonly id: string;
  readonly prefix: string;
  readonly place: { readonly file: string; readonly line: number };
}

function inlineRouter(
  file: SourceOutline,
  inline: OutlineArgument,
  { id, prefix, place }: InlinePlace,
): readonly RouterDraft[] {
  const index = file.functions.findIndex(({ start }) => start === inline.start);
  const name = file.functions[index]?.parameters[0]?.name;
  return name === undefined ? [] : [{ id: routerId(file.path, index, name), parent: id, prefix, ...place, guards: [] }];
}

/** `v1 := r.Group("/v1", auth)`, `s := r.PathPrefix("/x").Subrouter()`. */
function readGroup(
  file: SourceOutline,
  { name, valueStart, owner, line }: OutlineBinding,
  { symbols }: RouteScope,
): readonly RouterDraft[] {
  const chain = symbolsOf(file).chains.get(valueStart) ?? [];
  const made = chain.find(({ callee }) => /\.(?:Group|PathPrefix|Route|With)$/u.test(callee));
  if (!made) return [];
  const parent = findRouter(symbols, file, rootOf(made.callee), owner);
  const id = findRouter(symbols, file, name, owner);
  const prefix = made.arguments.find(({ value }) => value !== null)?.value ?? '';
  const guards = made.arguments
    .filter(({ value }) => value === null)
    .flatMap((argument) => toGuards(file, argument, 'router'));
  return id === parent ? [] : [{ id, parent, prefix, file: file.path, line, guards }];
}
