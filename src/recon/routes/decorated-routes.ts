/**
 * Reads the routes that decorators, annotations and attributes declare on classes and methods (NestJS, Spring, JAX-RS, ASP.NET,
 * Symfony) from the outline of a file; the class gives prefix and guards to its methods. Called by read-routes.ts;
 * analyzers/access/procedures.ts takes `readGuards`.
 */
import type { OutlineClass, OutlineDecorator, OutlineFunction, SourceOutline } from '../../ports/outline.ts';
import {
  argumentNamed,
  draftRoute,
  functionAt,
  type GuardDraft,
  guardName,
  literalsGiven,
  literalsIn,
  literalsOf,
  type ReadRoutes,
  type RouteDraft,
  type RouterDraft,
} from './route-draft.ts';

interface DecoratorStyle {
  readonly framework: string;
  /** Decorators of a class that hold routes, and of the prefix. */
  readonly controller: RegExp;
  readonly prefix: RegExp;
  /** Decorators of a method, with the HTTP method in the first group. */
  readonly route: RegExp;
}

const JVM: readonly DecoratorStyle[] = [
  {
    framework: 'spring',
    // A stereotype of the project's own, as `AdminController`, holds routes too; a Feign client calls them elsewhere.
    controller: /^(?:RequestMapping|\w*(?:Controller|Endpoint))$/u,
    prefix: /^RequestMapping$/u,
    route: /^(Get|Post|Put|Patch|Delete|Request)Mapping$/u,
  },
  {
    framework: 'jax-rs',
    controller: /^Path$/u,
    prefix: /^Path$/u,
    route: /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/u,
  },
];

const STYLES: Readonly<Record<string, readonly DecoratorStyle[]>> = {
  typescript: [
    {
      framework: 'nestjs',
      controller: /^Controller$/u,
      prefix: /^Controller$/u,
      route: /^(Get|Post|Put|Patch|Delete|Head|Options|All|Sse)$/u,
    },
  ],
  java: JVM,
  kotlin: JVM,
  csharp: [
    {
      framework: 'aspnet',
      controller: /^(?:ApiController|Route|Controller)$/u,
      prefix: /^Route(?:Prefix)?$/u,
      route: /^Http(Get|Post|Put|Patch|Delete|Head|Options)$/u,
    },
  ],
  php: [{ framework: 'symfony', controller: /^/u, prefix: /^Route$/u, route: /^(Route)$/u }],
};

const OPEN = /^(?:AllowAnonymous|PermitAll|Public|SkipAuth|NoAuth|IsPublic|PublicRoute)$/u;
const NOT_GUARDS =
  /^(?:Route|Controller|RequestMapping|Path|\w+Mapping|Http\w+|Get|Post|Put|Patch|Delete|Api\w*|Produces\w*|Consumes|Query|Mutation|Resolver)$/u;

export const readDecoratedRoutes: ReadRoutes = (file) => {
  const styles =
    STYLES[file.language === 'tsx' ? 'typescript' : file.language === 'javascript' ? 'typescript' : file.language] ??
    [];
  return {
    routes: styles.flatMap((style) => file.functions.flatMap((each, index) => readMethod(file, index, each, style))),
    routers: readGlobalGuards(file),
  };
};

/** NestJS: `app.useGlobalGuards(new JwtAuthGuard())`, `{ provide: APP_GUARD, useClass: JwtAuthGuard }`. */
function readGlobalGuards(file: SourceOutline): readonly RouterDraft[] {
  if (!/^(?:typescript|javascript)$/u.test(file.language)) return [];
  const called = file.calls
    .filter(({ callee }) => /(?:^|\.)useGlobalGuards$/u.test(callee))
    .flatMap(({ arguments: given, line }) => given.map(({ text }) => ({ name: guardName(text), line })));
  const provided = file.classes
    .flatMap(({ decorators }) => decorators)
    .filter(({ name }) => name === 'Module')
    .flatMap(({ arguments: given, line }) =>
      [...(given[0]?.text ?? '').matchAll(/\bAPP_GUARD\s*,\s*use\w+\s*:\s*(\w+)/gu)].map(([, name = '']) => ({
        name,
        line,
      })),
    );
  const guards = [...called, ...provided].map((guard) => ({ ...guard, file: file.path, at: 'application' as const }));
  return guards.length === 0
    ? []
    : [{ id: `${file.language}#application`, parent: null, prefix: '', file: file.path, line: 1, guards }];
}

/** Classes of Java and Kotlin stand in one application. */
const applicationOf = ({ language }: SourceOutline): string =>
  `${language === 'kotlin' ? 'java' : language}#application`;

const nameOf = ({ name }: OutlineDecorator): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('\\')) + 1);

function readMethod(
  file: SourceOutline,
  index: number,
  each: OutlineFunction,
  style: DecoratorStyle,
): readonly RouteDraft[] {
  const owner = file.classes[each.classIndex];
  if (!owner || !isController(owner, style)) return [];
  const decorators = each.decorators.filter(({ isOnParameter }) => !isOnParameter);
  const own = decorators.filter((decorator) => style.route.test(nameOf(decorator)));
  if (own.length === 0) return readByConvention(file, index, owner, style);
  return own.flatMap((decorator) => {
    const prefixes = pathsOf(owner.decorators.find((one) => style.prefix.test(nameOf(one))));
    const paths = pathsOf(
      decorator,
      ...(style.framework === 'jax-rs' ? decorators.filter((one) => nameOf(one) === 'Path') : []),
    );
    const besides = style.framework === 'aspnet' ? pathsOf(decorators.find((one) => nameOf(one) === 'Route')) : [];
    const route = fillTokens(joinTwo(prefixes[0] ?? '', paths[0] ?? besides[0] ?? ''), owner.name, each.name);
    return readMethods(decorator, style).map((method) =>
      draftRoute(file, decorator.line, style.framework, {
        method,
        route,
        handler: functionAt(file, index),
        guards: readGuards(file, owner, decorators),
        router: applicationOf(file),
      }),
    );
  });
}

