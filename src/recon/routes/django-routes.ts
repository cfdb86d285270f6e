/**
 * Reads the routes of Django and Django REST framework (URL lists, includes, class-based views, view sets) with their guards from the
 * outline of a file. Called by read-routes.ts.
 */
import type { OutlineCall, OutlineDecorator, SourceOutline } from '../../ports/outline.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { splitList } from '../../protocol/text/split-list.ts';
import { bindingsIn, symbolsOf } from '../file-symbols.ts';
import { type FunctionRef, followImport, type ProjectSymbols, resolveFunction } from '../project-symbols.ts';
import { type ClassPlace, findClass, findNamedFunction, methodOfClass } from './find-view.ts';
import {
  argumentNamed,
  draftRoute,
  type GuardDraft,
  literalsOf,
  type ReadRoutes,
  type RouteDraft,
  type RouterDraft,
  type RouteScope,
  readNames,
  readStrings,
} from './route-draft.ts';
import { routerId } from './router-id.ts';

const URL_CALL = /^(?:\w+\.)*(?:path|re_path|url)$/u;
const VERBS: Readonly<Record<string, string>> = {
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

export const readDjangoRoutes: ReadRoutes = (file, scope) => {
  if (!file.imports.some(({ module }) => /^(?:django|rest_framework)\b/u.test(module)))
    return { routes: [], routers: [] };
  const routes: RouteDraft[] = [];
  const routers: RouterDraft[] = [];
  for (const call of file.calls) {
    const [path, target] = call.arguments;
    if (URL_CALL.test(call.callee) && path && target) {
      if (/^(?:\w+\.)*include\(/u.test(target.text)) routers.push(...readInclude(file, call, target.text, scope));
      else if (!/\.urls$/u.test(target.text)) routes.push(...readUrl(file, call, target.text, scope));
    }
    if (/router\w*\.register$/iu.test(call.callee) && target)
      routes.push(...readViewSet(file, call, target.text, scope));
  }
  return { routes, routers };
};

/** A regular expression as a path: `^articles/(?P<year>\d+)/$` is `articles/<year>`. */
const plainPath = (text: string): string =>
  text
    .replace(/\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)/gu, '<$1>')
    .replace(/^\^|\$$|\\(?=[./-])/gu, '')
    .replace(/\?$/u, '');

const fileRouter = (path: string): string => routerId(path, -1, 'urlpatterns');

function readInclude(
  file: SourceOutline,
  call: OutlineCall,
  text: string,
  { symbols }: RouteScope,
): readonly RouterDraft[] {
  const [first] = call.arguments;
  const prefix = plainPath(literalsOf(first)[0] ?? '');
  const named = /include\(\s*\(?\s*['"]([\w.]+)['"]/u.exec(text)?.[1];
  const imported = /include\(\s*\(?\s*([\w.]+)/u.exec(text)?.[1];
  const targets =
    named === undefined
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

/** `login_required(never_cache(views.edit))`: what stands around the view guards it. */
function unwrapView(text: string, depth = 0): { readonly wrappers: readonly string[]; readonly view: string } {
  const [, wrapper = '', inner = ''] = /^([\w.]+)\(([\s\S]*)\)$/u.exec(text.trim()) ?? [];
  const [first = ''] = splitList(inner);
  if (wrapper === '' || wrapper.endsWith('as_view') || first === '' || depth > 4)
    return { wrappers: [], view: text.trim().replace(/\.as_view\([\s\S]*$|\([\s\S]*$/u, '') };
  const within = unwrapView(first, depth + 1);
  // A class that is made with another is the view itself: `Preview(Form)`.
  return /^(?:\w+\.)*[A-Z]/u.test(wrapper)
    ? { wrappers: [], view: wrapper }
    : { ...within, wrappers: [wrapper, ...within.wrappers] };
}

function readUrl(file: SourceOutline, call: OutlineCall, text: string, { symbols }: RouteScope): readonly RouteDraft[] {
  const route = plainPath(literalsOf(call.arguments[0])[0] ?? '');
  const { wrappers, view } = unwrapView(text);
  const base = draftRoute(file, call.line, 'django', { route, router: fileRouter(file.path) });
  const guards = wrappers.map((name) => ({ name, file: file.path, line: call.line, at: 'route' as const }));
  const shared = [...guards, ...appGuards(file, call), ...settingsGuards(symbols).middleware];
  const isView = /\.as_view\b/u.test(text);
  const place = isView || /^(?:\w+\.)*[A-Z]\w*$/u.test(view) ? findClass(symbols, file, view, call.start) : null;
  const methods = isView && place ? viewMethods(symbols, place) : [];
  if (methods.length > 0)
    return methods.map(([method, ref]) => ({
      ...base,
      method,
      handler: { kind: 'function' as const, ref, ...(place ? { view: place.name } : {}) },
      guards: [...shared, ...(place ? classGuards(symbols, place) : []), ...decoratorGuards(ref)],
    }));
  const ref =
    findNamedFunction(symbols, file, call.arguments[1]?.value ?? '') ??
    resolveFunction(symbols, file, view, call.owner)[0];
  const handler: RouteDraft['handler'] = ref
    ? { kind: 'function', ref }
    : (classHandler(place) ?? { kind: 'expression', text: view, owner: call.owner });
  return apiMethods(ref).map((method) => ({
    ...base,
    method,
    handler,
    guards: [...shared, ...(ref ? functionGuards(symbols, ref) : place ? classGuards(symbols, place) : [])],
  }));
}

/** `default_permissions = ['is_staff']` of the application whose routes these are. */
function appGuards(file: SourceOutline, { start, line }: OutlineCall): readonly GuardDraft[] {
  const owner = file.classes.findLast((each) => each.start <= start && start < each.end);
  return bindingsIn(file, owner, 'default_permissions')
    .flatMap(({ value }) => readStrings(value))
    .map((name) => ({ name, file: file.path, line, at: 'router' as const }));
}

/** `@api_view(['GET', 'POST'])` and `@require_POST` say which methods a function answers. */
function apiMethods(ref: FunctionRef | undefined): readonly (string | null)[] {
  const decorators = ref?.file.functions[ref.index]?.decorators ?? [];
  const named = decorators.flatMap(({ name, arguments: given }) => {
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

const viewMethods = (
  symbols: RouteScope['symbols'],
  place: ClassPlace,
): readonly (readonly [string | null, FunctionRef])[] => {
  const own = classMethods(symbols, place);
  if (own.length > 0) return own;
  const [hook] = HOOKS.flatMap((name) => methodOfClass(symbols, place, name) ?? []);
  return hook ? [[null, hook]] : [];
};

function classMethods(symbols: RouteScope['symbols'], place: ClassPlace): readonly (readonly [string, FunctionRef])[] {
  return Object.entries(VERBS).flatMap(([name, method]) => {
    const ref = methodOfClass(symbols, place, name);
    return ref ? [[method, ref] as const] : [];
  });
}

const decoratorGuards = ({ file, index }: FunctionRef): readonly GuardDraft[] =>
  (file.functions[index]?.decorators ?? []).flatMap((decorator) => {
    const place = { file: file.path, line: decorator.line, at: 'route' as const };
    const inner = decorator.arguments.map(({ text }) => text).filter((text) => /^\[?[\w.,\s]+\]?$/u.test(text));
    const isHolder = /(?:method_decorator|permission_classes|decorator_from_middleware)$/u.test(decorator.name);
    return isHolder
      ? inner.map((name) => ({ name: name.replace(/[[\]]/gu, ''), ...place }))
      : [{ name: decorator.name, ...place }];
  });

/** Mixins, `permission_classes` and decorators of the class. */
function placeGuards({ file, name: className }: ClassPlace): readonly GuardDraft[] {
  const owner = file.classes.find(({ name }) => name === className);
  if (!owner) return [];
  const place = { file: file.path, line: owner.line, at: 'router' as const };
  const fields = ['permission_classes', 'permission_required', 'authentication_classes'].flatMap((field) =>
    bindingsIn(file, owner, field),
  );
  const named = fields.flatMap(({ name, value, line }) =>
    name === 'permission_required'
      ? [{ name, ...place, line }]
      : readNames(value).map((each) => ({ name: each, ...place, line })),
  );
  return [
    ...owner.bases.map((name) => ({ name, ...place })).filter(({ name }) => /Mixin$/u.test(name)),
    ...owner.decorators.flatMap((decorator) =>
      decorator.arguments.slice(0, 1).map(({ text }) => ({ name: text.replace(/,[\s\S]*$/u, ''), ...place })),
    ),
    ...named.filter(({ name }) => !/AllowAny$/u.test(name)),
  ];
}

interface SettingsGuards {
  /** `DEFAULT_PERMISSION_CLASSES`: where a view of the API asks for nothing itself. */
  readonly defaults: readonly GuardDraft[];
  /** `LoginRequiredMiddleware`: before every view. */
  readonly middleware: readonly GuardDraft[];
}

const known = new WeakMap<ProjectSymbols, SettingsGuards>();

const settingsGuards = (symbols: ProjectSymbols): SettingsGuards =>
  getOrAdd(known, symbols, () => ({
    defaults: readSetting(symbols, 'REST_FRAMEWORK', (value) =>
      readStrings(/DEFAULT_PERMISSION_CLASSES['"]\s*:\s*([[(][^\])]*)/u.exec(value)?.[1] ?? '').filter(
        (name) => !/AllowAny$/u.test(name),
      ),
    ),
    middleware: readSetting(symbols, 'MIDDLEWARE', (value) =>
      readStrings(value).filter((name) => /Login\w*Required|RequireLogin|AuthRequired/u.test(name)),
    ),
  }));

const readSetting = (
  { outlines }: ProjectSymbols,
  setting: string,
  read: (value: string) => readonly string[],
): readonly GuardDraft[] =>
  outlines.flatMap((file) =>
    (symbolsOf(file).bindings.get(setting) ?? []).flatMap(({ value, line }) =>
      read(value).map((name) => ({ name, file: file.path, line, at: 'application' as const })),
    ),
  );

const API_VIEW = /(?:APIView|ViewSet|(?:List|Create|Retrieve|Update|Destroy)\w*APIView)$/u;

/** What the class asks for; a view of the API that names no permissions is given those of the settings. */
function classGuards(symbols: RouteScope['symbols'], place: ClassPlace): readonly GuardDraft[] {
  const owner = place.file.classes.find(({ name }) => name === place.name);
  const isApi = owner?.bases.some((base) => API_VIEW.test(base)) ?? false;
  const isOwn = bindingsIn(place.file, owner, 'permission_classes').length > 0;
  return [...placeGuards(place), ...(isApi && !isOwn ? settingsGuards(symbols).defaults : [])];
}

function functionGuards(symbols: RouteScope['symbols'], ref: FunctionRef): readonly GuardDraft[] {
  const decorators = ref.file.functions[ref.index]?.decorators ?? [];
  const isApi = decorators.some(({ name }) => /(?:^|\.)api_view$/u.test(name));
  const isOwn = decorators.some(({ name }) => /(?:^|\.)permission_classes$/u.test(name));
  return [...decoratorGuards(ref), ...(isApi && !isOwn ? settingsGuards(symbols).defaults : [])];
}

/** `router.register('users', UserViewSet)`: what the class defines, or all of CRUD where it inherits it. */
function readViewSet(
  file: SourceOutline,
  call: OutlineCall,
  text: string,
  { symbols }: RouteScope,
): readonly RouteDraft[] {
  const prefix = plainPath(literalsOf(call.arguments[0])[0] ?? '');
  const className = text.split('.').at(-1) ?? '';
  const place = findClass(symbols, file, text, call.start);
  const own = place ? classMethods(symbols, place) : [];
  const base = draftRoute(file, call.line, 'django', { router: fileRouter(file.path) });
  const holder = place?.file;
  const shared = [...settingsGuards(symbols).middleware, ...(place ? classGuards(symbols, place) : [])];
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
      handler: { kind: 'function' as const, ref, view: className },
      guards: [...shared, ...decoratorGuards(ref)],
    })),
    ...missing.map((method) => ({
      ...base,
      method,
      route: routeFor(prefix, method, ''),
      handler: classHandler(place),
      guards: shared,
    })),
    ...readActions(holder, className).flatMap(({ ref, decorator, action }) =>
      actionMethods(decorator).map((method) => ({
        ...base,
        method,
        route: actionRoute(prefix, decorator, action),
        handler: { kind: 'function' as const, ref },
        guards: actionGuards(ref.file, decorator, shared),
      })),
    ),
  ];
}

const classHandler = (place: ClassPlace | null): RouteDraft['handler'] => {
  const owner = place?.file.classes.find(({ name }) => name === place.name);
  return place && owner ? { kind: 'class', file: place.file.path, line: owner.line, name: place.name } : null;
};

interface ExtraAction {
  readonly ref: FunctionRef;
  readonly decorator: OutlineDecorator;
  readonly action: string;
}

/** `@action(detail=True, methods=['post'])`: routes beside those of CRUD. */
const readActions = (file: SourceOutline | undefined, className: string): readonly ExtraAction[] =>
  (file?.functions ?? []).flatMap((each, index) => {
    const decorator = each.decorators.find(({ name }) => /(?:^|\.)action$/u.test(name));
    if (file === undefined || decorator === undefined || each.className !== className) return [];
    return [{ ref: { file, index, isGuess: false }, decorator, action: each.name }];
  });

const actionMethods = ({ arguments: given }: OutlineDecorator): readonly string[] => {
  const named = literalsOf(argumentNamed(given, 'methods')).map((name) => name.toUpperCase());
  return named.length === 0 ? ['GET'] : named;
};

function actionRoute(prefix: string, { arguments: given }: OutlineDecorator, action: string): string {
  const isDetail = argumentNamed(given, 'detail')?.text === 'True';
  const path = literalsOf(argumentNamed(given, 'url_path'))[0] ?? action;
  return `${prefix}${isDetail ? '/<pk>' : ''}/${path}`;
}

/** Its own permissions stand in place of those of the class. */
function actionGuards(
  file: SourceOutline,
  decorator: OutlineDecorator,
  shared: readonly GuardDraft[],
): readonly GuardDraft[] {
  const own = argumentNamed(decorator.arguments, 'permission_classes');
  if (own === undefined) return shared;
  const place = { file: file.path, line: own.line, at: 'route' as const };
  return readNames(own.text).map((name) => ({ name, ...place }));
}

const routeFor = (prefix: string, method: string, name: string): string =>
  method === 'POST' || name === 'list' || (method === 'GET' && name === '') ? prefix : `${prefix}/<pk>`;
