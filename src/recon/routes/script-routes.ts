/**
 * Reads the routes of Express, Koa, Fastify, hapi, Hono and plain Node servers from the outline of a JavaScript or TypeScript file:
 * calls on a router with a path, mounts, middleware. Called by read-routes.ts.
 */
import type { OutlineArgument, OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { callsIn, chainOf, lastWord, symbolsOf } from '../file-symbols.ts';
import { fullCallee, fullName, originOf } from '../full-names.ts';
import { classifyGuard } from '../guard-names.ts';
import { frameworkOf, importedFramework } from '../knowledge/find-framework.ts';
import { resolveFunction } from '../project-symbols.ts';
import type { GuardKind } from '../recon.ts';
import { findRefusal } from './handler-guards.ts';
import { readRecord, readRecords } from './read-record.ts';
import {
  draftRoute,
  type GuardDraft,
  guardName,
  type HandlerDraft,
  literalsIn,
  methodOf,
  type ReadRoutes,
  type RouteDraft,
  type RouterDraft,
  type RouteScope,
  readStrings,
  toHandler,
} from './route-draft.ts';
import { findMounted, findRouter, passRouters, routerId } from './router-id.ts';

const ROUTE_CALL =
  /^(?:this\.)?([\w$]+)(?:\(\))?(\.route\(\)(?:\.\w+\(\))*)?\.(get|post|put|patch|delete|del|head|options|all|ws)$/u;
const ROUTER_NAME =
  /(?:^|[a-z\d_$])(?:app|routers?|routes?|server|api|fastify|instance|web|http)$|^(?:app|r|app\d)$|(?:App|Router|Routes|Server)$/iu;
const NOT_A_ROUTER =
  /axios|request|client|agent|supertest|fetch|cache|storage|redis|nock|mock|params|headers|config|map$|store|session|got$|http\$|i18n|cookies|moxios|superagent/iu;
const MADE_ROUTER = /express|koa|fastify|hono|hapi|router|polka|restify|connect|server|itty|elysia|oak/iu;

/** Reads every call of the file that registers a route, a router or a middleware. */
export const readScriptRoutes: ReadRoutes = (file, scope) => {
  const routes: RouteDraft[] = [];
  const routers: RouterDraft[] = [...readOwnPrefixes(file, scope)];
  for (const call of file.calls) {
    routes.push(
      ...readRouteCall(file, call, scope),
      ...readMethodRoute(file, call, scope),
      ...readRouteRecords(file, call, scope),
      ...readServer(file, call),
    );
    routers.push(...readMounts(file, call, scope), ...readPassed(file, call, scope));
  }
  return { routes, routers };
};

/** `registerRoutes(app)`, `require('./routes')(app)`. */
const readPassed = (file: SourceOutline, call: OutlineCall, { symbols }: RouteScope): readonly RouterDraft[] =>
  /\.(?:use|register|route|mount)$/u.test(call.callee)
    ? []
    : passRouters(symbols, file, call, (name) => isRouter(file, name));

function isRouter(file: SourceOutline, name: string): boolean {
  const origin = originOf(file, name);
  if (origin !== null && /^(?:axios|got|ky|supertest|superagent|nock|node-fetch|request|chai)/u.test(origin))
    return false;
  if (origin !== null && MADE_ROUTER.test(origin)) return true;
  return ROUTER_NAME.test(name) && !NOT_A_ROUTER.test(name);
}

const isPath = (argument: OutlineArgument | undefined): boolean =>
  argument !== undefined &&
  (argument.value === null ? argument.text.startsWith('/') : /^(?:[/*:]|$)/u.test(argument.value));

const frameworkAt = (file: SourceOutline, name: string, { frameworks }: RouteScope): string =>
  frameworkOf(originOf(file, name)) ??
  importedFramework(file) ??
  ['express', 'fastify', 'koa', 'hono', 'hapi'].find((name) => frameworks.has(name)) ??
  'node';

function readRouteCall(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouteDraft[] {
  const [, receiver = '', chained, verb = ''] = ROUTE_CALL.exec(call.callee) ?? [];
  if (receiver === '' || !isRouter(file, receiver)) return [];
  const first = chained === undefined ? call.arguments[0] : chainOf(file, call)[0]?.arguments[0];
  const rest = chained === undefined ? call.arguments.slice(1) : call.arguments;
  if (!isPath(first) && first?.kind !== 'list') return [];
  const last = rest.findLast(({ text, kind }) => kind === 'function' || !/[eE]rror/u.test(text)) ?? rest.at(-1);
  if (!isHandlerLike(last)) return [];
  const paths = first?.kind === 'list' ? readStrings(first.text) : [first?.value ?? readPattern(first?.text ?? '')];
  const line = chained === undefined ? call.line : (rest[0]?.line ?? call.endLine);
  const draft = draftRoute(file, line, frameworkAt(file, receiver, scope), {
    method: methodOf(verb),
    handler: toScriptHandler(last, call.owner),
    guards: [
      ...rest.filter((argument) => argument !== last).flatMap((argument) => argumentGuards(file, argument)),
      ...wrapperGuards(file, last),
    ],
    router: findRouter(scope.symbols, file, receiver, call.owner),
    isOrdered: true,
  });
  return paths.map((route) => ({ ...draft, route }));
}

/** What stands around a handler: `withUser(` of `withUser(handler)`. */
const WRAPPERS = /^(?:[\w$.]+\(\s*)+/u;

const wrapperGuards = (file: SourceOutline, handler: OutlineArgument | undefined): readonly GuardDraft[] =>
  handler?.kind === 'call'
    ? (WRAPPERS.exec(handler.text)?.[0].match(/[\w$.]+/gu) ?? []).map((name) => readGuard(file, handler.line, name))
    : [];

/** A function written in place, also inside of what is wrapped around it. */
function toScriptHandler(argument: OutlineArgument | undefined, owner: number): HandlerDraft | null {
  const wrapped = argument?.kind === 'call' ? WRAPPERS.exec(argument.text)?.[0].length : undefined;
  if (argument && wrapped !== undefined && /^(?:async\b|function\b|\(|[\w$]+\s*=>)/u.test(argument.text.slice(wrapped)))
    return { kind: 'inline', start: argument.start + wrapped };
  return toHandler(argument, owner);
}

/** `router.route('GET', '/users', guard, handler)`, as routers of the project's own have it. */
function readMethodRoute(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouteDraft[] {
  const [, receiver = ''] = /^(?:this|([\w$]+))\.(?:route|add|addRoute|on|register)$/u.exec(call.callee) ?? [];
  if (NOT_A_ROUTER.test(receiver)) return [];
  const [verb, path, ...rest] = call.arguments;
  const method = verb?.kind === 'text' && verb.value === verb.value?.toUpperCase() ? methodOf(verb.value ?? '') : null;
  const last = rest.at(-1);
  if (method === null || path?.value == null || !path.value.startsWith('/') || !isHandlerLike(last)) return [];
  return [
    draftRoute(file, call.line, frameworkAt(file, receiver, scope), {
      method,
      route: path.value,
      handler: toHandler(last, call.owner),
      guards: rest.slice(0, -1).flatMap((argument) => argumentGuards(file, argument)),
      router: receiver === '' ? null : findRouter(scope.symbols, file, receiver, call.owner),
      isOrdered: true,
    }),
  ];
}

/** A regular expression as a path: `/^\\/nodes\\/([^/]+)$/` is `/nodes/:1`. */
function readPattern(text: string): string {
  let group = 0;
  return text
    .slice(0, 200)
    .replace(/^\/\^?|\$?\/[a-z]*$/gu, '')
    .replaceAll('\\/', '/')
    .replace(/\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)[?*+]?/gu, () => `:${++group}`);
}

const isHandlerLike = (argument: OutlineArgument | undefined): boolean =>
  argument !== undefined && ['function', 'name', 'call', 'list'].includes(argument.kind);

/** Guards among the middleware of a route: names, calls, lists of them, or options that hold them. */
function argumentGuards(file: SourceOutline, argument: OutlineArgument): readonly GuardDraft[] {
  if (argument.kind === 'function') return [];
  const texts = argument.kind === 'record' ? optionGuards(argument.text) : listGuards(file, argument.text);
  return texts.map((text) => readGuard(file, argument.line, text));
}

const splitNames = (list: string): readonly string[] =>
  list
    .replace(/^\[|\]$/gu, '')
    .split(/,(?![^()]*\))/u)
    .map((text) => text.trim());

/** A list in place, one that was given a name, and one with more behind it: `[a, b]`, `chain`, `...chain`, `chain.concat([c])`. */
function listGuards(file: SourceOutline, text: string): readonly string[] {
  if (text.startsWith('['))
    return splitNames(text).flatMap((each) => (each.startsWith('...') ? listGuards(file, each) : [each]));
  const [, name = '', more] =
    /^(?:\.\.\.)?([\w$]+)(?:\.concat\(\s*(\[[^\]]*\]|[\w$.]+)\s*\))?$/u.exec(text.trim()) ?? [];
  const list = symbolsOf(file)
    .bindings.get(name)
    ?.find(({ value }) => value.startsWith('['))?.value;
  return [
    ...(list === undefined ? [more === undefined ? text : name] : splitNames(list)),
    ...(more === undefined ? [] : splitNames(more)),
  ];
}

const readGuard = (file: SourceOutline, line: number, text: string): GuardDraft => ({
  name: describeGuard(file, text),
  ...literalsIn(text),
  file: file.path,
  line,
  at: 'route',
});

const HOOKS = ['onRequest', 'preHandler', 'preValidation', 'auth', 'pre', 'middleware', 'beforeHandler', 'schema'];

function optionGuards(text: string): readonly string[] {
  const record = readRecord(text);
  return HOOKS.flatMap((hook) => {
    const value = record.get(hook) ?? readRecord(record.get('options') ?? record.get('config') ?? '').get(hook);
    if (value === undefined || value === 'false') return [];
    if (hook === 'auth') return ['auth'];
    if (hook === 'schema') return ['schema'];
    // `fastify.auth([fastify.verifyAdmin])` asks for what it is given.
    const given = /\.auth\(\s*\[(?<given>[^\]]*)\]/u.exec(value)?.groups?.given;
    return (given ?? value.replace(/^\[|\]$/gu, '')).split(/,(?![^()]*\))/u);
  });
}

/** The guard as written; where its name says nothing, with the module it comes from: `protect (koa-jwt)`. */
function describeGuard(file: SourceOutline, text: string): string {
  const name = guardName(text);
  if (classifyGuard(name) !== null) return name;
  const full = fullName(file, name);
  const [root = ''] = /^[\w$]+/u.exec(name) ?? [];
  const module = file.imports.find(({ local }) => local === root)?.module ?? null;
  if (full === name || module === null) return full;
  return `${name} (${module.replace(/^node:|^(?:\.{1,2}\/)+/u, '')})`;
}

/** `fastify.route({ … })`, `server.route([{ … }])`. */
function readRouteRecords(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouteDraft[] {
  const [, receiver = ''] = /^(?:this\.)?([\w$]+)\.route$/u.exec(call.callee) ?? [];
  const [first] = call.arguments;
  if (receiver === '' || !first || !/^[[{]/u.test(first.text)) return [];
  return readRecords(first.text).flatMap((text) => {
    const record = readRecord(text);
    const route = unquote(record.get('url') ?? record.get('path') ?? '');
    if (route === null) return [];
    const methods = readStrings(record.get('method') ?? '');
    const offset = Math.max(0, first.text.indexOf(text));
    const line = first.line + countLines(first.text.slice(0, offset));
    const draft = draftRoute(file, line, frameworkAt(file, receiver, scope), {
      route,
      handler: recordHandler(record, first.start + offset, text, call.owner),
      guards: [
        ...optionGuards(text).map((guard) => readGuard(file, line, guard)),
        ...defaultGuards(file, line, text, scope),
      ],
      router: findRouter(scope.symbols, file, receiver, call.owner),
      isOrdered: true,
    });
    return (methods.length === 0 ? ['*'] : methods).map((method) => ({ ...draft, method: methodOf(method) }));
  });
}

/** hapi: `server.auth.default('session')` guards every route that does not say `auth: false`. */
function defaultGuards(
  file: SourceOutline,
  line: number,
  text: string,
  { symbols }: RouteScope,
): readonly GuardDraft[] {
  if (/\bauth\s*:/u.test(text)) return [];
  const isSet = symbols.outlines.some(({ calls }) => calls.some(({ callee }) => /\.auth\.default$/u.test(callee)));
  return isSet ? [{ name: 'auth.default', file: file.path, line, at: 'router', kind: 'authentication' }] : [];
}

function recordHandler(
  record: ReadonlyMap<string, string>,
  start: number,
  text: string,
  owner: number,
): HandlerDraft | null {
  const value = record.get('handler');
  if (value === undefined) return null;
  if (!/=>|^(?:async\s+)?function\b|^(?:async\s+)?handler\s*\(/u.test(value))
    return { kind: 'expression', text: value, owner };
  return { kind: 'inline', start: start + text.indexOf(value) };
}

const countLines = (text: string): number => text.split('\n').length - 1;
const unquote = (text: string): string | null => /^['"`]([^'"`]*)['"`]$/u.exec(text)?.[1] ?? null;

/** `http.createServer((req, res) => …)`. A framework that hands itself over (`createServer(this)`) declares its routes elsewhere. */
function readServer(file: SourceOutline, call: OutlineCall): readonly RouteDraft[] {
  if (!/^(?:http2?|https)\.create(?:Secure)?Server$|^(?:Bun|Deno)\.serve$/u.test(fullCallee(file, call))) return [];
  const last = call.arguments.at(-1);
  if (!last || last.kind === 'record' || /^(?:app|server|express\(|koa|(?:this|self)\b)/u.test(last.text)) return [];
  return [draftRoute(file, call.line, 'node-http', { handler: toHandler(last, call.owner) })];
}

/** `app.use('/x', guard, router)`, `fastify.register(plugin, { prefix })`, `app.route('/x', sub)`, `router.prefix('/x')`. */
function readMounts(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouterDraft[] {
  const [, receiver = '', verb = ''] =
    /^(?:this\.)?([\w$]+)\.(use|register|route|addHook|prefix|mount|all)$/u.exec(call.callee) ?? [];
  if (receiver === '' || !isRouter(file, receiver)) return [];
  const id = findRouter(scope.symbols, file, receiver, call.owner);
  const place = { file: file.path, line: call.line };
  const [first] = call.arguments;
  const own = { id, parent: null, ...place };
  if (verb === 'prefix') return [{ ...own, prefix: first?.value ?? '', guards: [] }];
  if (verb === 'addHook') return [{ ...own, prefix: '', guards: hookGuards(file, call) }];
  if (verb === 'all') return readAll(file, call, own);
  if (verb === 'route' && (call.arguments.length < 2 || !isPath(first))) return [];
  const options = readRecord(call.arguments.find(({ kind }) => kind === 'record')?.text ?? '');
  const path = first?.value ?? (verb === 'register' ? (unquote(options.get('prefix') ?? '') ?? '') : '');
  const given = call.arguments.filter((argument) => argument.kind !== 'text' && argument.kind !== 'record');
  return splitUse(file, given, { id, path, place, owner: call.owner }, scope);
}

const EARLY = /^(?:onRequest|preParsing|preValidation|preHandler)$/u;

function hookGuards(file: SourceOutline, call: OutlineCall): readonly GuardDraft[] {
  if (!EARLY.test(call.arguments[0]?.value ?? '')) return [];
  return call.arguments
    .slice(1)
    .flatMap((argument) =>
      argument.kind === 'function' ? inlineGuards(file, argument) : argumentGuards(file, argument),
    )
    .map((guard) => ({ ...guard, at: 'router' as const }));
}

/** Of a function written in place: what it calls by a name that guards, else that it answers 401 or 403 itself. */
function inlineGuards(file: SourceOutline, argument: OutlineArgument): readonly GuardDraft[] {
  const named = callsIn(file, argument.start, argument.end).filter(({ callee }) => {
    const kind = classifyGuard(lastWord(callee));
    return kind === 'authentication' || kind === 'authorization';
  });
  if (named.length > 0) return named.map(({ callee, line }) => readGuard(file, line, callee));
  const index = file.functions.findIndex(({ start }) => start === argument.start);
  const kind = index < 0 ? null : findRefusal({ file, index, isGuess: false });
  return kind === null ? [] : [{ name: 'a check in place', file: file.path, line: argument.line, at: 'route', kind }];
}

/** `app.all('/admin/*', requireAdmin)` guards what lies below. */
function readAll(
  file: SourceOutline,
  call: OutlineCall,
  own: Omit<RouterDraft, 'prefix' | 'guards'>,
): readonly RouterDraft[] {
  const [path, ...rest] = call.arguments;
  if (path?.value == null || !path.value.endsWith('*')) return [];
  const under = path.value.replace(/\/?[*(].*$/u, '');
  const guards = rest.flatMap((argument) => argumentGuards(file, argument));
  return [
    {
      ...own,
      prefix: '',
      guards: guards.map((guard) => ({ ...guard, at: 'router' as const, under: under === '' ? '/' : under })),
    },
  ];
}

interface UsePlace {
  readonly id: string;
  readonly path: string;
  readonly place: { readonly file: string; readonly line: number };
  readonly owner: number;
}

/** What is handed to `use` is either on guard or mounted; guards in front of a mounted router guard that one alone. */
/** Plugins of Fastify that only bring methods, such as `request.jwtVerify`: registered, they ask nobody for anything. */
const isProvider = (file: SourceOutline, text: string): boolean =>
  /^(?:@fastify\/|fastify-)(?:jwt|auth|cookie|session|secure-session|oauth2|bearer|passport|csrf-protection)$/u.test(
    originOf(file, text.trim()) ?? /(?:require|import)\(\s*['"](?<module>[^'"]+)['"]/u.exec(text)?.groups?.module ?? '',
  );

function splitUse(
  file: SourceOutline,
  given: readonly OutlineArgument[],
  { id, path, place, owner }: UsePlace,
  { symbols }: RouteScope,
): readonly RouterDraft[] {
  const named = given.map((argument) => {
    const name = argument.kind === 'function' ? 'a check in place' : describeGuard(file, argument.text);
    const known = argument.kind === 'function' || isProvider(file, argument.text) ? null : classifyGuard(name);
    return { argument, name, kind: known ?? findRefusing(symbols, file, argument, owner) };
  });
  const guards = named.flatMap(({ argument, name, kind }) =>
    kind === null ? [] : [{ name, ...literalsIn(argument.text), ...place, kind, at: 'router' as const }],
  );
  const others = named.filter(({ kind }) => kind === null).map(({ argument }) => argument);
  const mounted = others
    .filter(({ kind }) => kind !== 'function')
    .flatMap(({ text }) => findMounted(symbols, file, text, owner));
  const inline = others.flatMap((argument) => (argument.kind === 'function' ? inlineScope(file, argument) : []));
  const children = [...mounted, ...inline].filter((child) => child !== id);
  if (children.length === 0)
    return [
      {
        id,
        parent: null,
        prefix: '',
        ...place,
        guards: guards.map((guard) => (path === '' ? guard : { ...guard, under: path })),
      },
    ];
  return children.map((child) => ({ id: child, parent: id, prefix: path, ...place, guards }));
}

/** Middleware whose name says nothing, and that answers 401 or 403 itself. What handles errors has one parameter more. */
function findRefusing(
  symbols: RouteScope['symbols'],
  file: SourceOutline,
  { kind, text, start }: OutlineArgument,
  owner: number,
): GuardKind | null {
  const index = file.functions.findIndex((each) => each.start === start);
  const inPlace = kind === 'function' && index >= 0 ? { file, index, isGuess: false } : null;
  const ref = inPlace ?? (kind === 'name' ? resolveFunction(symbols, file, text, owner)[0] : undefined);
  const parameters = ref?.file.functions[ref.index]?.parameters ?? [];
  const isMiddleware = parameters.length <= 3 && parameters.at(-1)?.name === 'next';
  return ref !== undefined && isMiddleware ? findRefusal(ref) : null;
}

/** A plugin written in place: its first parameter is the router inside. */
function inlineScope(file: SourceOutline, argument: OutlineArgument): readonly string[] {
  const index = file.functions.findIndex(({ start }) => start === argument.start);
  const [first] = file.functions[index]?.parameters ?? [];
  return first ? [routerId(file.path, index, first.name)] : [];
}

/** `new Router({ prefix: '/x' })`, `express.Router()`, `new Hono().basePath('/x')`. */
function readOwnPrefixes(file: SourceOutline, { symbols }: RouteScope): readonly RouterDraft[] {
  return file.bindings.flatMap((binding) => {
    const prefix = /\bprefix:\s*['"`]([^'"`]+)['"`]|\.basePath\(\s*['"`]([^'"`]+)['"`]/u.exec(
      binding.value.slice(0, 300),
    );
    if (!prefix || !/Router|Hono|fastify/iu.test(binding.value.slice(0, 80))) return [];
    const id = findRouter(symbols, file, binding.name, binding.owner);
    return [
      { id, parent: null, prefix: prefix[1] ?? prefix[2] ?? '', file: file.path, line: binding.line, guards: [] },
    ];
  });
}
