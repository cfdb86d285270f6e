import { callsIn, lastWord } from '../file-symbols.js';
import { controllerGuards } from './rails-controllers.js';
import { argumentNamed, literalsOf, methodOf, } from './route-draft.js';
const VERB = /^(?:get|post|put|patch|delete|head|options|match)$/u;
const NESTING = /^(?:namespace|scope|resources|resource|member|collection|authenticate|authenticated|constraints|concern|route_param|group|controller)$/u;
export const readRubyRoutes = (file, scope) => {
    const isRails = file.calls.some(({ callee }) => /\.routes\.draw$/u.test(callee)) ||
        /(?:^|\/)config\/routes(?:\/[^/]+)?\.rb$/u.test(file.path);
    return { routes: isRails ? readRails(file, scope) : readBlocks(file), routers: [] };
};
/** The blocks around a call, outer first. */
function levelsOf(file, call) {
    return file.calls
        .filter((each) => each.start < call.start && each.end >= call.end && NESTING.test(each.callee))
        .map((each) => ({ call: each, word: each.callee }));
}
function placeOf(file, call) {
    const levels = levelsOf(file, call);
    const named = levels.map((level, index) => ({ ...level, ...readLevel(level), next: levels[index + 1]?.word ?? '' }));
    const parts = named.flatMap((level) => pathParts(level, call));
    const modules = named.flatMap(({ word, name, module }) => module ?? (word === 'namespace' ? [name] : []));
    const holder = named.findLast(({ word }) => word === 'resources' || word === 'resource');
    const guards = named
        .filter(({ word }) => word.startsWith('authenticate'))
        .map(({ word, call: { line } }) => ({ name: word, file: file.path, line, at: 'router' }));
    const controller = holder ? (holder.controller ?? holder.name) : null;
    return { path: parts.filter((part) => part !== '').join('/'), module: modules.join('/'), controller, guards };
}
function pathParts({ word, name, path, next }, call) {
    const own = path ?? name;
    if (word === 'namespace' || word === 'scope' || word === 'resource')
        return [own];
    if (word !== 'resources')
        return [];
    const isLast = next === '';
    if (next === 'collection' || (isLast && isCollection(call)))
        return [own];
    return [own, next === 'member' || (isLast && isMember(call)) ? ':id' : `:${name.replace(/s$/u, '')}_id`];
}
function readLevel({ call, }) {
    const named = (keyword) => literalsOf(argumentNamed(call.arguments, keyword))[0];
    const [path, module, controller] = [named('path'), named('module'), named('controller')];
    return {
        name: literalsOf(call.arguments.find(({ keyword, kind }) => keyword === null && kind === 'text'))[0] ?? '',
        ...(path === undefined ? {} : { path }),
        ...(module === undefined ? {} : { module }),
        ...(controller === undefined ? {} : { controller }),
    };
}
const isCollection = (call) => literalsOf(argumentNamed(call.arguments, 'on'))[0] === 'collection';
const isMember = (call) => literalsOf(argumentNamed(call.arguments, 'on'))[0] === 'member';
const ACTIONS = [
    ['index', 'GET', ''],
    ['create', 'POST', ''],
    ['new', 'GET', '/new'],
    ['edit', 'GET', '/:id/edit'],
    ['show', 'GET', '/:id'],
    ['update', 'PATCH', '/:id'],
    ['destroy', 'DELETE', '/:id'],
];
function readRails(file, scope) {
    return file.calls.flatMap((call) => {
        if (VERB.test(call.callee))
            return readRailsVerb(file, call, scope);
        if (call.callee === 'root')
            return readRoot(file, call, scope);
        if (call.callee !== 'resources' && call.callee !== 'resource')
            return [];
        return call.arguments
            .filter(({ keyword, value }) => keyword === null && value !== null)
            .flatMap(({ value }) => readResources(file, call, value ?? '', scope));
    });
}
function readResources(file, call, name, scope) {
    const place = placeOf(file, call);
    const only = argumentNamed(call.arguments, 'only');
    const except = literalsOf(argumentNamed(call.arguments, 'except'));
    const controller = literalsOf(argumentNamed(call.arguments, 'controller'))[0] ?? (call.callee === 'resource' ? `${name}s` : name);
    const path = literalsOf(argumentNamed(call.arguments, 'path'))[0] ?? name;
    const isSingle = call.callee === 'resource';
    return ACTIONS.filter(([action]) => (only ? literalsOf(only).includes(action) : !except.includes(action)))
        .filter(([action]) => !(isSingle && action === 'index'))
        .map(([action, method, rest]) => {
        const route = [place.path, path].filter((part) => part !== '').join('/') + (isSingle ? rest.replace('/:id', '') : rest);
        return draftRails(file, call.line, { method, route, controller: joinModule(place.module, controller), action, guards: place.guards }, scope);
    });
}
const joinModule = (module, controller) => module === '' ? controller : `${module}/${controller}`;
function draftRails(file, line, { method, route, controller, action, guards }, { symbols }) {
    const className = `${(controller.split('/').at(-1) ?? '').replace(/(?:^|_)([a-z])/gu, (_all, letter) => letter.toUpperCase())}Controller`;
    const refs = symbols.methods.get(`${className} ${action}`) ?? [];
    const ref = refs.find((each) => each.file.path.endsWith(`${controller}_controller.rb`)) ?? refs[0];
    const owner = ref?.file ?? symbols.outlines.find(({ path }) => path.endsWith(`${controller}_controller.rb`));
    const handler = ref
        ? { kind: 'function', ref }
        : { kind: 'expression', text: `${className}.${action}`, owner: -1 };
    const inherited = owner ? controllerGuards(symbols, owner, className, action) : [];
    return {
        file,
        line,
        kind: 'http',
        framework: 'rails',
        method,
        route,
        handler,
        guards: [...guards, ...inherited],
        router: null,
    };
}
function readRailsVerb(file, call, scope) {
    const place = placeOf(file, call);
    const [first] = call.arguments;
    const arrow = /^['"]([^'"]*)['"]\s*=>\s*['"]([\w/]+)#(\w+)['"]/u.exec(first?.text ?? '');
    const path = arrow?.[1] ?? first?.value ?? null;
    if (path === null)
        return [];
    const to = /^([\w/]+)?#(\w+[?!]?)$/u.exec(literalsOf(argumentNamed(call.arguments, 'to'))[0] ?? '');
    const named = literalsOf(argumentNamed(call.arguments, 'action'))[0];
    const slashed = /^\/?([\w/]+)\/(\w+)$/u.exec(path);
    const controller = arrow?.[2] ??
        to?.[1] ??
        literalsOf(argumentNamed(call.arguments, 'controller'))[0] ??
        place.controller ??
        slashed?.[1] ??
        '';
    const action = arrow?.[3] ?? to?.[2] ?? named ?? lastWord(path);
    const methods = call.callee === 'match' ? literalsOf(argumentNamed(call.arguments, 'via')) : [call.callee];
    const route = [place.path, path.replace(/^\//u, '')].filter((part) => part !== '').join('/');
    return methods.map((method) => draftRails(file, call.line, {
        method: methodOf(method),
        route,
        controller: joinModule(place.module, controller),
        action,
        guards: place.guards,
    }, scope));
}
function readRoot(file, call, scope) {
    const target = literalsOf(argumentNamed(call.arguments, 'to') ?? call.arguments[0])[0] ?? '';
    const [, controller, action] = /^([\w/]+)#(\w+)$/u.exec(target) ?? [];
    const place = placeOf(file, call);
    if (controller === undefined || action === undefined)
        return [];
    return [
        draftRails(file, call.line, {
            method: 'GET',
            route: place.path,
            controller: joinModule(place.module, controller),
            action,
            guards: place.guards,
        }, scope),
    ];
}
// ------------------------------------------------------------------------------------------------ Sinatra and Grape
/** `get '/x' do … end`, in Grape below `namespace` and `resource`. */
function readBlocks(file) {
    const isGrape = file.classes.some(({ bases }) => bases.some((base) => /Grape::API/u.test(base)));
    const isSinatra = file.classes.some(({ bases }) => bases.some((base) => /Sinatra::/u.test(base)));
    return file.calls.flatMap((call) => {
        const block = call.arguments.at(-1);
        if (!/^(?:get|post|put|patch|delete|head|options)$/u.test(call.callee) || block?.kind !== 'function')
            return [];
        const [path] = literalsOf(call.arguments.find(({ kind }) => kind === 'text'));
        if (!(isGrape || isSinatra || path?.startsWith('/')))
            return [];
        const levels = levelsOf(file, call).map(({ call: level }) => literalsOf(level.arguments.find(({ kind }) => kind === 'text'))[0] ?? '');
        const route = [...levels, path ?? '']
            .map((part) => part.replace(/^\//u, ''))
            .filter((part) => part !== '')
            .join('/');
        return [
            {
                file,
                line: call.line,
                kind: 'http',
                framework: isGrape ? 'grape' : 'sinatra',
                method: methodOf(call.callee),
                route: `/${route}`,
                handler: { kind: 'inline', start: block.start },
                guards: filterGuards(file),
                router: null,
            },
        ];
    });
}
/** What `before do … end` calls stands in front of every route of the file. */
function filterGuards(file) {
    return file.calls
        .filter(({ callee }) => callee === 'before')
        .flatMap((before) => {
        const under = literalsOf(before.arguments.find(({ kind }) => kind === 'text'))[0];
        return callsIn(file, before.start + 1, before.end).map((call) => ({
            name: call.callee,
            file: file.path,
            line: call.line,
            at: 'router',
            ...(under === undefined ? {} : { under }),
        }));
    });
}
