/**
 * Reads the routes of Rust: `#[get("/x")]` of actix and Rocket on a function, `.route("/x", get(list))` of axum and actix on a router.
 * A chain of calls is a router: what wraps it guards what it holds, and its path is that of the place where it is nested, merged or
 * registered. Called by read-routes.ts.
 */
import type { OutlineArgument, OutlineCall, OutlineFunction, SourceOutline } from '../../ports/outline.ts';
import { symbolsOf } from '../file-symbols.ts';
import { resolveFunction } from '../project-symbols.ts';
import {
  draftRoute,
  functionAt,
  type GuardDraft,
  methodOf,
  type ReadRoutes,
  type RouteDraft,
  type RouterDraft,
  type RouteScope,
} from './route-draft.ts';
import { findRouter, routerId } from './router-id.ts';

const SERVER = /^(?<name>actix_web|axum|rocket|poem|ntex|salvo)\b/u;

export const readRustRoutes: ReadRoutes = (file, scope) => {
  const framework = file.imports
    .map(({ module, member }) => SERVER.exec(module === '' ? (member ?? '') : module)?.groups?.name)
    .find((name) => name !== undefined);
  if (framework === undefined) return { routes: [], routers: [] };
  return {
    routes: [
      ...readAttributes(file, framework),
      ...file.calls.flatMap((call) => readRoute(file, framework, call, scope)),
    ],
    routers: file.calls.flatMap((call) => [...readMount(file, call, scope), ...readChain(file, call, scope)]),
  };
};

/** `#[delete("/orders/{id}")]`: it has its guards from where the function is registered, and from its parameters. */
const readAttributes = (file: SourceOutline, framework: string): readonly RouteDraft[] =>
  file.functions.flatMap((each, index) =>
    each.decorators.flatMap(({ name, arguments: given, line }) => {
      const method = methodOf(name);
      const route = given[0]?.value ?? null;
      if (method === null || route === null) return [];
      const wraps = given.filter(({ text }) => text.includes('wrap')).flatMap((one) => toGuards(file, one, 'route'));
      return [
        draftRoute(file, line, framework, {
          method,
          route: route.replace(/\?.*$/u, ''),
          handler: functionAt(file, index),
          guards: [...wraps, ...typedGuards(file, each)],
          router: handlerId(file, index),
        }),
      ];
    }),
  );

const handlerId = (file: SourceOutline, index: number): string => routerId(file.path, index, ' handler');

/** A parameter that only a known caller can fill: `user: AuthUser`, `claims: Claims`, `_admin: AdminGuard`. */
const typedGuards = (file: SourceOutline, { parameters, line }: OutlineFunction): readonly GuardDraft[] =>
  parameters
    .map(({ type }) => type ?? '')
    .filter((type) => KNOWN_CALLER.test(type))
    .map((name) => {
      const kind = /admin|role|permission/iu.test(name) ? ('authorization' as const) : ('authentication' as const);
      return { name, file: file.path, line, at: 'handler' as const, kind };
    });

const KNOWN_CALLER =
  /^(?:Auth(?:enticated|orized|ed)?(?:User|Session|Guard|Token|Claims|Context|Ctx)?|Current(?:User|Account|Session)|LoggedIn\w*|\w*Claims|Identity|Admin\w*|\w*Principal|User(?:Guard|Id|Session)|RequireUser|Bearer\w*)$/u;

const verbOf = ({ callee }: OutlineCall): string =>
  /\.(?<verb>route|service|nest|merge|configure|layer|route_layer|wrap|wrap_fn)$/u.exec(callee)?.groups?.verb ?? '';

const chainAt = (file: SourceOutline, { start }: OutlineCall): readonly OutlineCall[] =>
  symbolsOf(file).chains.get(start) ?? [];

function readRoute(
  file: SourceOutline,
  framework: string,
  call: OutlineCall,
  scope: RouteScope,
): readonly RouteDraft[] {
  const [path, answered] = call.arguments;
  if (verbOf(call) !== 'route' || !path || path.value === null || !answered) return [];
  const { value: route, line } = path;
  return listMethods(answered).map(({ method, handler }) => {
    const [found] = resolveFunction(scope.symbols, file, handler, call.owner);
    const made = found?.file.functions[found.index];
    return draftRoute(file, line, framework, {
      method,
      route,
      handler: { kind: 'expression', text: handler, owner: call.owner },
      guards: [
        ...layersAround(file, call),
        ...ownLayers(file, answered),
        ...(found && made ? typedGuards(found.file, made) : []),
      ],
      router: routerOf(file, call, scope),
    });
  });
}

interface Answer {
  readonly method: string | null;
  readonly handler: string;
}

/** `get(list).post(create)`, `web::get().to(list)`. */
function listMethods({ text }: OutlineArgument): readonly Answer[] {
  const actix = /^(?:web::)?(?<verb>\w+)\(\)[\s\S]*\.to\(\s*(?<handler>[\w:]+)\s*\)/u.exec(text)?.groups;
  if (actix) return [{ method: methodOf(actix.verb ?? ''), handler: actix.handler ?? '' }];
  const verbs = /(?:^|[.:])(?<verb>get|post|put|patch|delete|head|options|any)\(\s*(?<handler>[\w:]+)\s*\)/gu;
  return [...text.matchAll(verbs)].map(({ groups }) => ({
    method: methodOf(groups?.verb ?? ''),
    handler: groups?.handler ?? '',
  }));
}

