/**
 * Makes the endpoint and permission matrix from the joined routes: the resource and verb of each endpoint, why it is sensitive, and
 * per resource whether endpoints ask for the same rights (FACT-02). All guessed from names. Called by survey-project.ts and
 * analyzers/access/access-route.ts.
 */

import { type CrudVerb, type Endpoint, type EntryPoint, isAccessGuard, isWrite, type ResourceRights } from './recon.ts';
import type { JoinedRoute } from './routes/join-routes.ts';
import { placeOf } from './routes/join-routes.ts';
import type { HandlerDraft } from './routes/route-draft.ts';

export function toEntryPoint({ draft, route, handler, handlerName }: JoinedRoute): EntryPoint {
  const { file, line, kind, framework, method } = draft;
  const handlerPlace = handler ? placeOf(handler) : placeOfClass(draft.handler);
  return { file: file.path, line, kind, framework, method, route, handler: handlerName, handlerPlace };
}

const placeOfClass = (handler: HandlerDraft | null): EntryPoint['handlerPlace'] =>
  handler?.kind === 'class' ? { file: handler.file, line: handler.line } : null;

export function toEndpoint(joined: JoinedRoute): Endpoint {
  const entry = toEntryPoint(joined);
  const words = `${entry.route ?? ''} ${entry.handler ?? ''}`;
  const verb = guessVerb(entry);
  return {
    ...entry,
    kind: 'http',
    name: `${entry.method ?? 'ANY'} ${entry.route ?? entry.handler ?? `${entry.file}:${entry.line}`}`,
    guards: joined.guards,
    resource: guessResource(entry.route),
    verb,
    sensitive: findSensitive(words, verb),
  };
}

/** One that is called by name: what it touches is read from the path that was made for it, which no request has. */
export function toCalled(joined: JoinedRoute): Endpoint {
  const endpoint = toEndpoint(joined);
  const [word = ''] = (endpoint.route ?? '').split('/').filter((part) => part !== '');
  const name = `${endpoint.framework} ${endpoint.handler || word}`;
  return { ...endpoint, name, method: null, route: null, handler: endpoint.handler || word };
}

/** The entry point that a row of the matrix is about. */
export const withoutMatrix = ({
  file,
  line,
  kind,
  framework,
  method,
  route,
  handler,
  handlerPlace,
}: Endpoint): EntryPoint => ({ file, line, kind, framework, method, route, handler, handlerPlace });

