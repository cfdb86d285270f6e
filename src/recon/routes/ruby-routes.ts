/**
 * Reads the routes of Rails, Sinatra and Grape, which are written as nested blocks, from the outline of a Ruby file, with their
 * guards. Called by read-routes.ts.
 */
import type { OutlineArgument, OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { callsIn, lastWord } from '../file-symbols.ts';
import { controllerGuards } from './rails-controllers.ts';
import {
  argumentNamed,
  draftRoute,
  type GuardDraft,
  literalsOf,
  methodOf,
  type ReadRoutes,
  type RouteDraft,
  type RouteScope,
} from './route-draft.ts';

const VERB = /^(?:get|post|put|patch|delete|head|options|match)$/u;
const NESTING =
  /^(?:namespace|scope|resources|resource|member|collection|authenticate|authenticated|constraints|concern|route_param|group|controller)$/u;

export const readRubyRoutes: ReadRoutes = (file, scope) => {
  const isRails =
    file.calls.some(({ callee }) => /\.routes\.draw$/u.test(callee)) ||
    /(?:^|\/)config\/routes(?:\/[^/]+)?\.rb$/u.test(file.path);
  return { routes: isRails ? readRails(file, scope) : readBlocks(file), routers: [] };
};

interface Level {
  readonly call: OutlineCall;
  readonly word: string;
}

/** The blocks around a call, outer first. */
function levelsOf(file: SourceOutline, call: OutlineCall): readonly Level[] {
  return file.calls
    .filter((each) => each.start < call.start && each.end >= call.end && NESTING.test(each.callee))
    .map((each) => ({ call: each, word: each.callee }));
}

// ------------------------------------------------------------------------------------------------ Rails

interface RailsPlace {
  readonly path: string;
  readonly module: string;
  readonly controller: string | null;
  readonly guards: readonly GuardDraft[];
}

function placeOf(file: SourceOutline, call: OutlineCall): RailsPlace {
  const levels = levelsOf(file, call);
  const named = levels.map((level, index) => ({ ...level, ...readLevel(level), next: levels[index + 1]?.word ?? '' }));
  const parts = named.flatMap((level) => pathParts(level, call));
  const modules = named.flatMap(({ word, name, module }) => module ?? (word === 'namespace' ? [name] : []));
  const holder = named.findLast(({ word }) => word === 'resources' || word === 'resource');
  const guards = named
    .filter(({ word }) => word.startsWith('authenticate'))
    .map(({ word, call: { line } }) => ({ name: word, file: file.path, line, at: 'router' as const }));
  const controller = holder ? (holder.controller ?? holder.name) : null;
  return { path: parts.filter((part) => part !== '').join('/'), module: modules.join('/'), controller, guards };
}

interface NamedLevel extends Level {
  readonly name: string;
  readonly path?: string;
  /** Word of the block inside it on the way to the call. */
  readonly next: string;
}

function pathParts({ word, name, path, next }: NamedLevel, call: OutlineCall): readonly string[] {
  const own = path ?? name;
  if (word === 'namespace' || word === 'scope' || word === 'resource') return [own];
  if (word !== 'resources') return [];
  const isLast = next === '';
  if (next === 'collection' || (isLast && isCollection(call))) return [own];
  return [own, next === 'member' || (isLast && isMember(call)) ? ':id' : `:${name.replace(/s$/u, '')}_id`];
}

function readLevel({
  call,
}: Level): Readonly<Record<'name', string> & Partial<Record<'path' | 'module' | 'controller', string>>> {
  const named = (keyword: string): string | undefined => literalsOf(argumentNamed(call.arguments, keyword))[0];
  const [path, module, controller] = [named('path'), named('module'), named('controller')];
  return {
    name: literalsOf(call.arguments.find(({ keyword, kind }) => keyword === null && kind === 'text'))[0] ?? '',
    ...(path === undefined ? {} : { path }),
    ...(module === undefined ? {} : { module }),
    ...(controller === undefined ? {} : { controller }),
  };
}

const isCollection = (call: OutlineCall): boolean =>
  literalsOf(argumentNamed(call.arguments, 'on'))[0] === 'collection';
const isMember = (call: OutlineCall): boolean => literalsOf(argumentNamed(call.arguments, 'on'))[0] === 'member';

const ACTIONS: readonly (readonly [action: string, method: string, path: string])[] = [
  ['index', 'GET', ''],
  ['create', 'POST', ''],
  ['new', 'GET', '/new'],
  ['edit', 'GET', '/:id/edit'],
  ['show', 'GET', '/:id'],
  ['update', 'PATCH', '/:id'],
  ['destroy', 'DELETE', '/:id'],
];

function readRails(file: SourceOutline, scope: RouteScope): readonly RouteDraft[] {
  return file.calls.flatMap((call) => {
    if (VERB.test(call.callee)) return readRailsVerb(file, call, scope);
    if (call.callee === 'root') return readRoot(file, call, scope);
    if (call.callee !== 'resources' && call.callee !== 'resource') return [];
    return call.arguments
      .filter(({ keyword, value }) => keyword === null && value !== null)
      .flatMap(({ value }) => readResources(file, call, value ?? '', scope));
  });
}

function readResources(file: SourceOutline, call: OutlineCall, name: string, scope: RouteScope): readonly RouteDraft[] {
  const place = placeOf(file, call);
  const only = argumentNamed(call.arguments, 'only');
  const except = literalsOf(argumentNamed(call.arguments, 'except'));
  const controller =
    literalsOf(argumentNamed(call.arguments, 'controller'))[0] ?? (call.callee === 'resource' ? `${name}s` : name);
  const path = literalsOf(argumentNamed(call.arguments, 'path'))[0] ?? name;
  const isSingle = call.callee === 'resource';
  return ACTIONS.filter(([action]) => (only ? literalsOf(only).includes(action) : !except.includes(action)))
    .filter(([action]) => !(isSingle && action === 'index'))
    .map(([action, method, rest]) => {
      const route =
        [place.path, path].filter((part) => part !== '').join('/') + (isSingle ? rest.replace('/:id', '') : rest);
      return draftRails(
        file,
        call.line,
        { method, route, controller: joinModule(place.module, controller), action, guards: place.guards },
        scope,
      );
    });
}

const joinModule = (module: string, controller: string): string =>
  module === '' ? controller : `${module}/${controller}`;

interface RailsRoute {
  readonly method: string | null;
  readonly route: string;
  readonly controller: string;
  readonly action: string;
  readonly guards: readonly GuardDraft[];
}

function draftRails(
  file: SourceOutline,
  line: number,
  { method, route, controller, action, guards }: RailsRoute,
  { symbols }: RouteScope,
): RouteDraft {
  const className = `${(controller.split('/').at(-1) ?? '').replace(/(?:^|_)([a-z])/gu, (_all, letter: string) => letter.toUpperCase())}Controller`;
  const refs = symbols.methods.get(`${className} ${action}`) ?? [];
  const isIts = ({ path }: SourceOutline): boolean => `/${path}`.endsWith(`/controllers/${controller}_controller.rb`);
  const ref = refs.find((each) => isIts(each.file)) ?? refs[0];
  const owner = ref?.file ?? symbols.outlines.find(isIts);
  const handler: RouteDraft['handler'] = ref
    ? { kind: 'function', ref }
    : { kind: 'expression', text: `${className}.${action}`, owner: -1 };
  const inherited = owner ? controllerGuards(symbols, owner, className, action) : [];
  return draftRoute(file, line, 'rails', { method, route, handler, guards: [...guards, ...inherited] });
}

/** `get 'x' => 'users#show'`: a key that is a plain word is read as a named argument. */
const readArrow = (first: OutlineArgument | undefined): readonly (string | undefined)[] | null =>
  /^['"]([^'"]*)['"]\s*=>\s*['"]([\w/]+)#(\w+)['"]/u.exec(
    first?.keyword == null ? (first?.text ?? '') : `'${first.keyword}' => ${first.text}`,
  );

function readRailsVerb(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouteDraft[] {
  const place = placeOf(file, call);
  const [first] = call.arguments;
  const arrow = readArrow(first);
  const path = arrow?.[1] ?? first?.value ?? null;
  if (path === null) return [];
  const to = /^([\w/]+)?#(\w+[?!]?)$/u.exec(literalsOf(argumentNamed(call.arguments, 'to'))[0] ?? '');
  const named = literalsOf(argumentNamed(call.arguments, 'action'))[0];
  const slashed = /^\/?([\w/]+)\/(\w+)$/u.exec(path);
  const controller =
    arrow?.[2] ??
    to?.[1] ??
    literalsOf(argumentNamed(call.arguments, 'controller'))[0] ??
    place.controller ??
    slashed?.[1] ??
    '';
  const action = arrow?.[3] ?? to?.[2] ?? named ?? lastWord(path);
  const methods = call.callee === 'match' ? literalsOf(argumentNamed(call.arguments, 'via')) : [call.callee];
  const route = [place.path, path.replace(/^\//u, '')].filter((part) => part !== '').join('/');
  return methods.map((method) =>
    draftRails(
      file,
      call.line,
      {
        method: methodOf(method),
        route,
        controller: joinModule(place.module, controller),
        action,
        guards: place.guards,
      },
      scope,
    ),
  );
}

function readRoot(file: SourceOutline, call: OutlineCall, scope: RouteScope): readonly RouteDraft[] {
  const target = literalsOf(argumentNamed(call.arguments, 'to') ?? call.arguments[0])[0] ?? '';
  const [, controller, action] = /^([\w/]+)#(\w+)$/u.exec(target) ?? [];
  const place = placeOf(file, call);
  if (controller === undefined || action === undefined) return [];
  return [
    draftRails(
      file,
      call.line,
      {
        method: 'GET',
        route: place.path,
        controller: joinModule(place.module, controller),
        action,
        guards: place.guards,
      },
      scope,
    ),
  ];
}

// ------------------------------------------------------------------------------------------------ Sinatra and Grape

/** `get '/x' do … end`, in Grape below `namespace` and `resource`. */
function readBlocks(file: SourceOutline): readonly RouteDraft[] {
  const isGrape = file.classes.some(({ bases }) => bases.some((base) => /Grape::API/u.test(base)));
  const isSinatra = file.classes.some(({ bases }) => bases.some((base) => /Sinatra::/u.test(base)));
  return file.calls.flatMap((call) => {
    const block = call.arguments.at(-1);
    if (!/^(?:get|post|put|patch|delete|head|options)$/u.test(call.callee) || block?.kind !== 'function') return [];
    const [path] = literalsOf(call.arguments.find(({ kind }) => kind === 'text'));
    if (!(isGrape || isSinatra || path?.startsWith('/'))) return [];
    const levels = levelsOf(file, call).map(
      ({ call: level }) => literalsOf(level.arguments.find(({ kind }) => kind === 'text'))[0] ?? '',
    );
    const route = [...levels, path ?? '']
      .map((part) => part.replace(/^\//u, ''))
      .filter((part) => part !== '')
      .join('/');
    return [
      draftRoute(file, call.line, isGrape ? 'grape' : 'sinatra', {
        method: methodOf(call.callee),
        route: `/${route}`,
        handler: { kind: 'inline', start: block.start },
        guards: filterGuards(file),
      }),
    ];
  });
}

/** What `before do … end` calls stands in front of every route of the file. */
function filterGuards(file: SourceOutline): readonly GuardDraft[] {
  return file.calls
    .filter(({ callee }) => callee === 'before')
    .flatMap((before) => {
      const under = literalsOf(before.arguments.find(({ kind }) => kind === 'text'))[0];
      return callsIn(file, before.start + 1, before.end).map((call) => ({
        name: call.callee,
        file: file.path,
        line: call.line,
        at: 'router' as const,
        ...(under === undefined ? {} : { under }),
      }));
    });
}