const isController = ({ decorators, name, bases }: OutlineClass, { controller, framework }: DecoratorStyle): boolean =>
  decorators.some((decorator) => controller.test(nameOf(decorator))) ||
  (framework === 'aspnet' && (/Controller$/u.test(name) || bases.some((base) => /Controller(?:Base)?$/u.test(base)))) ||
  framework === 'symfony';

/** Public actions of an MVC controller answer without any decorator: `/{controller}/{action}`. */
function readByConvention(
  file: SourceOutline,
  index: number,
  owner: OutlineClass,
  { framework }: DecoratorStyle,
): readonly RouteDraft[] {
  const action = file.functions[index];
  const isAction =
    framework === 'aspnet' &&
    action !== undefined &&
    action.owner < 0 &&
    action.name !== owner.name &&
    action.modifiers.includes('public') &&
    !action.modifiers.includes('static') &&
    owner.bases.some((base) => /(?:^|\.)Controller$/u.test(base)) &&
    !action.decorators.some((decorator) => nameOf(decorator) === 'NonAction');
  if (!isAction) return [];
  return [
    draftRoute(file, action.line, framework, {
      route: fillTokens('[controller]/[action]', owner.name, action.name),
      handler: functionAt(file, index),
      guards: readGuards(file, owner, action.decorators),
      router: 'csharp#application',
    }),
  ];
}

const joinTwo = (prefix: string, path: string): string =>
  /^[~/]/u.test(path) && prefix !== '' && path.startsWith('~')
    ? path.slice(1)
    : `${prefix.replace(/\/$/u, '')}/${path.replace(/^\//u, '')}`;

const fillTokens = (route: string, controller: string, action: string): string =>
  route
    .replace(/\[controller\]/giu, controller.replace(/Controller$/u, '').toLowerCase())
    .replace(/\[action\]/giu, action.toLowerCase());

/** Paths that decorators name: the first argument, or `value`, `path`. */
function pathsOf(...decorators: readonly (OutlineDecorator | undefined)[]): readonly string[] {
  return decorators.flatMap((decorator) => {
    const given = decorator?.arguments ?? [];
    const named = argumentNamed(given, 'value', 'path', 'template');
    const first = given.find(({ keyword }) => keyword === null);
    const inRecord = /\bpath:\s*['"`]([^'"`]*)['"`]/u.exec(first?.kind === 'record' ? first.text : '')?.[1];
    return inRecord === undefined ? literalsOf(named ?? first) : [inRecord];
  });
}

function readMethods(decorator: OutlineDecorator, { route, framework }: DecoratorStyle): readonly (string | null)[] {
  const word = route.exec(nameOf(decorator))?.[1]?.toUpperCase() ?? '';
  if (word !== 'REQUEST' && word !== 'ROUTE') return [word === 'ALL' ? null : word === 'SSE' ? 'GET' : word];
  const given = argumentNamed(decorator.arguments, 'method', 'methods');
  const methods = given?.text.match(/\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/gu) ?? [];
  return methods.length === 0 || (framework === 'symfony' && methods.length > 4) ? [null] : [...new Set(methods)];
}

/** Every decorator that may guard; one that opens the endpoint takes the guards of the class away. */
export function readGuards(
  file: SourceOutline,
  owner: OutlineClass,
  decorators: readonly OutlineDecorator[],
): readonly GuardDraft[] {
  const isOpen = decorators.some((decorator) => OPEN.test(nameOf(decorator)));
  const ofClass = isOpen ? [] : owner.decorators.flatMap((decorator) => toGuards(file, decorator, 'router'));
  return [...ofClass, ...(isOpen ? [] : decorators.flatMap((decorator) => toGuards(file, decorator, 'route')))];
}

function toGuards(file: SourceOutline, decorator: OutlineDecorator, at: GuardDraft['at']): readonly GuardDraft[] {
  const name = nameOf(decorator);
  if (NOT_GUARDS.test(name)) return [];
  const place = { file: file.path, line: decorator.line, at };
  if (name === 'UseGuards')
    return decorator.arguments.map(({ text }) => ({ name: guardName(text), ...literalsIn(text), ...place }));
  if (name === 'Authorize' && decorator.arguments.length === 0) return [{ name, ...place, kind: 'authentication' }];
  const asked = /^['"](permitAll|isAuthenticated|isFullyAuthenticated)\(?\)?['"]$/u.exec(
    decorator.arguments[0]?.text ?? '',
  )?.[1];
  if (/^(?:Pre|Post)Authorize$/u.test(name) && asked !== undefined)
    return asked === 'permitAll'
      ? []
      : [{ name, ...literalsGiven(decorator.arguments), ...place, kind: 'authentication' }];
  return [{ name, ...literalsGiven(decorator.arguments), ...place }];
}
