/**
 * What only the code of a handler tells: whose object it is (D3) and who names an amount (D9). By names and neighbours, so
 * what is reported here is a question for a person, at medium confidence.
 */
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../../protocol/findings/finding.ts';
import type { CodePlace, Endpoint } from '../../../recon/recon.ts';
import type { AuditContext } from './audit-context.ts';

const PARAMETER = /[:{<[]\w/u;
const OWNER =
  /\b(?:current_?user|(?:req|request|locals|state|ctx|g|session|context)\.user|user\.id|user_?id|owner(?:_?id)?|customer_?id|account_?id|created_?by|principal)\b/iu;
const STORE =
  /\b(?:UPDATE\s+\w+\s+SET|DELETE\s+FROM|SELECT\s.+\sFROM)\b|\.(?:find(?:One|ById|Unique|First|ByPk|_by)?|update(?:One|ById)?|delete(?:One|ById)?|destroy|remove|get_object_or_404)\s*\(/iu;
const MAX_LINES = 80;

export interface HandlerBody {
  readonly endpoint: Endpoint;
  readonly lines: readonly (readonly [number, string])[];
}

/** Endpoints that act on one object by its id and never mention whose it is, beside one of the same resource that does. */
export async function findUnowned(
  context: AuditContext,
  endpoints: readonly Endpoint[],
): Promise<readonly ClaimedFinding[]> {
  const bodies = await Promise.all(
    endpoints
      .filter(({ handlerPlace, resource }) => handlerPlace !== null && resource !== null)
      .map((endpoint) => readBody(context, endpoint)),
  );
  const files = [...new Set(bodies.map(({ endpoint }) => (endpoint.handlerPlace ?? endpoint).file))];
  const helpers = new Map(
    await Promise.all(files.map(async (file) => [file, await findOwned(context, file)] as const)),
  );
  /** `project.tasks.find(id)`, where `project` looks among the projects of whoever is signed in. */
  const goesThrough = ({ endpoint }: HandlerBody, text: string): boolean =>
    helpers.get((endpoint.handlerPlace ?? endpoint).file)?.some((name) => name.test(text)) ?? false;
  const owned = bodies.filter(
    (body) => mentionsOwner(body) || body.lines.some(([, text]) => STORE.test(text) && goesThrough(body, text)),
  );
  return bodies.flatMap((body) => {
    const { endpoint } = body;
    const guards = new Set(endpoint.guards.map(({ kind }) => kind));
    if (!guards.has('authentication') || guards.has('authorization') || !PARAMETER.test(endpoint.route ?? ''))
      return [];
    const act = body.lines.find(([, text]) => STORE.test(text));
    if (goesThrough(body, act?.[1] ?? '')) return [];
    const neighbour = owned.find((other) => isBeside(other.endpoint, endpoint));
    return act === undefined || neighbour === undefined || mentionsOwner(body)
      ? []
      : [reportUnowned(endpoint, neighbour.endpoint, act)];
  });
}

const FUNCTION_HEAD =
  /^\s*(?:(?:public|private|protected|static|async|export|default)\s+)*(?:def|function|func(?:\s*\([^)]*\))?)\s+(?:self\.)?(?<name>\w+)/u;

/** Functions of a file that mention whose something is, as patterns of their names. */
async function findOwned(context: AuditContext, file: string): Promise<readonly RegExp[]> {
  const lines = await context.linesOf(file);
  return lines.flatMap((text, i) => {
    const name = FUNCTION_HEAD.exec(text)?.groups?.name;
    if (name === undefined || name.length < 3) return [];
    const body = cutBody(lines, i + 1).slice(1);
    return body.some(([, line]) => OWNER.test(line)) ? [new RegExp(`(?<![:.\\w])${name}\\b`, 'u')] : [];
  });
}

const mentionsOwner = ({ lines }: HandlerBody): boolean => lines.some(([, text]) => OWNER.test(text));

const isBeside = (a: Endpoint, b: Endpoint): boolean => a !== b && a.file === b.file && a.resource === b.resource;

/** From the first line of the handler to the line that closes it, by the depth of the indent. */
export async function readBody(context: AuditContext, endpoint: Endpoint): Promise<HandlerBody> {
  const { file, line } = endpoint.handlerPlace ?? endpoint;
  return { endpoint, lines: cutBody(await context.linesOf(file), line) };
}

function cutBody(all: readonly string[], line: number): HandlerBody['lines'] {
  const indent = indentOf(all[line - 1] ?? '');
  const lines: (readonly [number, string])[] = [];
  for (let at = line; at < line + MAX_LINES && at <= all.length; at += 1) {
    const text = all[at - 1] ?? '';
    if (at > line && text.trim() !== '' && indentOf(text) <= indent) break;
    lines.push([at, text]);
  }
  return lines;
}

const indentOf = (text: string): number => text.length - text.trimStart().length;

const reportUnowned = (
  endpoint: Endpoint,
  neighbour: Endpoint,
  [line, text]: readonly [number, string],
): ClaimedFinding =>
  claimFinding({
    severity: endpoint.verb === 'read' ? 'MEDIUM' : 'HIGH',
    title: `${endpoint.name} does not ask whose ${endpoint.resource} it is`,
    issue: `The object is chosen by the id in the address alone; ${neighbour.name} limits itself to the signed-in user, this one does not. Any signed-in user can pass the ids of others.`,
    category: 'authorization',
    dimension: 'D3',
    cwe: 'CWE-639',
    file: endpoint.handlerPlace?.file ?? endpoint.file,
    line,
    endLine: line,
    evidence: text.trim(),
    recommendation:
      'Add the owner to the condition: `WHERE id = ? AND customer_id = ?`, and answer 404 where no row fits.',
    confidence: CONFIDENCE.medium,
    rule: 'audit-owner-not-checked',
  });

/** `price: Number(line.price)`: the same word on both sides, taken out of something that was sent. */
const AMOUNT =
  /\b(?<name>price|amount|cost|fee|discount|balance|unit_?price)["']?\s*[:=]\s*(?:[A-Za-z.]*\(\s*)?[\w$?.]+(?:\.|\[["'])\k<name>\b/iu;
const SENT = /\bbody\b|\bpayload\b|request\.(?:POST|data|json|form)|\bparams\b|\bformData\b/u;
const LINES_BEFORE = 15;

/** Amounts that a request names, in the files of endpoints that create or change something worth money. */
export async function findNamedAmounts(
  context: AuditContext,
  endpoints: readonly Endpoint[],
): Promise<readonly ClaimedFinding[]> {
  const writing = endpoints.filter(
    ({ verb, sensitive }) => (verb === 'create' || verb === 'update') && sensitive.includes('money'),
  );
  const files = new Set(writing.flatMap(({ file, handlerPlace }) => [file, handlerPlace?.file ?? file]));
  const entries = new Set(writing.map(({ file, line }) => `${file}:${line}`));
  const findings: ClaimedFinding[] = [];
  for (const file of files) {
    const lines = await context.linesOf(file);
    for (const [i, text] of lines.entries()) {
      const name = AMOUNT.exec(text)?.groups?.name;
      if (name === undefined || !SENT.test(lines.slice(Math.max(0, i - LINES_BEFORE), i + 1).join('\n'))) continue;
      const entry = entryOf(context, { file, line: i + 1 });
      if (entry !== null && entries.has(entry)) findings.push(reportAmount(name, { file, line: i + 1 }, text, entry));
    }
  }
  return findings;
}

function entryOf(context: AuditContext, place: CodePlace): string | null {
  const way = context.trace(place);
  return way.kind === 'complete' ? way.entry : null;
}

const reportAmount = (name: string, { file, line }: CodePlace, text: string, entry: string): ClaimedFinding =>
  claimFinding({
    severity: 'HIGH',
    title: `The request names the ${name}`,
    issue: `The ${name} is taken from what was sent (entry point ${entry}), not from the shop's own records, so a caller can choose it.`,
    category: 'business-logic',
    dimension: 'D9',
    cwe: 'CWE-472',
    file,
    line,
    endLine: line,
    evidence: text.trim(),
    recommendation: 'Look the amount up by the id of the article; take from the request only what and how many.',
    confidence: CONFIDENCE.medium,
    rule: 'audit-amount-from-request',
  });
