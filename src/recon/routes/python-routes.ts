/**
 * Reads the routes of Flask, FastAPI, aiohttp and Tornado from the outline of a Python file: decorators and calls on an application,
 * blueprint or router, with their guards. Called by read-routes.ts.
 */
import type {
  OutlineArgument,
  OutlineCall,
  OutlineDecorator,
  OutlineFunction,
  SourceOutline,
} from '../../ports/outline.ts';
import { bindingsIn, symbolsOf } from '../file-symbols.ts';
import { originOf } from '../full-names.ts';
import { frameworkOf, importedFramework } from '../knowledge/find-framework.ts';
import { type ClassPlace, findClass, methodOfClass } from './find-view.ts';
import {
  argumentNamed,
  draftRoute,
  functionAt,
  type GuardDraft,
  guardName,
  literalsGiven,
  literalsIn,
  literalsOf,
  methodOf,
  type ReadRoutes,
  type RouteDraft,
  type RouterDraft,
  type RouteScope,
  readNames,
  readStrings,
  toHandler,
} from './route-draft.ts';
import { findMounted, findRouter } from './router-id.ts';

const ROUTE_DECORATOR = /^([\w.]+)\.(route|get|post|put|patch|delete|head|options|websocket|api_route)$/u;
const ADD_CALL = /^([\w.]+?)\.(?:router\.)?add_(get|post|put|patch|delete|head|route)$/u;
const TORNADO = /(?:^|\.)RequestHandler$/u;

export const readPythonRoutes: ReadRoutes = (file, scope) => ({
  routes: [
    ...file.functions.flatMap((each, index) => readFunction(file, each, index, scope)),
    ...file.calls.flatMap((call) => readCall(file, call, scope)),
  ],
  routers: [
    ...readRouters(file, scope),
    ...file.calls.flatMap((call) => [...readMount(file, call, scope), ...readHookCall(file, call, scope)]),
    ...file.functions.flatMap((each) => readHooks(file, each, scope)),
  ],
});

function frameworkAt(file: SourceOutline, root: string, { frameworks }: RouteScope): string {
  const found = frameworkOf(originOf(file, root)) ?? importedFramework(file);
  return found ?? ['fastapi', 'flask', 'aiohttp'].find((name) => frameworks.has(name)) ?? 'flask';
}

