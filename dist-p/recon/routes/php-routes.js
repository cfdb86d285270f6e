import { callsIn, chainOf } from '../file-symbols.js';
import { readRecord } from './read-record.js';
import { guardName, literalsOf, methodOf, readStrings, } from './route-draft.js';
const LARAVEL = /^Route::(?:[\w:>()-]*(?:->|::))?(get|post|put|patch|delete|options|any|match|resource|apiResource|view)$/u;
const SLIM = /^\$(?:this->)?(?:app|group|router|api|r|route|routes|g)(?:->\w+\(\))*->(get|post|put|patch|delete|options|any|map)$/u;
export const readPhpRoutes = (file, scope) => {
    const groups = findGroups(file);
    const isSlim = scope.frameworks.has('slim') || !scope.frameworks.has('laravel');
    const routes = file.calls.flatMap((call) => {
        const laravel = LARAVEL.exec(call.callee)?.[1];
        const slim = isSlim || /^\$router/u.test(call.callee) ? SLIM.exec(call.callee)?.[1] : undefined;
        if (laravel !== undefined)
            return readRoute(file, call, { verb: laravel, framework: 'laravel', groups }, scope);
        return slim === undefined ? [] : readRoute(file, call, { verb: slim, framework: 'slim', groups }, scope);
    });
    return { routes: routes.length > 0 ? routes : readScript(file), routers: [] };
};
/** `Route::middleware('auth')->prefix('x')->group(function () {…})`, `$app->group('/x', function ($g) {…})->add(Auth::class)`. */
function findGroups(file) {
    return file.calls.flatMap((call) => {
        const block = call.arguments.find(({ kind }) => kind === 'function');
        if (!/(?:->|::)group$/u.test(call.callee) || !block)
            return [];
        const chain = chainOf(file, call);
        const record = readRecord((call.arguments.find(({ kind }) => kind === 'list')?.text ?? '').replace(/^\[/u, '{'));
        const own = literalsOf(call.arguments.find(({ kind }) => kind === 'text'))[0] ?? '';
        const prefix = [unquote(record.get('prefix')), chainLiteral(chain, 'prefix'), own]
            .filter((part) => part !== '')
            .join('/');
        const middleware = readStrings(record.get('middleware') ?? '').map((name) => toGuard(file, call, name));
        const controller = chain.find(({ callee }) => callee.endsWith('controller'))?.arguments[0]?.text ?? null;
        return [
            { start: block.start, end: block.end, prefix, guards: [...middleware, ...chainGuards(file, chain)], controller },
        ];
    });
}
const unquote = (text) => text?.replace(/^['"]|['"]$/gu, '') ?? '';
const chainLiteral = (chain, word) => literalsOf(chain.find(({ callee }) => callee.endsWith(`::${word}`) || callee.endsWith(`->${word}`))?.arguments[0])[0] ?? '';
const toGuard = (file, { line }, name) => ({
    name,
    file: file.path,
    line,
    at: 'router',
});
const chainGuards = (file, chain) => chain
    .filter(({ callee }) => /(?:->|::)(?:middleware|can|add|withoutMiddleware)$/u.test(callee))
    .flatMap((call) => {
    const word = call.callee.replace(/^.*(?:->|::)/u, '');
    if (word === 'can')
        return [{ ...toGuard(file, call, 'can'), at: 'route' }];
    return call.arguments.flatMap((argument) => word === 'withoutMiddleware' ? [] : guardNames(argument).map((name) => toGuard(file, call, name)));
});
const guardNames = (argument) => {
    const literals = literalsOf(argument);
    return literals.length > 0 ? literals : [guardName(argument.text.replace(/::class$/u, '').replace(/^\[/u, ''))];
};
function readRoute(file, call, { verb, framework, groups }, scope) {
    const isMap = verb === 'match' || verb === 'map';
    const [path, target] = isMap ? call.arguments.slice(1) : call.arguments;
    const route = literalsOf(path)[0];
    if (route === undefined || !target)
        return [];
    const around = groups.filter(({ start, end }) => start < call.start && call.end <= end);
    const own = chainOf(file, call).filter((each) => each !== call);
    const api = framework === 'laravel' && /(?:^|\/)routes\/api\.php$/u.test(file.path) ? ['api'] : [];
    const prefix = [...api, ...around.map((group) => group.prefix)].join('/');
    const guards = [
        ...around.flatMap((group) => group.guards),
        ...chainGuards(file, own).map((guard) => ({ ...guard, at: 'route' })),
    ];
    const controller = around.findLast((group) => group.controller !== null)?.controller ?? null;
    const draft = { file, line: path?.line ?? call.line, kind: 'http', framework, router: null };
    if (/esource$/u.test(verb))
        return RESOURCE.filter(([action]) => isOffered(own, action)).map(([action, method, rest]) => ({
            ...draft,
            method,
            route: `${prefix}/${route}${rest}`,
            handler: { kind: 'expression', text: `${plainClass(target.text)}.${action}`, owner: call.owner },
            guards: [...guards, ...constructorGuards(scope.symbols, plainClass(target.text))],
        }));
    const handler = readHandler(target, controller, call.owner);
    const className = handler?.kind === 'expression' ? (handler.text.split('.')[0] ?? '') : '';
    const methods = isMap ? literalsOf(call.arguments[0]).map((name) => methodOf(name)) : [methodOf(verb)];
    return methods.map((method) => ({
        ...draft,
        method,
        route: `${prefix}/${route}`,
        handler,
        guards: [...guards, ...constructorGuards(scope.symbols, className)],
    }));
}
const RESOURCE = [
    ['index', 'GET', ''],
    ['store', 'POST', ''],
    ['show', 'GET', '/{id}'],
    ['update', 'PUT', '/{id}'],
    ['destroy', 'DELETE', '/{id}'],
];
/** `->only(['index', 'show'])`, `->except('destroy')` behind a resource. */
function isOffered(chain, action) {
    const named = (word) => chain.find(({ callee }) => callee.endsWith(`->${word}`))?.arguments.flatMap(literalsOf) ?? null;
    return (named('only')?.includes(action) ?? true) && !named('except')?.includes(action);
}
const plainClass = (text) => /([\w]+)(?:::class)?\W*$/u.exec(text)?.[1]?.replace(/class$/u, '') ?? text;
/** `[Users::class, 'show']`, `'Users@show'`, `Users::class . ':show'`, a closure, or a method of the group's controller. */
function readHandler(target, controller, owner) {
    if (target.kind === 'function')
        return { kind: 'inline', start: target.start };
    const [, listed, action] = /^\[\s*\\?([\w\\]+)::class\s*,\s*['"](\w+)['"]/u.exec(target.text) ?? [];
    const [, named, method] = /^['"]\\?([\w\\]+)[@:](\w+)['"]$/u.exec(target.text) ?? [];
    const whole = /^\\?([\w\\]+)::class(?:\s*\.\s*['"]:(\w+)['"])?$/u.exec(target.text);
    const className = listed ?? named ?? whole?.[1];
    if (className !== undefined)
        return {
            kind: 'expression',
            text: `${lastPart(className)}.${action ?? method ?? whole?.[2] ?? '__invoke'}`,
            owner,
        };
    if (controller !== null && target.value !== null)
        return { kind: 'expression', text: `${plainClass(controller)}.${target.value}`, owner };
    return { kind: 'expression', text: target.text.slice(0, 120), owner };
}
const lastPart = (name) => name.slice(name.lastIndexOf('\\') + 1);
/** `$this->middleware('auth')->only('store')` in the constructor of a controller. */
function constructorGuards({ methods }, className) {
    const [ref] = methods.get(`${className} __construct`) ?? [];
    const maker = ref?.file.functions[ref.index];
    if (!ref || !maker)
        return [];
    return callsIn(ref.file, maker.start, maker.end)
        .filter(({ callee }) => callee === '$this->middleware')
        .flatMap((call) => {
        const chain = chainOf(ref.file, call);
        const only = chain.find(({ callee }) => callee.endsWith('->only'));
        const except = chain.find(({ callee }) => callee.endsWith('->except'));
        return literalsOf(call.arguments[0]).map((name) => ({
            ...toGuard(ref.file, call, name),
            ...(only ? { only: only.arguments.flatMap(literalsOf) } : {}),
            ...(except ? { except: except.arguments.flatMap(literalsOf) } : {}),
        }));
    });
}
/** A page that reads the request itself, without a framework in between. */
function readScript(file) {
    const [first] = file.globals.filter(({ name }) => name.startsWith('$_') || name.startsWith('php:'));
    const argv = file.globals.find(({ name }) => name === '$argv');
    const base = { file, framework: 'php', method: null, handler: null, guards: [], router: null };
    if (first && file.classes.length === 0)
        return [{ ...base, line: first.line, kind: 'http', route: `/${file.path}` }];
    return argv ? [{ ...base, line: argv.line, kind: 'cli', route: file.path }] : [];
}
