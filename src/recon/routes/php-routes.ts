/**
 * Reads the routes of Laravel and Slim, nested groups included, and scripts that read the request themselves, from the outline of a
 * PHP file. Called by read-routes.ts.
 */
import type { OutlineArgument, OutlineCall, SourceOutline } from '../../ports/outline.ts';
import { callsIn, chainOf } from '../file-symbols.ts';
import type { ProjectSymbols } from '../project-symbols.ts';
import { readRecord } from './read-record.ts';
import {
  draftRoute,
  type GuardDraft,
  guardName,
  literalsOf,
  methodOf,
  type ReadRoutes,
  type RouteDraft,
  type RouteScope,
  readStrings,
  toHandler,
} from './route-draft.ts';

const LARAVEL =
  /^Route::(?:[\w:>()-]*(?:->|::))?(get|post|put|patch|delete|options|any|match|resource|apiResource|view)$/u;
const SLIM =
  /^\$(?:this->)?(?:app|group|router|api|r|route|routes|g)(?:->\w+\(\))*->(get|post|put|patch|delete|options|any|map)$/u;

export const readPhpRoutes: ReadRoutes = (file, scope) => {
  const groups = findGroups(file);
  const isSlim = scope.frameworks.has('slim') || !scope.frameworks.has('laravel');
  const routes = file.calls.flatMap((call) => {
    const laravel = LARAVEL.exec(call.callee)?.[1];
    const slim = isSlim || /^\$router/u.test(call.callee) ? SLIM.exec(call.callee)?.[1] : undefined;
    if (laravel !== undefined) return readRoute(file, call, { verb: laravel, framework: 'laravel', groups }, scope);
    return slim === undefined ? [] : readRoute(file, call, { verb: slim, framework: 'slim', groups }, scope);
  });
  return { routes: routes.length > 0 ? routes : readScript(file), routers: [] };
};

interface Group {
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
  readonly guards: readonly GuardDraft[];
  readonly controller: string | null;
  /** Below which the texts in it name their controllers. */
  readonly namespace: string;
}

