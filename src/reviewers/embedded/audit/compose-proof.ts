/**
 * Composes the request a tester would send to see a flaw: the request line of the endpoint where its flow begins, with a harmless
 * probe in the parameter that the source names (FACT-10). Made from the code and never sent; a part that is not in the code is named
 * as missing. Called by validate.ts.
 */
import type { FlowOutcome, ValidatorDecision } from '../../../ports/auditor.ts';
import type { Finding } from '../../../protocol/findings/finding.ts';
import { type Endpoint, formatGuard } from '../../../recon/recon.ts';
import type { AuditContext } from './audit-context.ts';
import { isSecret } from './judge-reach.ts';
import { signsOf } from './weakness-signs.ts';

type Proof = NonNullable<ValidatorDecision['proof']>;

type Carrier = 'query' | 'path' | 'body' | 'header' | 'cookie';

/** How frameworks name a parameter of a request: which part of it, and where the name stands. */
const PARAMETERS: readonly (readonly [Carrier, RegExp])[] = [
  [
    'query',
    /\.query(?:\.|\[['"])([\w-]+)|\.(?:args|GET|query_params|values)(?:\.get\(|\[)\s*['"]([\w-]+)|\$_(?:GET|REQUEST)\[['"]([\w-]+)|\.Query\(\)\.Get\("([\w-]+)|[sS]earchParams\.get\(['"]([\w-]+)|queryStringParameters(?:\.|\[['"])([\w-]+)|\bparams\[:([\w]+)|(?:getParameter|FormValue|QueryParam|DefaultQuery|\.Query)\("([\w-]+)/u,
  ],
  [
    'path',
    /\.(?:params|pathParameters|view_args|kwargs)(?:\.|\[['"])([\w-]+)|(?:\.Param|PathValue|URLParam\(r,\s*)\(?"([\w-]+)/u,
  ],
  [
    'body',
    /\.(?:body|payload)(?:\.|\[['"])([\w-]+)|\.(?:form|json|POST|data)(?:\.get\(|\[)\s*['"]([\w-]+)|\$_POST\[['"]([\w-]+)|PostFormValue\("([\w-]+)/u,
  ],
  ['header', /\.(?:headers|META)(?:\.get\(|\.|\[)\s*['"]?([\w-]+)|\.Header\.Get\("([\w-]+)|getHeader\("([\w-]+)/u],
  ['cookie', /\.(?:cookies|COOKIES)(?:\.get\(|\.|\[)\s*['"]?([\w-]+)|\$_COOKIE\[['"]([\w-]+)/u],
];

/** `const { month, format } = request.body`: whichever of the names the flawed lines use. */
const UNPACKED = /\{([^{}]*)\}\s*(?::[^=]{0,300})?=\s*(?:await\s+)?[\w.]*\b(query|params|body)\b/u;

interface Parameter {
  readonly carrier: Carrier;
  readonly names: readonly string[];
}

export async function composeProof(finding: Finding, flow: FlowOutcome, context: AuditContext): Promise<Proof> {
  if (isSecret(finding)) return { reason: 'a secret is never tested' };
  if (flow.kind === 'in-place') return { reason: 'the quoted line shows it; there is no request to send' };
  const endpoint = flow.kind === 'complete' ? findEndpoint(flow.entry, context) : null;
  if (endpoint === null) return { reason: 'no request is known that reaches it; the code was read, not run' };
  const parameter = await findParameter(finding, flow, context);
  if (parameter === null) return { reason: 'the parameter of the request is unknown; the code was read, not run' };
  return { request: describeRequest(endpoint, parameter, finding) };
}

const findEndpoint = (entry: string | null, { project }: AuditContext): Endpoint | null =>
  project.endpoints.find(({ file, line, route }) => route !== null && `${file}:${line}` === entry) ?? null;

/** As the source says it, else as the line of the source does. */
async function findParameter(finding: Finding, flow: FlowOutcome, context: AuditContext): Promise<Parameter | null> {
  const said = readParameter(finding.source ?? '');
  if (said !== null) return said;
  const lines = await context.linesOf(finding.file);
  const at = Number(/:(\d+)$/u.exec(finding.source ?? '')?.[1] ?? 0);
  const own = at > 0 ? (lines[at - 1] ?? '') : '';
  const sink = lines.slice(finding.line - 1, Math.max(finding.line, finding.endLine)).join('\n');
  const here = readParameter(own) ?? readUnpacked(own, sink);
  if (here !== null) return here;
  if (flow.kind === 'complete' && flow.value !== undefined) return readParameter(flow.value.text);
  // Without a source in the file of the sink: what the call in the function of the entry point hands on.
  const handed = flow.kind === 'complete' ? flow.steps[1] : undefined;
  if (handed === undefined || finding.source !== null) return null;
  return readParameter((await context.linesOf(handed.file))[handed.line - 1] ?? '');
}

function readParameter(text: string): Parameter | null {
  for (const [carrier, pattern] of PARAMETERS) {
    const name = pattern
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined);
    if (name !== undefined) return { carrier, names: [name] };
  }
  return null;
}

const PARTS: Readonly<Record<string, Carrier>> = { query: 'query', params: 'path', body: 'body' };

function readUnpacked(line: string, sink: string): Parameter | null {
  const [, list = '', part = ''] = UNPACKED.exec(line) ?? [];
  const used = new Set(sink.match(/[\w$]+/gu) ?? []);
  const names = list
    .split(',')
    .map((each) => each.split(/[:=]/u).map((part) => part.trim()))
    .filter(([name = '', local = name]) => name !== '' && (used.has(local) || used.has(name)))
    .map(([name = '']) => name);
  const carrier = PARTS[part];
  return carrier === undefined || names.length === 0 ? null : { carrier, names };
}

/** Endpoints that are called by name have no path of their own. */
const CALLED = /^(?:graphql|trpc|server-action)$/u;

function describeRequest(endpoint: Endpoint, parameter: Parameter, finding: Finding): string {
  const { method, route, guards, framework, name: label } = endpoint;
  const { carrier, names } = parameter;
  const probe = signsOf(finding.cwe)?.probe ?? 'PROBE';
  const [name = ''] = names;
  const request = `${method ?? 'GET'} ${fillRoute(route ?? '/', carrier === 'path' ? name : null, probe)}`;
  const line = CALLED.test(framework ?? '') ? `a call of ${label}` : request;
  const either = names.join(' or ');
  const where: Readonly<Record<Carrier, string>> = {
    query: `${line}?${name}=${encode(probe)}${names.length > 1 ? `, or the same in ${names.slice(1).join(' or ')}` : ''}`,
    path: line,
    body: `${line} with ${either} = ${probe} in the body`,
    header: `${line} with the header ${either}: ${probe}`,
    cookie: `${line} with the cookie ${either}=${probe}`,
  };
  const needed = [...new Set(guards.map(formatGuard))];
  const past = needed.length === 0 ? '' : `, past ${needed.join(', ')}`;
  return `${where[carrier]}${past}; derived from the code, not sent`;
}

/** Quotes too, which are allowed in an address but not in a sentence about one. */
const encode = (probe: string): string => encodeURIComponent(probe).replaceAll("'", '%27');

/** `/exports/:name`, `/exports/{name}`, `/exports/<str:name>` with the probe in its place. */
const fillRoute = (route: string, name: string | null, probe: string): string =>
  name === null
    ? route
    : route.replace(new RegExp(`:${name}\\b|\\{${name}[^}]*\\}|<(?:\\w+:)?${name}>|\\*${name}\\b`, 'u'), encode(probe));
