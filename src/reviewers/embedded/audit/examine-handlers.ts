/**
 * Reads the body of an endpoint's handler, and finds amounts (price, discount) that the request itself sets, for D9. It goes by names
 * and neighbouring lines, so its findings have medium confidence. Called by examine-controls.ts.
 */
import { type ClaimedFinding, CONFIDENCE, claimFinding } from '../../../protocol/findings/finding.ts';
import type { CodePlace, Endpoint } from '../../../recon/recon.ts';
import type { AuditContext } from './audit-context.ts';

const MAX_LINES = 80;

export interface HandlerBody {
  readonly endpoint: Endpoint;
  readonly lines: readonly (readonly [number, string])[];
}

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
