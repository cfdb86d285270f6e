import { symbolsOf } from '../file-symbols.js';
import { originOf } from '../full-names.js';
import { frameworkOf } from '../knowledge/find-framework.js';
import { argumentNamed, guardName, literalsOf, methodOf, toHandler, } from './route-draft.js';
import { findMounted, findRouter } from './router-id.js';
const ROUTE_MARK = /^([\w.]+)\.(route|get|post|put|patch|delete|head|options|websocket|api_route)$/u;
const ADD_CALL = /^([\w.]+?)\.(?:router\.)?add_(get|post|put|patch|delete|head|route)$/u;
const TORNADO = /(?:^|\.)RequestHandler$/u;
export const readPythonRoutes = (file, scope) => ({
    routes: [
        ...file.functions.flatMap((each, index) => readFunction(file, each, index, scope)),
        ...file.calls.flatMap((call) => readCall(file, call, scope)),
    ],
    routers: [
        ...readRouters(file, scope),
        ...file.calls.flatMap((call) => readMount(file, call, scope)),
        ...file.functions.flatMap((each) => readHooks(file, each, scope)),
    ],
});
function frameworkAt(file, root, { frameworks }) {
    const own = frameworkOf(originOf(file, root));
    if (own !== null)
        return own;
    for (const { module } of file.imports) {
        const found = frameworkOf(module);
        if (found !== null)
            return found;
    }
    return ['fastapi', 'flask', 'aiohttp'].find((name) => frameworks.has(name)) ?? 'flask';
}
function readFunction(file, each, index, scope) {
    const handler = { kind: 'function', ref: { file, index, isGuess: false } };
    const isTornado = file.classes[each.classIndex]?.bases.some((base) => TORNADO.test(base)) ?? false;
    if (isTornado && methodOf(each.name) !== null) {
        const guards = each.marks.map((mark) => toGuard(file, mark));
        const rest = { method: methodOf(each.name), route: null, handler, guards, router: null };
        return [{ file, line: each.line, kind: 'http', framework: 'tornado', ...rest }];
    }
    const exposed = each.marks.find(({ name }) => /(?:^|\.)expose$/u.test(name));
    if (exposed)
        return readExposed(file, each, handler, exposed);
    return each.marks.flatMap((mark) => {
        const [, root = '', verb = ''] = ROUTE_MARK.exec(mark.name) ?? [];
        const [path] = literalsOf(mark.arguments.find(({ keyword }) => keyword === null || keyword === 'path' || keyword === 'rule'));
        if (root === '' || path === undefined || !/^[/*<{]|^$/u.test(path))
            return [];
        const others = each.marks
            .filter((one) => one !== mark && !ROUTE_MARK.test(one.name))
            .map((one) => toGuard(file, one));
        return methodsOf(mark, verb).map((method) => ({
            file,
            line: mark.line,
            kind: 'http',
            framework: frameworkAt(file, root, scope),
            method,
            route: path,
            handler,
            guards: [...others, ...dependencyGuards(file, mark.arguments, mark.line, 'route')],
            router: findRouter(scope.symbols, file, root, each.owner),
        }));
    });
}
/** Flask-AppBuilder and Flask-Admin: `@expose('/x')` below the `route_base` of the class. */
function readExposed(file, each, handler, mark) {
    const owner = file.classes[each.classIndex];
    const base = (symbolsOf(file).bindings.get('route_base') ?? []).find(({ start }) => owner && start > owner.start && start < owner.end);
    const route = `${base?.value.replace(/['"]/gu, '') ?? ''}/${literalsOf(mark.arguments.find(({ keyword }) => keyword === null || keyword === 'url'))[0] ?? ''}`;
    const guards = each.marks.filter((one) => one !== mark).map((one) => toGuard(file, one));
    return methodsOf(mark, 'route').map((method) => ({
        file,
        line: mark.line,
        kind: 'http',
        framework: 'flask',
        method,
        route,
        handler,
        guards,
        router: null,
    }));
}
const toGuard = (file, mark) => ({
    name: mark.name,
    file: file.path,
    line: mark.line,
    at: 'route',
});
function methodsOf(mark, verb) {
    const method = methodOf(verb);
    if (method !== null)
        return [method];
    const named = literalsOf(argumentNamed(mark.arguments, 'methods'));
    return named.length === 0 ? [verb === 'route' ? 'GET' : null] : named.map((name) => methodOf(name));
}
/** `dependencies=[Depends(require_admin)]` of FastAPI. */
const dependencyGuards = (file, given, line, at) => [...(argumentNamed(given, 'dependencies')?.text.matchAll(/(?:Depends|Security)\(\s*([\w.]+)/gu) ?? [])].map(([, name]) => ({
    name: name ?? '',
    file: file.path,
    line,
    at,
}));
function readCall(file, call, scope) {
    const base = { file, line: call.line, kind: 'http', guards: [], router: null };
    if (/\.add_url_rule$/u.test(call.callee))
        return readUrlRule(file, call, scope);
    if (/\.add_resource$/u.test(call.callee))
        return readResource(call, scope);
    const added = ADD_CALL.exec(call.callee);
    const isTable = /^(?:aiohttp\.)?web\.(?:get|post|put|patch|delete|head)$/u.exec(call.callee);
    if (!(added || isTable))
        return [];
    const isRoute = added?.[2] === 'route';
    const [path, handler] = isRoute ? call.arguments.slice(1) : call.arguments;
    if (path?.value === null || path === undefined || !path.value.startsWith('/'))
        return [];
    const method = isRoute
        ? methodOf(call.arguments[0]?.value ?? '')
        : methodOf(added?.[2] ?? call.callee.split('.').at(-1) ?? '');
    return [{ ...base, framework: 'aiohttp', method, route: path.value, handler: toHandler(handler, call.owner) }];
}
/** `bp.add_url_rule('/x', view_func=f)`, or a class by `X.as_view('x')`. */
function readUrlRule(file, call, scope) {
    const root = call.callee.split('.')[0] ?? '';
    const view = argumentNamed(call.arguments, 'view_func') ?? call.arguments[2];
    const methods = literalsOf(argumentNamed(call.arguments, 'methods'));
    const rest = {
        file,
        line: call.line,
        kind: 'http',
        framework: 'flask',
        route: call.arguments[0]?.value ?? null,
        guards: [],
        router: findRouter(scope.symbols, file, root, call.owner),
    };
    const className = /([\w.]+)\.as_view\b/u
        .exec(view?.text ?? '')?.[1]
        ?.split('.')
        .at(-1);
    const answered = className === undefined ? [] : readView(rest, className, scope);
    if (answered.length > 0)
        return answered;
    return (methods.length === 0 ? ['GET'] : methods).map((method) => ({
        ...rest,
        method: methodOf(method),
        handler: toHandler(view, call.owner),
    }));
}
/** `MethodView`: one method of the class per HTTP method, behind the `decorators` of the class. */
function readView(rest, className, { symbols }) {
    return ['get', 'post', 'put', 'patch', 'delete'].flatMap((verb) => {
        const [ref] = symbols.methods.get(`${className} ${verb}`) ?? [];
        if (!ref)
            return [];
        const owner = ref.file.classes[ref.file.functions[ref.index]?.classIndex ?? -1];
        const shared = (symbolsOf(ref.file).bindings.get('decorators') ?? [])
            .filter(({ start }) => owner !== undefined && start >= owner.start && start < owner.end)
            .flatMap(({ value, line }) => (value.match(/[A-Za-z_][\w.]*/gu) ?? []).map((name) => ({
            name,
            file: ref.file.path,
            line,
            at: 'router',
        })));
        const own = (ref.file.functions[ref.index]?.marks ?? []).map((mark) => toGuard(ref.file, mark));
        return [
            {
                ...rest,
                method: methodOf(verb),
                handler: { kind: 'function', ref },
                guards: [...shared, ...own],
            },
        ];
    });
}
/** Flask-RESTful: `api.add_resource(Users, '/users')`, one method of the class per HTTP method. */
function readResource(call, { symbols }) {
    const [name, path] = call.arguments;
    return ['get', 'post', 'put', 'patch', 'delete'].flatMap((verb) => {
        const [ref] = symbols.methods.get(`${name?.text.split('.').at(-1) ?? ''} ${verb}`) ?? [];
        if (!ref)
            return [];
        const target = ref.file.functions[ref.index];
        const guards = (target?.marks ?? []).map((mark) => toGuard(ref.file, mark));
        const route = path?.value ?? null;
        const rest = { method: methodOf(verb), route, handler: { kind: 'function', ref }, guards, router: null };
        return [{ file: ref.file, line: target?.line ?? 1, kind: 'http', framework: 'flask', ...rest }];
    });
}
/** `Blueprint('x', __name__, url_prefix='/x')`, `APIRouter(prefix='/x', dependencies=[…])`. */
const readRouters = (file, { symbols }) => file.bindings.flatMap((binding) => {
    if (!/^(?:\w+\.)*(?:Blueprint|APIRouter|FastAPI)\(/u.test(binding.value))
        return [];
    const made = symbolsOf(file).chains.get(binding.valueStart)?.[0];
    const prefix = literalsOf(argumentNamed(made?.arguments ?? [], 'url_prefix', 'prefix'))[0] ?? '';
    const guards = dependencyGuards(file, made?.arguments ?? [], binding.line, 'router');
    const id = findRouter(symbols, file, binding.name, binding.owner);
    return [{ id, parent: null, prefix, file: file.path, line: binding.line, guards }];
});
/** `app.register_blueprint(users.bp, url_prefix='/users')`, `app.include_router(users.router, prefix='/users')`. */
function readMount(file, call, { symbols }) {
    const [, root] = /^(\w+)\.(?:register_blueprint|include_router|mount)$/u.exec(call.callee) ?? [];
    if (root === undefined)
        return [];
    const parent = findRouter(symbols, file, root, call.owner);
    const child = call.arguments.find(({ keyword, kind }) => keyword === null && kind !== 'text');
    const prefix = literalsOf(argumentNamed(call.arguments, 'url_prefix', 'prefix') ?? call.arguments.find(({ kind }) => kind === 'text'))[0] ?? '';
    const guards = dependencyGuards(file, call.arguments, call.line, 'router');
    return findMounted(symbols, file, child?.text ?? '', call.owner)
        .filter((id) => id !== parent)
        .map((id) => ({ id, parent, prefix, file: file.path, line: call.line, guards }));
}
/** `@app.before_request` runs in front of every route. */
const readHooks = (file, each, { symbols }) => each.marks.flatMap((mark) => {
    const root = /^(\w+)\.before_(?:app_)?request$/u.exec(mark.name)?.[1];
    if (root === undefined)
        return [];
    const id = findRouter(symbols, file, root, each.owner);
    const guards = [
        { name: guardName(each.name), file: file.path, line: each.line, at: 'router' },
    ];
    return [{ id, parent: null, prefix: '', file: file.path, line: mark.line, guards }];
});
