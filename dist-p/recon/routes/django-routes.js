import { symbolsOf } from '../file-symbols.js';
import { findMethod, followImport, resolveFunction } from '../project-symbols.js';
import { argumentNamed, literalsOf, } from './route-draft.js';
import { routerId } from './router-id.js';
const URL_CALL = /^(?:\w+\.)*(?:path|re_path|url)$/u;
const VERBS = {
    get: 'GET',
    post: 'POST',
    put: 'PUT',
    patch: 'PATCH',
    delete: 'DELETE',
    list: 'GET',
    retrieve: 'GET',
    create: 'POST',
    update: 'PUT',
    partial_update: 'PATCH',
    destroy: 'DELETE',
};
export const readDjangoRoutes = (file, scope) => {
    if (!file.imports.some(({ module }) => /^(?:django|rest_framework)\b/u.test(module)))
        return { routes: [], routers: [] };
    const routes = [];
    const routers = [];
    for (const call of file.calls) {
        const [path, target] = call.arguments;
        if (URL_CALL.test(call.callee) && path && target) {
            if (/^(?:\w+\.)*include\(/u.test(target.text))
                routers.push(...readInclude(file, call, target.text, scope));
            else if (!/\.urls$/u.test(target.text))
                routes.push(...readUrl(file, call, target.text, scope));
        }
        if (/router\w*\.register$/iu.test(call.callee) && target)
            routes.push(...readViewSet(file, call, target.text, scope));
    }
    return { routes, routers };
};
/** A regular expression as a path: `^articles/(?P<year>\d+)/$` is `articles/<year>`. */
const plainPath = (text) => text
    .replace(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/gu, '<$1>')
    .replace(/^\^|\$$|\\(?=[./-])/gu, '')
    .replace(/\?$/u, '');
const fileRouter = (path) => routerId(path, -1, 'urlpatterns');
function readInclude(file, call, text, { symbols }) {
    const [first] = call.arguments;
    const prefix = plainPath(literalsOf(first)[0] ?? '');
    const named = /include\(\s*\(?\s*['"]([\w.]+)['"]/u.exec(text)?.[1];
    const imported = /include\(\s*\(?\s*([\w.]+)/u.exec(text)?.[1];
    const targets = named === undefined
        ? followImport(symbols, file, imported?.split('.')[0] ?? '').map((place) => place.file)
        : symbols.modules.find(file, named, null).map((target) => target.file);
    return targets.map(({ path }) => ({
        id: fileRouter(path),
        parent: fileRouter(file.path),
        prefix,
        file: file.path,
        line: call.line,
        guards: [],
    }));
}
function readUrl(file, call, text, { symbols }) {
    const route = plainPath(literalsOf(call.arguments[0])[0] ?? '');
    const wrapped = /^([\w.]+)\(\s*([\w.]+)(?:\.as_view\b|\s*[,)])/u.exec(text);
    const wrappers = wrapped && !/as_view$/u.test(wrapped[1] ?? '') ? [wrapped[1] ?? ''] : [];
    const view = wrappers.length > 0 ? (wrapped?.[2] ?? '') : text.replace(/\.as_view\([\s\S]*$/u, '');
    const base = {
        file,
        line: call.line,
        kind: 'http',
        framework: 'django',
        route,
        router: fileRouter(file.path),
    };
    const guards = wrappers.map((name) => ({ name, file: file.path, line: call.line, at: 'route' }));
    const className = view.split('.').at(-1) ?? '';
    const methods = /\.as_view\b/u.test(text) ? viewMethods(symbols, className) : [];
    if (methods.length > 0)
        return methods.map(([method, ref]) => ({
            ...base,
            method,
            handler: { kind: 'function', ref },
            guards: [...guards, ...classGuards(ref), ...markGuards(ref)],
        }));
    const [ref] = resolveFunction(symbols, file, view, call.owner);
    const holder = symbols.outlines.find(({ classes }) => classes.some(({ name }) => name === className));
    const handler = ref
        ? { kind: 'function', ref }
        : (classHandler(holder, className) ?? { kind: 'expression', text: view, owner: call.owner });
    return apiMethods(ref).map((method) => ({
        ...base,
        method,
        handler,
        guards: [...guards, ...(ref ? markGuards(ref) : [])],
    }));
}
/** `@api_view(['GET', 'POST'])` and `@require_POST` say which methods a function answers. */
function apiMethods(ref) {
    const marks = ref?.file.functions[ref.index]?.marks ?? [];
    const named = marks.flatMap(({ name, arguments: given }) => {
        if (/(?:^|\.)(?:api_view|require_http_methods)$/u.test(name))
            return literalsOf(given[0]).map((one) => one.toUpperCase());
        return /(?:^|\.)require_(?:GET|POST|safe)$/u.test(name)
            ? [name.replace(/^.*require_/u, '').replace('safe', 'GET')]
            : [];
    });
    return named.length === 0 ? [null] : named;
}
/** Methods through which a generic view runs code of its own. */
const HOOKS = [
    'dispatch',
    'form_valid',
    'get_queryset',
    'get_object',
    'get_context_data',
    'get_redirect_url',
    'get_form',
];
const viewMethods = (symbols, className) => {
    const own = classMethods(symbols, className);
    if (own.length > 0)
        return own;
    const [hook] = HOOKS.flatMap((name) => findMethod(symbols, className, name));
    return hook ? [[null, hook]] : [];
};
function classMethods(symbols, className) {
    return Object.entries(VERBS).flatMap(([name, method]) => {
        const ref = findMethod(symbols, className, name)[0];
        return ref ? [[method, ref]] : [];
    });
}
const markGuards = ({ file, index }) => (file.functions[index]?.marks ?? []).flatMap((mark) => {
    const place = { file: file.path, line: mark.line, at: 'route' };
    const inner = mark.arguments.map(({ text }) => text).filter((text) => /^\[?[\w.,\s]+\]?$/u.test(text));
    const isHolder = /(?:method_decorator|permission_classes|decorator_from_middleware)$/u.test(mark.name);
    return isHolder
        ? inner.map((name) => ({ name: name.replace(/[[\]]/gu, ''), ...place }))
        : [{ name: mark.name, ...place }];
});
/** Mixins, `permission_classes` and decorators of the class. */
function classGuards({ file, index }) {
    const owner = file.classes[file.functions[index]?.classIndex ?? -1];
    if (!owner)
        return [];
    const place = { file: file.path, line: owner.line, at: 'router' };
    const fields = ['permission_classes', 'permission_required', 'authentication_classes'].flatMap((field) => (symbolsOf(file).bindings.get(field) ?? []).filter(({ start }) => start >= owner.start && start < owner.end));
    const named = fields.flatMap(({ name, value, line }) => name === 'permission_required'
        ? [{ name, ...place, line }]
        : (value.match(/[A-Za-z_][\w.]*/gu) ?? []).map((each) => ({ name: each, ...place, line })));
    return [
        ...owner.bases.map((name) => ({ name, ...place })).filter(({ name }) => /Mixin$/u.test(name)),
        ...owner.marks.flatMap((mark) => mark.arguments.slice(0, 1).map(({ text }) => ({ name: text.replace(/,[\s\S]*$/u, ''), ...place }))),
        ...named.filter(({ name }) => !/AllowAny$/u.test(name)),
    ];
}
/** `router.register('users', UserViewSet)`: what the class defines, or all of CRUD where it inherits it. */
function readViewSet(file, call, text, { symbols }) {
    const prefix = plainPath(literalsOf(call.arguments[0])[0] ?? '');
    const className = text.split('.').at(-1) ?? '';
    const own = classMethods(symbols, className);
    const base = { file, line: call.line, kind: 'http', framework: 'django', router: fileRouter(file.path) };
    const holder = symbols.outlines.find(({ classes }) => classes.some(({ name }) => name === className));
    const index = holder?.functions.findIndex((each) => each.className === className) ?? -1;
    const shared = holder && index >= 0 ? classGuards({ file: holder, index, isGuess: false }) : setGuards(holder, className);
    const isWhole = holder?.classes
        .find(({ name }) => name === className)
        ?.bases.some((name) => /(?<!ReadOnly)ModelViewSet$/u.test(name));
    const inherited = isWhole ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : own.length === 0 ? ['GET'] : [];
    const missing = inherited.filter((method) => !own.some(([each]) => each === method));
    return [
        ...own.map(([method, ref]) => ({
            ...base,
            method,
            route: routeFor(prefix, method, ref.file.functions[ref.index]?.name ?? ''),
            handler: { kind: 'function', ref },
            guards: [...shared, ...markGuards(ref)],
        })),
        ...missing.map((method) => ({
            ...base,
            method,
            route: routeFor(prefix, method, ''),
            handler: classHandler(holder, className),
            guards: shared,
        })),
        ...readActions(holder, className).flatMap(({ ref, mark, action }) => actionMethods(mark).map((method) => ({
            ...base,
            method,
            route: actionRoute(prefix, mark, action),
            handler: { kind: 'function', ref },
            guards: actionGuards(ref.file, mark, shared),
        }))),
    ];
}
const classHandler = (file, className) => {
    const owner = file?.classes.find(({ name }) => name === className);
    return file && owner ? { kind: 'class', file: file.path, line: owner.line, name: className } : null;
};
/** `@action(detail=True, methods=['post'])`: routes beside those of CRUD. */
const readActions = (file, className) => (file?.functions ?? []).flatMap((each, index) => {
    const mark = each.marks.find(({ name }) => /(?:^|\.)action$/u.test(name));
    if (file === undefined || mark === undefined || each.className !== className)
        return [];
    return [{ ref: { file, index, isGuess: false }, mark, action: each.name }];
});
const actionMethods = ({ arguments: given }) => {
    const named = literalsOf(argumentNamed(given, 'methods')).map((name) => name.toUpperCase());
    return named.length === 0 ? ['GET'] : named;
};
function actionRoute(prefix, { arguments: given }, action) {
    const isDetail = argumentNamed(given, 'detail')?.text === 'True';
    const path = literalsOf(argumentNamed(given, 'url_path'))[0] ?? action;
    return `${prefix}${isDetail ? '/<pk>' : ''}/${path}`;
}
/** Its own permissions stand in place of those of the class. */
function actionGuards(file, mark, shared) {
    const own = argumentNamed(mark.arguments, 'permission_classes');
    if (own === undefined)
        return shared;
    return (own.text.match(/[A-Za-z_][\w.]*/gu) ?? []).map((name) => ({
        name,
        file: file.path,
        line: own.line,
        at: 'route',
    }));
}
/** A view set without methods of its own still has its permissions. */
function setGuards(file, className) {
    const owner = file?.classes.find(({ name }) => name === className);
    if (!file || !owner)
        return [];
    return (symbolsOf(file).bindings.get('permission_classes') ?? [])
        .filter(({ start }) => start >= owner.start && start < owner.end)
        .flatMap(({ value, line }) => (value.match(/[A-Za-z_][\w.]*/gu) ?? []).map((name) => ({ name, file: file.path, line, at: 'router' })));
}
const routeFor = (prefix, method, name) => method === 'POST' || name === 'list' || (method === 'GET' && name === '') ? prefix : `${prefix}/<pk>`;
