/**
 * Routes that decorators, annotations and attributes declare on classes and methods: NestJS, Spring, JAX-RS, ASP.NET,
 * Symfony. One table of marks; the class gives prefix and guards to its methods.
 */
import type { OutlineClass, OutlineFunction, OutlineMark, SourceOutline } from '../../ports/outline.ts';
import {
  argumentNamed,
  type GuardDraft,
  guardName,
  literalsGiven,
  literalsIn,
  literalsOf,
  type ReadRoutes,
  type RouteDraft,
} from './route-draft.ts';

interface MarkStyle {
  readonly framework: string;
  /** Marks of a class that hold routes, and of the prefix. */
  readonly controller: RegExp;
  readonly prefix: RegExp;
  /** Marks of a method, with the HTTP method in the first group. */
  readonly route: RegExp;
}

const STYLES: Readonly<Record<string, readonly MarkStyle[]>> = {
  typescript: [
    {
      framework: 'nestjs',
      controller: /^Controller$/u,
      prefix: /^Controller$/u,
      route: /^(Get|Post|Put|Patch|Delete|Head|Options|All|Sse)$/u,
    },
  ],
  java: [
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
  ],
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
  /^(?:Route|Controller|RequestMapping|Path|\w+Mapping|Http\w+|Get|Post|Put|Patch|Delete|Api\w*|Produces\w*|Consumes)$/u;

export const readMarkedRoutes: ReadRoutes = (file) => {
  const styles =
    STYLES[file.language === 'tsx' ? 'typescript' : file.language === 'javascript' ? 'typescript' : file.language] ??
    [];
  return {
    routes: styles.flatMap((style) => file.functions.flatMap((each, index) => readMethod(file, index, each, style))),
    routers: [],
  };
};

const nameOf = ({ name }: OutlineMark): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('\\')) + 1);

function readMethod(
  file: SourceOutline,
  index: number,
  each: OutlineFunction,
  style: MarkStyle,
): readonly RouteDraft[] {
  const owner = file.classes[each.classIndex];
  if (!owner || !isController(owner, style)) return [];
  const marks = each.marks.filter(({ isOnParameter }) => !isOnParameter);
  const own = marks.filter((mark) => style.route.test(nameOf(mark)));
  if (own.length === 0) return readByConvention(file, index, owner, style);
  return own.flatMap((mark) => {
    const prefixes = pathsOf(owner.marks.find((one) => style.prefix.test(nameOf(one))));
    const paths = pathsOf(mark, ...(style.framework === 'jax-rs' ? marks.filter((one) => nameOf(one) === 'Path') : []));
    const besides = style.framework === 'aspnet' ? pathsOf(marks.find((one) => nameOf(one) === 'Route')) : [];
    const route = fillTokens(joinTwo(prefixes[0] ?? '', paths[0] ?? besides[0] ?? ''), owner.name, each.name);
    return readMethods(mark, style).map((method) => ({
      file,
      line: mark.line,
      kind: 'http' as const,
      framework: style.framework,
      method,
      route,
      handler: { kind: 'function' as const, ref: { file, index, isGuess: false } },
      guards: readGuards(file, owner, marks),
      router: `${file.language}#application`,
    }));
  });
}

const isController = ({ marks, name, bases }: OutlineClass, { controller, framework }: MarkStyle): boolean =>
  marks.some((mark) => controller.test(nameOf(mark))) ||
  (framework === 'aspnet' && (/Controller$/u.test(name) || bases.some((base) => /Controller(?:Base)?$/u.test(base)))) ||
  framework === 'symfony';

/** Public actions of an MVC controller answer without any mark: `/{controller}/{action}`. */
function readByConvention(
  file: SourceOutline,
  index: number,
  owner: OutlineClass,
  { framework }: MarkStyle,
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
    !action.marks.some((mark) => nameOf(mark) === 'NonAction');
  if (!isAction) return [];
  return [
    {
      file,
      line: action.line,
      kind: 'http',
      framework,
      method: null,
      route: fillTokens('[controller]/[action]', owner.name, action.name),
      handler: { kind: 'function', ref: { file, index, isGuess: false } },
      guards: readGuards(file, owner, action.marks),
      router: 'csharp#application',
    },
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

/** Paths that marks name: the first argument, or `value`, `path`. */
function pathsOf(...marks: readonly (OutlineMark | undefined)[]): readonly string[] {
  return marks.flatMap((mark) => {
    const given = mark?.arguments ?? [];
    const named = argumentNamed(given, 'value', 'path', 'template');
    const first = given.find(({ keyword }) => keyword === null);
    const inRecord = /\bpath:\s*['"`]([^'"`]*)['"`]/u.exec(first?.kind === 'record' ? first.text : '')?.[1];
    return inRecord === undefined ? literalsOf(named ?? first) : [inRecord];
  });
}

function readMethods(mark: OutlineMark, { route, framework }: MarkStyle): readonly (string | null)[] {
  const word = route.exec(nameOf(mark))?.[1]?.toUpperCase() ?? '';
  if (word !== 'REQUEST' && word !== 'ROUTE') return [word === 'ALL' ? null : word === 'SSE' ? 'GET' : word];
  const given = argumentNamed(mark.arguments, 'method', 'methods');
  const methods = given?.text.match(/\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b/gu) ?? [];
  return methods.length === 0 || (framework === 'symfony' && methods.length > 4) ? [null] : [...new Set(methods)];
}

/** Every mark that may guard; one that opens the endpoint takes the guards of the class away. */
function readGuards(file: SourceOutline, owner: OutlineClass, marks: readonly OutlineMark[]): readonly GuardDraft[] {
  const isOpen = marks.some((mark) => OPEN.test(nameOf(mark)));
  const ofClass = isOpen ? [] : owner.marks.flatMap((mark) => toGuards(file, mark, 'router'));
  return [...ofClass, ...(isOpen ? [] : marks.flatMap((mark) => toGuards(file, mark, 'route')))];
}

function toGuards(file: SourceOutline, mark: OutlineMark, at: GuardDraft['at']): readonly GuardDraft[] {
  const name = nameOf(mark);
  if (NOT_GUARDS.test(name)) return [];
  const place = { file: file.path, line: mark.line, at };
  if (name === 'UseGuards')
    return mark.arguments.map(({ text }) => ({ name: guardName(text), ...literalsIn(text), ...place }));
  if (name === 'Authorize' && mark.arguments.length === 0) return [{ name, ...place, kind: 'authentication' }];
  return [{ name, ...literalsGiven(mark.arguments), ...place }];
}