function readFunction(
  file: SourceOutline,
  each: OutlineFunction,
  index: number,
  scope: RouteScope,
): readonly RouteDraft[] {
  const handler = functionAt(file, index);
  const isTornado = file.classes[each.classIndex]?.bases.some((base) => TORNADO.test(base)) ?? false;
  if (isTornado && methodOf(each.name) !== null) {
    const guards = each.decorators.map((decorator) => toGuard(file, decorator));
    return [draftRoute(file, each.line, 'tornado', { method: methodOf(each.name), handler, guards })];
  }
  const exposed = each.decorators.find(({ name }) => /(?:^|\.)expose$/u.test(name));
  if (exposed) return readExposed(file, each, handler, exposed);
  return each.decorators.flatMap((decorator) => {
    const [, root = '', verb = ''] = ROUTE_DECORATOR.exec(decorator.name) ?? [];
    const [path] = literalsOf(
      decorator.arguments.find(({ keyword }) => keyword === null || keyword === 'path' || keyword === 'rule'),
    );
    if (root === '' || path === undefined || !/^[/*<{]|^$/u.test(path)) return [];
    const others = each.decorators
      .filter((one) => one !== decorator && !ROUTE_DECORATOR.test(one.name))
      .map((one) => toGuard(file, one));
    return methodsOf(decorator, verb).map((method) =>
      draftRoute(file, decorator.line, frameworkAt(file, root, scope), {
        method,
        route: path,
        handler,
        guards: [...others, ...dependencyGuards(file, decorator.arguments, decorator.line, 'route')],
        router: findRouter(scope.symbols, file, root, each.owner),
      }),
    );
  });
}

/** Flask-AppBuilder and Flask-Admin: `@expose('/x')` below the `route_base` of the class. */
function readExposed(
  file: SourceOutline,
  each: OutlineFunction,
  handler: RouteDraft['handler'],
  decorator: OutlineDecorator,
): readonly RouteDraft[] {
  const owner = file.classes[each.classIndex];
  const [base] = bindingsIn(file, owner, 'route_base');
  const route = `${base?.value.replace(/['"]/gu, '') ?? ''}/${literalsOf(decorator.arguments.find(({ keyword }) => keyword === null || keyword === 'url'))[0] ?? ''}`;
  const guards = each.decorators.filter((one) => one !== decorator).map((one) => toGuard(file, one));
  return methodsOf(decorator, 'route').map((method) =>
    draftRoute(file, decorator.line, 'flask', { method, route, handler, guards }),
  );
}

const toGuard = (file: SourceOutline, decorator: OutlineDecorator): GuardDraft => ({
  name: decorator.name,
  ...literalsGiven(decorator.arguments),
  file: file.path,
  line: decorator.line,
  at: 'route',
});

function methodsOf(decorator: OutlineDecorator, verb: string): readonly (string | null)[] {
  const method = methodOf(verb);
  if (method !== null) return [method];
  const named = literalsOf(argumentNamed(decorator.arguments, 'methods'));
  return named.length === 0 ? [verb === 'route' ? 'GET' : null] : named.map((name) => methodOf(name));
}

/** `dependencies=[Depends(require_admin)]` of FastAPI. */
const dependencyGuards = (
  file: SourceOutline,
  given: OutlineDecorator['arguments'],
  line: number,
  at: GuardDraft['at'],
): readonly GuardDraft[] =>
  [
    ...(argumentNamed(given, 'dependencies')?.text.matchAll(/(?:Depends|Security)\(\s*([\w.]+)(\([^()]*\))?/gu) ?? []),
  ].map(([, name = '', given = '']) => ({
    name,
    ...literalsIn(`${name}${given}`),
    file: file.path,
    line,
    at,
  }));

function readCall(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouteDraft[] {
  if (/\.add_url_rule$/u.test(call.callee)) return readUrlRule(file, call, scope);
  if (argumentNamed(call.arguments, 'view_func')) return readRegistered(file, call, scope);
  if (/\.add_resource$/u.test(call.callee)) return readResource(call, scope);
  const added = ADD_CALL.exec(call.callee);
  const isTable = /^(?:aiohttp\.)?web\.(?:get|post|put|patch|delete|head)$/u.exec(call.callee);
  if (!(added || isTable)) return [];
  const isRoute = added?.[2] === 'route';
  const [path, handler] = isRoute ? call.arguments.slice(1) : call.arguments;
  if (path?.value === null || path === undefined || !path.value.startsWith('/')) return [];
  const method = isRoute
    ? methodOf(call.arguments[0]?.value ?? '')
    : methodOf(added?.[2] ?? call.callee.split('.').at(-1) ?? '');
  const answer = toHandler(handler, call.owner);
  return [draftRoute(file, call.line, 'aiohttp', { method, route: path.value, handler: answer })];
}

/** `bp.add_url_rule('/x', view_func=f)`, or a class by `X.as_view('x')`. */
function readUrlRule(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouteDraft[] {
  const root = call.callee.split('.')[0] ?? '';
  const view = argumentNamed(call.arguments, 'view_func') ?? call.arguments[2];
  return readViewFunction(file, call, { view, root, route: call.arguments[0]?.value ?? null }, scope);
}

/** A function of the project that registers: `register_view(bp, routes=['/x'], view_func=X.as_view('x'))`. */
function readRegistered(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouteDraft[] {
  const view = argumentNamed(call.arguments, 'view_func');
  const named = argumentNamed(call.arguments, 'routes', 'rules', 'urls', 'route', 'rule', 'url');
  const routes = (named ? literalsOf(named) : call.arguments.flatMap(literalsOf)).filter((path) =>
    path.startsWith('/'),
  );
  const root = call.arguments.find(({ kind, keyword }) => kind === 'name' && keyword === null)?.text ?? '';
  return routes.flatMap((route) => readViewFunction(file, call, { view, root, route }, scope));
}

interface RegisteredView {
  readonly view: OutlineArgument | undefined;
  readonly root: string;
  readonly route: string | null;
}

function readViewFunction(
  file: SourceOutline,
  call: OutlineCall,
  { view, root, route }: RegisteredView,
  scope: RouteScope,
): readonly RouteDraft[] {
  // What a function was given is registered where that function is called.
  if (file.functions[call.owner]?.parameters.some(({ name }) => name === view?.text)) return [];
  const methods = literalsOf(argumentNamed(call.arguments, 'methods'));
  const rest = draftRoute(file, call.line, 'flask', {
    route,
    router: findRouter(scope.symbols, file, root, call.owner),
  });
  const className = /([\w.]+)\.as_view\b/u.exec(view?.text ?? '')?.[1];
  const place = className === undefined ? null : findClass(scope.symbols, file, className, call.start);
  const answered = place === null ? [] : readView(rest, place, scope);
  if (answered.length > 0) return answered;
  return (methods.length === 0 ? ['GET'] : methods).map((method) => ({
    ...rest,
    method: methodOf(method),
    handler: toHandler(view, call.owner),
  }));
}

/** `decorators = [login_required, allows.requires(IsAdmin)]` of a class. */
function classDecorators({ file, name: className }: ClassPlace): readonly GuardDraft[] {
  const owner = file.classes.find(({ name }) => name === className);
  return bindingsIn(file, owner, 'decorators').flatMap(({ value, line }) =>
    readNames(value).map((name) => ({ name, file: file.path, line, at: 'router' as const })),
  );
}

/** `MethodView`: one method of the class per HTTP method, behind the `decorators` of the class. */
function readView(rest: RouteDraft, place: ClassPlace, { symbols }: RouteScope): readonly RouteDraft[] {
  const shared = classDecorators(place);
  return ['get', 'post', 'put', 'patch', 'delete'].flatMap((verb) => {
    const ref = methodOfClass(symbols, place, verb);
    if (!ref) return [];
    const own = (ref.file.functions[ref.index]?.decorators ?? []).map((decorator) => toGuard(ref.file, decorator));
    return [{ ...rest, method: methodOf(verb), handler: { kind: 'function', ref }, guards: [...shared, ...own] }];
  });
}

/** Flask-RESTful: `api.add_resource(Users, '/users')`, one method of the class per HTTP method. */
function readResource(call: OutlineCall, { symbols }: RouteScope): readonly RouteDraft[] {
  const [name, path] = call.arguments;
  return ['get', 'post', 'put', 'patch', 'delete'].flatMap((verb) => {
    const [ref] = symbols.methods.get(`${name?.text.split('.').at(-1) ?? ''} ${verb}`) ?? [];
    if (!ref) return [];
    const target = ref.file.functions[ref.index];
    const guards = (target?.decorators ?? []).map((decorator) => toGuard(ref.file, decorator));
    const rest = { method: methodOf(verb), route: path?.value ?? null, guards };
    return [draftRoute(ref.file, target?.line ?? 1, 'flask', { ...rest, handler: { kind: 'function', ref } })];
  });
}

/** `Blueprint('x', __name__, url_prefix='/x')`, `APIRouter(prefix='/x', dependencies=[…])`. */
const readRouters = (file: SourceOutline, { symbols }: RouteScope): readonly RouterDraft[] =>
  file.bindings.flatMap((binding) => {
    if (!/^(?:\w+\.)*(?:Blueprint|APIRouter|FastAPI)\(/u.test(binding.value)) return [];
    const made = symbolsOf(file).chains.get(binding.valueStart)?.[0];
    const prefix = literalsOf(argumentNamed(made?.arguments ?? [], 'url_prefix', 'prefix'))[0] ?? '';
    const guards = dependencyGuards(file, made?.arguments ?? [], binding.line, 'router');
    const id = findRouter(symbols, file, binding.name, binding.owner);
    return [{ id, parent: null, prefix, file: file.path, line: binding.line, guards }];
  });

/** A prefix that is read at run time keeps its name: `app.config['USER_PREFIX']` is `<USER_PREFIX>`. */
function readPrefix(argument: OutlineArgument | undefined): string {
  if (argument === undefined || argument.value !== null) return argument?.value ?? '';
  const name = readStrings(argument.text).at(-1) ?? /(\w+)\W*$/u.exec(argument.text)?.[1];
  return name === undefined ? '' : `<${name}>`;
}

/** `app.register_blueprint(users.bp, url_prefix='/users')`, `app.include_router(users.router, prefix='/users')`. */
function readMount(file: SourceOutline, call: OutlineCall, { symbols }: RouteScope): readonly RouterDraft[] {
  const [, root] = /^(\w+)\.(?:register_blueprint|include_router|mount)$/u.exec(call.callee) ?? [];
  if (root === undefined) return [];
  const parent = findRouter(symbols, file, root, call.owner);
  const child = call.arguments.find(({ keyword, kind }) => keyword === null && kind !== 'text');
  const prefix = readPrefix(
    argumentNamed(call.arguments, 'url_prefix', 'prefix') ?? call.arguments.find(({ kind }) => kind === 'text'),
  );
  const guards = dependencyGuards(file, call.arguments, call.line, 'router');
  return findMounted(symbols, file, child?.text ?? '', call.owner)
    .filter((id) => id !== parent)
    .map((id) => ({ id, parent, prefix, file: file.path, line: call.line, guards }));
}

/** `@app.before_request` runs in front of every route. */
const readHooks = (file: SourceOutline, each: OutlineFunction, { symbols }: RouteScope): readonly RouterDraft[] =>
  each.decorators.flatMap((decorator) => {
    const root = /^(\w+)\.before_(?:app_)?request$/u.exec(decorator.name)?.[1];
    if (root === undefined) return [];
    const id = findRouter(symbols, file, root, each.owner);
    const guards: readonly GuardDraft[] = [
      { name: guardName(each.name), file: file.path, line: each.line, at: 'router' },
    ];
    return [{ id, parent: null, prefix: '', file: file.path, line: decorator.line, guards }];
  });

/** `bp.before_request(require_login)`. */
function readHookCall(file: SourceOutline, call: OutlineCall, { symbols }: RouteScope): readonly RouterDraft[] {
  const root = /^(\w+)\.before_(?:app_)?request$/u.exec(call.callee)?.[1];
  const name = call.arguments[0]?.text;
  if (root === undefined || name === undefined) return [];
  const place = { file: file.path, line: call.line };
  const id = findRouter(symbols, file, root, call.owner);
  return [{ id, parent: null, prefix: '', ...place, guards: [{ name: guardName(name), ...place, at: 'router' }] }];
}
