/**
 * Reads the routes that follow from the path or exports of a file: Next.js pages and handlers, SvelteKit, cloud functions (Lambda);
 * and servlets of Java. Called by read-routes.ts.
 */
import type { SourceOutline } from '../../ports/outline.ts';
import { draftRoute, functionAt, type ReadRoutes, type RouteDraft, type RouteScope } from './route-draft.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const SEGMENT = /\[\.{0,3}([\w-]+)\]/gu;

/** `app/api/users/[id]/route.ts` is `/api/users/:id`. */
const toRoute = (path: string): string =>
  path
    .replace(/\([\w-]+\)\/?/gu, '')
    .replace(SEGMENT, ':$1')
    .replace(/(?:^|\/)index$/u, '');

function draft(
  file: SourceOutline,
  name: string,
  { framework, ...rest }: Pick<RouteDraft, 'framework' | 'method' | 'route'>,
): RouteDraft {
  const found = file.functions.findIndex((each) => each.owner < 0 && each.name === name);
  const exported = file.exports.find((each) => each.name === name);
  const fallback = file.functions.findIndex((each) => each.owner < 0 && each.line >= (exported?.line ?? 1));
  const index = found >= 0 ? found : fallback;
  const line = file.functions[index]?.line ?? exported?.line ?? 1;
  return draftRoute(file, line, framework, { handler: index < 0 ? null : functionAt(file, index), ...rest });
}

/** Each method of HTTP that the file exports a function for. */
const draftMethods = (file: SourceOutline, framework: string, route: string): readonly RouteDraft[] =>
  METHODS.filter((method) => file.exports.some(({ name }) => name === method)).map((method) =>
    draft(file, method, { framework, method, route }),
  );

export const readFileRoutes: ReadRoutes = (file, scope) => ({
  routes: [...readNext(file, scope), ...readSvelte(file), ...readLambda(file)],
  routers: [],
});

function readNext(file: SourceOutline, { frameworks }: RouteScope): readonly RouteDraft[] {
  if (!frameworks.has('nextjs')) return [];
  const handler = /(?:^|\/)(?:src\/)?app\/(.*\/)?route\.[cm]?[jt]sx?$/u.exec(file.path);
  if (handler) {
    const route = `/${toRoute((handler[1] ?? '').replace(/\/$/u, ''))}`;
    return draftMethods(file, 'nextjs', route);
  }
  const page = /(?:^|\/)pages\/(api\/.*)\.[cm]?[jt]sx?$/u.exec(file.path);
  const whole = file.exports.find(({ name }) => name === 'default');
  if (!page || !whole) return [];
  const name = whole.local ?? 'default';
  return [draft(file, name, { framework: 'nextjs', method: null, route: `/${toRoute(page[1] ?? '')}` })];
}

function readSvelte(file: SourceOutline): readonly RouteDraft[] {
  const found = /(?:^|\/)routes\/(.*\/)?\+server\.[jt]s$/u.exec(file.path);
  if (!found) return [];
  const route = `/${toRoute((found[1] ?? '').replace(/\/$/u, ''))}`;
  return draftMethods(file, 'sveltekit', route);
}

/** `exports.handler = async (event) => …` and `def lambda_handler(event, context)`. */
function readLambda(file: SourceOutline): readonly RouteDraft[] {
  return file.functions.flatMap((each) => {
    const isNamed = each.owner < 0 && /^(?:handler|lambda_handler|lambdaHandler)$/u.test(each.name);
    const isEvent = /^_?event$/u.test(each.parameters[0]?.name ?? '');
    return isNamed && isEvent ? [draft(file, each.name, { framework: 'lambda', method: null, route: null })] : [];
  });
}

const SERVLET_METHOD = /^do(Get|Post|Put|Delete|Head|Options)$|^service$/u;

/** Classes that extend a servlet, under the paths of `@WebServlet`. */
export const readServlets: ReadRoutes = (file) => ({
  routes: file.functions.flatMap((each, index) => {
    const owner = file.classes[each.classIndex];
    const method = SERVLET_METHOD.exec(each.name);
    if (!owner || !method || !owner.bases.some((base) => /(?:^|\.)\w*Servlet$/u.test(base))) return [];
    const decorator = owner.decorators.find(({ name }) => name === 'WebServlet');
    const named = decorator?.arguments.find(
      ({ keyword }) => keyword === null || keyword === 'urlPatterns' || keyword === 'value',
    );
    const guards = owner.decorators.map(({ name, line }) => ({ name, file: file.path, line, at: 'router' as const }));
    return [
      draftRoute(file, each.line, 'servlet', {
        method: method[1]?.toUpperCase() ?? null,
        route: /["']([^"']+)["']/u.exec(named?.text ?? '')?.[1] ?? null,
        handler: functionAt(file, index),
        guards: guards.filter(({ name }) => name !== 'WebServlet'),
      }),
    ];
  }),
  routers: [],
});