/** `Route::middleware('auth')->prefix('x')->group(function () {…})`, `$app->group('/x', function ($g) {…})->add(Auth::class)`. */
function findGroups(file: SourceOutline): readonly Group[] {
  return file.calls.flatMap((call) => {
    const block = call.arguments.find(({ kind }) => kind === 'function');
    if (!/(?:->|::)group$/u.test(call.callee) || !block) return [];
    const chain = chainOf(file, call);
    const record = readRecord((call.arguments.find(({ kind }) => kind === 'list')?.text ?? '').replace(/^\[/u, '{'));
    const own = literalsOf(call.arguments.find(({ kind }) => kind === 'text'))[0] ?? '';
    const prefix = [unquote(record.get('prefix')), chainLiteral(chain, 'prefix'), own]
      .filter((part) => part !== '')
      .join('/');
    const middleware = readStrings(record.get('middleware') ?? '').map((name) => toGuard(file, call, name));
    const controller = chain.find(({ callee }) => callee.endsWith('controller'))?.arguments[0]?.text ?? null;
    const namespace = unquote(record.get('namespace')) || chainLiteral(chain, 'namespace');
    const guards = [...middleware, ...chainGuards(file, chain)];
    return [{ start: block.start, end: block.end, prefix, guards, controller, namespace }];
  });
}

const unquote = (text: string | undefined): string => text?.replace(/^['"]|['"]$/gu, '') ?? '';
const chainLiteral = (chain: readonly OutlineCall[], word: string): string =>
  literalsOf(
    chain.find(({ callee }) => callee.endsWith(`::${word}`) || callee.endsWith(`->${word}`))?.arguments[0],
  )[0] ?? '';

const toGuard = (file: SourceOutline, { line }: OutlineCall, name: string): GuardDraft => ({
  name,
  file: file.path,
  line,
  at: 'router',
});

const chainGuards = (file: SourceOutline, chain: readonly OutlineCall[]): readonly GuardDraft[] =>
  chain
    .filter(({ callee }) => /(?:->|::)(?:middleware|can|add|withoutMiddleware)$/u.test(callee))
    .flatMap((call) => {
      const word = call.callee.replace(/^.*(?:->|::)/u, '');
      if (word === 'can') return [{ ...toGuard(file, call, 'can'), at: 'route' as const }];
      return call.arguments.flatMap((argument) =>
        word === 'withoutMiddleware' ? [] : guardNames(argument).map((name) => toGuard(file, call, name)),
      );
    });

const guardNames = (argument: OutlineArgument): readonly string[] => {
  const literals = literalsOf(argument);
  return literals.length > 0 ? literals : [guardName(argument.text.replace(/::class$/u, '').replace(/^\[/u, ''))];
};

interface PhpRoute {
  readonly verb: string;
  readonly framework: string;
  readonly groups: readonly Group[];
}

function readRoute(
  file: SourceOutline,
  call: OutlineCall,
  { verb, framework, groups }: PhpRoute,
  scope: RouteScope,
): readonly RouteDraft[] {
  const isMap = verb === 'match' || verb === 'map';
  const [path, target] = isMap ? call.arguments.slice(1) : call.arguments;
  const route = literalsOf(path)[0];
  if (route === undefined || !target) return [];
  const around = groups.filter(({ start, end }) => start < call.start && call.end <= end);
  const own = chainOf(file, call).filter((each) => each !== call);
  const api = framework === 'laravel' && /(?:^|\/)routes\/api\.php$/u.test(file.path) ? ['api'] : [];
  const prefix = [...api, ...around.map((group) => group.prefix)].join('/');
  const guards = [
    ...around.flatMap((group) => group.guards),
    ...chainGuards(file, own).map((guard) => ({ ...guard, at: 'route' as const })),
  ];
  const controller = around.findLast((group) => group.controller !== null)?.controller ?? null;
  const draft = draftRoute(file, path?.line ?? call.line, framework, {});
  const namespace = around.map((group) => group.namespace).filter((part) => part !== '');
  const resolve = (action: ControllerAction): RouteDraft['handler'] =>
    findAction(scope.symbols, file, action, namespace.join('\\')) ?? {
      kind: 'expression',
      text: `${lastPart(action.controller)}.${action.method}`,
      owner: call.owner,
    };
  if (/esource$/u.test(verb))
    return RESOURCE.filter(([action]) => isOffered(own, action)).map(([action, method, rest]) => {
      const handler = resolve({ ...readClass(target), method: action });
      return {
        ...draft,
        method,
        route: `${prefix}/${route}${rest}`,
        handler,
        guards: [...guards, ...constructorGuards(scope.symbols, handler)],
      };
    });
  const action = readAction(target, controller);
  const handler = action === null ? toHandler(target, call.owner) : resolve(action);
  const methods = isMap ? literalsOf(call.arguments[0]).map((name) => methodOf(name)) : [methodOf(verb)];
  return methods.map((method) => ({
    ...draft,
    method,
    route: `${prefix}/${route}`,
    handler,
    guards: [...guards, ...constructorGuards(scope.symbols, handler)],
  }));
}

const RESOURCE: readonly (readonly [action: string, method: string, path: string])[] = [
  ['index', 'GET', ''],
  ['store', 'POST', ''],
  ['show', 'GET', '/{id}'],
  ['update', 'PUT', '/{id}'],
  ['destroy', 'DELETE', '/{id}'],
];

/** `->only(['index', 'show'])`, `->except('destroy')` behind a resource. */
function isOffered(chain: readonly OutlineCall[], action: string): boolean {
  const named = (word: string): readonly string[] | null =>
    chain.find(({ callee }) => callee.endsWith(`->${word}`))?.arguments.flatMap(literalsOf) ?? null;
  return (named('only')?.includes(action) ?? true) && !named('except')?.includes(action);
}

interface ControllerAction {
  /** With its namespace where it is written. */
  readonly controller: string;
  readonly method: string;
  /** A text names its class below the namespace of the group; `::class` means what is imported. */
  readonly isText: boolean;
}

const readClass = ({ text, value }: OutlineArgument): Omit<ControllerAction, 'method'> => ({
  controller: (value ?? text).replace(/::class$/u, ''),
  isText: value !== null,
});

/** `[Users::class, 'show']`, `'Users@show'`, `Users::class . ':show'`, or a method of the group's controller; null for a closure. */
function readAction(target: OutlineArgument, controller: string | null): ControllerAction | null {
  const [, listed, action] = /^\[\s*(\\?[\w\\]+)::class\s*,\s*['"](\w+)['"]/u.exec(target.text) ?? [];
  if (listed !== undefined && action !== undefined) return { controller: listed, method: action, isText: false };
  const [, named, method] = /^['"](\\?[\w\\]+)[@:](\w+)['"]$/u.exec(target.text) ?? [];
  if (named !== undefined && method !== undefined) return { controller: named, method, isText: true };
  const [, whole, own = '__invoke'] = /^(\\?[\w\\]+)::class(?:\s*\.\s*['"]:(\w+)['"])?$/u.exec(target.text) ?? [];
  if (whole !== undefined) return { controller: whole, method: own, isText: false };
  if (controller === null || target.value === null) return null;
  return { controller: controller.replace(/::class$/u, ''), method: target.value, isText: false };
}

/** Controllers of one name are told apart by their namespace. */
function findAction(
  { methods }: ProjectSymbols,
  file: SourceOutline,
  { controller, method, isText }: ControllerAction,
  group: string,
): RouteDraft['handler'] {
  const refs = methods.get(`${lastPart(controller)} ${method}`) ?? [];
  const imported = isText ? undefined : file.imports.find(({ local }) => local === controller);
  if (imported?.member) {
    const meant = methods.get(`${imported.member} ${method}`) ?? [];
    const [ref] = meant.filter(({ file: each }) => each.packageName === imported.module);
    if (ref) return { kind: 'function', ref };
  }
  const own = controller.slice(0, Math.max(0, controller.lastIndexOf('\\')));
  const isFull = own.startsWith('\\');
  const wanted = [isFull || !isText ? '' : group, own.replace(/^\\/u, '')].filter((part) => part !== '').join('\\');
  const fits = refs.filter(({ file: each }) =>
    isFull ? each.packageName === wanted : endsWith(each.packageName, wanted),
  );
  // Without a namespace the one nearest to the root is meant.
  const [ref] = fits.toSorted((a, b) => a.file.packageName.length - b.file.packageName.length);
  return ref ? { kind: 'function', ref } : null;
}

const endsWith = (namespace: string, part: string): boolean =>
  part === '' || namespace === part || namespace.endsWith(`\\${part}`);

const lastPart = (name: string): string => name.slice(name.lastIndexOf('\\') + 1);

/** `$this->middleware('auth')->only('store')` in the constructor of a controller. */
function constructorGuards({ methods }: ProjectSymbols, handler: RouteDraft['handler']): readonly GuardDraft[] {
  if (handler?.kind !== 'function') return [];
  const { file } = handler.ref;
  const makers = methods.get(`${file.functions[handler.ref.index]?.className ?? ''} __construct`) ?? [];
  const ref = makers.find((each) => each.file === file) ?? makers[0];
  const maker = ref?.file.functions[ref.index];
  if (!ref || !maker) return [];
  return callsIn(ref.file, maker.start, maker.end)
    .filter(({ callee }) => callee === '$this->middleware' || callee === '$this->authorizeResource')
    .flatMap((call) => {
      if (call.callee.endsWith('authorizeResource')) return [toGuard(ref.file, call, 'authorizeResource')];
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
function readScript(file: SourceOutline): readonly RouteDraft[] {
  const [first] = file.globals.filter(({ name }) => name.startsWith('$_') || name.startsWith('php:'));
  const argv = file.globals.find(({ name }) => name === '$argv');
  if (first && file.classes.length === 0) return [draftRoute(file, first.line, 'php', { route: `/${file.path}` })];
  return argv ? [draftRoute(file, argv.line, 'php', { kind: 'cli', route: file.path })] : [];
}