/** A layer of axum is around what was added before it, a wrapper of actix around all of its application or scope. */
const layersAround = (file: SourceOutline, call: OutlineCall): readonly GuardDraft[] =>
  chainAt(file, call)
    .filter((each) => {
      const verb = verbOf(each);
      return verb.startsWith('wrap') || (verb.endsWith('layer') && each.end > call.end);
    })
    .flatMap((each) => each.arguments.flatMap((argument) => toGuards(file, argument, 'router')));

/** `get(list).layer(from_fn(auth))`. */
const ownLayers = (file: SourceOutline, { text, line }: OutlineArgument): readonly GuardDraft[] =>
  [...text.matchAll(/\.(?:route_)?(?:layer|wrap)\((?<given>[^;]*)\)/gu)].flatMap(({ groups }) =>
    toGuards(file, { text: groups?.given ?? '', line }, 'route'),
  );

const PLAIN_LAYER =
  /(?:^|::)(?:Cors|CorsLayer|TraceLayer|Logger|Compress\w*|CompressionLayer|TimeoutLayer|SessionMiddleware|SessionManagerLayer|Extension|DefaultHeaders|NormalizePath)\b/u;

/** `middleware::from_fn_with_state(state, auth::require_user)` guards by its function, anything else by its own name. */
function toGuards(
  file: SourceOutline,
  { text, line }: Pick<OutlineArgument, 'text' | 'line'>,
  at: GuardDraft['at'],
): readonly GuardDraft[] {
  const given = /from_fn\w*(?:::<[^()]*>)?\((?<given>[^()]*(?:\([^()]*\)[^()]*)*)\)/u.exec(text)?.groups?.given;
  const name = /(?<name>[\w:]+)\W*$/u.exec(given ?? '')?.groups?.name ?? /(?<name>[\w:]+)/u.exec(text)?.groups?.name;
  return name === undefined || PLAIN_LAYER.test(name) ? [] : [{ name, file: file.path, line, at }];
}

/** The variable that the chain is bound to or begins with; else the chain itself. */
function routerOf(file: SourceOutline, { start, callee, owner }: OutlineCall, { symbols }: RouteScope): string {
  const bound = file.bindings.find(({ valueStart }) => valueStart === start);
  if (bound) return findRouter(symbols, file, bound.name.replace(/^mut\s+/u, ''), bound.owner);
  const root = /^(?<root>[a-z_]\w*)\./u.exec(callee)?.groups?.root;
  return root === undefined ? routerId(file.path, owner, ` ${start}`) : findRouter(symbols, file, root, owner);
}

/** What a function hands back without a name. */
const builtBy = (file: SourceOutline, index: number): string => routerId(file.path, index, ' built');

/** `web::scope("/api")` and `Router::new()`: the first call of a chain says where it lies. */
function readChain(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouterDraft[] {
  const isScope = /(?:^|::)scope$/u.test(call.callee);
  if (!isScope && !/(?:^|::)(?:Router|App|Route)::(?:<[^()]*>::)?new$/u.test(call.callee)) return [];
  const id = routerOf(file, call, scope);
  const place = { id, file: file.path, line: call.line };
  const prefix = isScope ? (call.arguments[0]?.value ?? '') : '';
  const around = file.calls
    .filter(({ start, end }) => start < call.start && end > call.end)
    .findLast((each) => /^(?:service|nest|merge)$/u.test(verbOf(each)) && each.owner === call.owner);
  if (around === undefined) return [{ ...place, parent: builtBy(file, call.owner), prefix, guards: [] }];
  const nested = verbOf(around) === 'nest' ? (around.arguments[0]?.value ?? '') : '';
  return [
    {
      ...place,
      parent: routerOf(file, around, scope),
      prefix: `${nested}/${prefix}`,
      guards: layersAround(file, around),
    },
  ];
}

/** `.merge(private)`, `.nest("/api", api::router())`, `.service(orders::cancel)`, `.configure(routes::all)`. */
function readMount(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouterDraft[] {
  const verb = verbOf(call);
  if (!/^(?:merge|nest|service|configure)$/u.test(verb)) return [];
  const parent = routerOf(file, call, scope);
  const prefix = verb === 'nest' ? (call.arguments[0]?.value ?? '') : '';
  const guards = layersAround(file, call);
  return mountedIds(file, call, scope)
    .filter((id) => id !== parent)
    .map((id) => ({ id, parent, prefix, file: file.path, line: call.line, guards }));
}

function mountedIds(file: SourceOutline, call: OutlineCall, { symbols }: RouteScope): readonly string[] {
  const [, name, isCalled] = /^(?<name>[\w:]+)\s*(?<called>\(?)/u.exec(call.arguments.at(-1)?.text ?? '') ?? [];
  if (name === undefined || /(?:^|::)(?:scope|new)$/u.test(name)) return [];
  const own = resolveFunction(symbols, file, name, call.owner).filter(({ isGuess }) => !isGuess);
  if (own.length === 0)
    return isCalled === '' && /^\w+$/u.test(name) ? [findRouter(symbols, file, name, call.owner)] : [];
  return own.flatMap(({ file: home, index }) => [
    builtBy(home, index),
    handlerId(home, index),
    ...home.bindings.filter(({ owner }) => owner === index).map((each) => routerId(home.path, index, each.name)),
    ...(home.functions[index]?.parameters ?? []).map((each) => routerId(home.path, index, each.name)),
  ]);
}