const PARAMETER = /^(?::|\{|<|\[|\*|\(|\$|%|\^|\?)|[*[\]()\\]/u;
const GENERIC =
  /^(?:api|v\d+(?:\.\d+)?|admin|rest|public|internal|private|app|ajax|web|rpc|graphql|index|health\w*|add|new|create|edit|update|delete|remove|list|search|detail|view|show|done|complete|confirm)$/iu;

/** `/api/v1/orders/:id/cancel` is about an order, `/projects/:id/tasks` and `/projects/:id/tasks/:task` about a task. */
function guessResource(route: string | null): string | null {
  const segments = (route ?? '').split('/').filter((segment) => segment !== '');
  const isNamed = (segment: string | undefined): segment is string =>
    segment !== undefined && !PARAMETER.test(segment) && !GENERIC.test(segment);
  const held = segments.findLast((segment, at) => isNamed(segment) && PARAMETER.test(segments[at + 1] ?? ''));
  const last = segments.at(-1);
  const isList = isNamed(last) && PLURAL.test(last);
  const chosen = isList ? last : (held ?? segments.find(isNamed));
  if (chosen === undefined) return null;
  if (SELF.test(chosen) && chosen !== held && chosen !== last) return 'current user';
  return toSingular(chosen.toLowerCase().replace(/\.\w+$/u, ''));
}

/** The one who asks, as in `/user/token`; `/users` are all of them. */
const SELF = /^(?:me|self|user|profile|account)$/iu;
const PLURAL = /(?:[^sui]|[aeo]i)s$/iu;

function toSingular(word: string): string {
  if (/ies$/u.test(word)) return word.replace(/ies$/u, 'y');
  if (/(?:ss|us|is|news)$/u.test(word)) return word;
  if (/(?:shel|hal|cal|lea)ves$/u.test(word)) return word.replace(/ves$/u, 'f');
  return word.replace(/(?<=ss|sh|ch|x|z|us)es$/u, '').replace(/(?<=[^s])s$/u, '');
}

const VERB_PATTERNS: readonly (readonly [CrudVerb, RegExp])[] = [
  ['delete', /(?:^|[/_.-])(?:delete|remove|destroy|purge|revoke|wipe|erase)/iu],
  ['update', /(?:^|[/_.-])(?:update|edit|save|set|change|modify|cancel|approve|reset|move|rename|patch|put)/iu],
  ['create', /(?:^|[/_.-])(?:create|add|new|store|insert|register|upload|import|signup|post)/iu],
  ['read', /(?:^|[/_.-])(?:list|get|show|index|find|search|view|read|fetch|download|export|retrieve)/iu],
];

const BY_METHOD: Readonly<Record<string, CrudVerb>> = {
  GET: 'read',
  HEAD: 'read',
  OPTIONS: 'other',
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** By the method; for a POST and where any method is allowed also by what the path and the handler are called. */
function guessVerb({ method, route, handler }: EntryPoint): CrudVerb {
  const said = VERB_PATTERNS.find(([, pattern]) => pattern.test(route ?? '') || pattern.test(`.${handler ?? ''}`))?.[0];
  if (method === 'POST') {
    const actsOnOne = /(?::\w+|\{[^}]*\}|<[^>]*>)\/[\w-]+$/u.test(route ?? '');
    if (said === 'delete' || said === 'update') return said;
    return actsOnOne ? 'update' : 'create';
  }
  return method === null ? (said ?? 'other') : (BY_METHOD[method] ?? 'other');
}

const SENSITIVE: readonly (readonly [Endpoint['sensitive'][number], RegExp])[] = [
  ['admin', /admin|manage|internal|debug|actuator|console|backoffice/iu],
  ['personal', /users?\b|account|profile|customer|\/me\b|members?\b|patient|address|email|people|person/iu],
  [
    'money',
    /pay|orders?\b|checkout|transfer|refund|invoice|billing|price|cart|coupon|wallet|withdraw|subscription|balance/iu,
  ],
  ['credentials', /login|logout|password|token|auth|session|reset|2fa|mfa|otp|apikey|api-key|secret|signup|register/iu],
  ['files', /upload|download|files?\b|export|import|attachment|backup|document/iu],
];

function findSensitive(words: string, verb: CrudVerb): Endpoint['sensitive'] {
  const topics = SENSITIVE.filter(([, pattern]) => pattern.test(words)).map(([topic]) => topic);
  return isWrite({ verb }) ? ['writes', ...topics] : topics;
}

/** 0 open, 1 somebody known, 2 somebody allowed; half a step more where a guard is given what others leave out. */
function levelOf({ guards }: Endpoint, varied: ReadonlySet<string>): number {
  const isGiven = guards.some(({ name, literals }) => literals !== undefined && varied.has(name));
  const level = guards.some(({ kind }) => kind === 'authorization')
    ? 2
    : guards.some(({ kind }) => kind === 'authentication')
      ? 1
      : 0;
  return level + (isGiven ? 0.5 : 0);
}

/** Guards that some endpoints give a role and others do not: `requireBadge('packer')` beside `requireBadge()`. */
function findVaried(members: readonly Endpoint[]): ReadonlySet<string> {
  const guards = members.flatMap((member) => member.guards).filter(isAccessGuard);
  const bare = new Set(guards.filter(({ literals }) => literals === undefined).map(({ name }) => name));
  return new Set(
    guards.filter(({ name, literals }) => literals !== undefined && bare.has(name)).map(({ name }) => name),
  );
}

export function rateResources(endpoints: readonly Endpoint[]): readonly ResourceRights[] {
  const named = endpoints.filter(({ resource }) => resource !== null);
  return [...Map.groupBy(named, ({ resource }) => resource ?? '')]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([resource, members]) => {
      const varied = findVaried(members);
      const needed = Math.max(...members.map((member) => levelOf(member, varied)));
      const outliers = members.filter((member) => isWrite(member) && levelOf(member, varied) < needed);
      return {
        resource,
        verbs: [...new Set(members.map(({ verb }) => verb))].sort(),
        endpoints: members.map(({ name }) => name),
        agrees: outliers.length === 0,
        outliers: outliers.map(({ name }) => name),
      };
    });
}
