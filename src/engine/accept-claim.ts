/**
 * Turns a claim (what an agent or scanner reports) into a finding. Where the code is at hand it checks it (HOST-10, OUTPUT-11): the
 * lines must exist, must have been shown to the agent, and must contain the quote. A claim that fails becomes `unverified` or
 * `rejected`, and is kept. Called where claims arrive: review/agent-run.ts, audit/settle-hunt.ts, collect.ts and others.
 */
import type { AssignedFile } from '../ports/driver.ts';
import type { Snapshot } from '../ports/repository.ts';
import { voiceOf } from '../protocol/findings/agreement.ts';
import type { ClaimedFinding, Finding, FindingStatus, LineRange } from '../protocol/findings/finding.ts';
import { listFlowLines } from '../protocol/findings/flow-lines.ts';
import { dropNumbers, hasPlaceholder } from '../protocol/redaction/placeholder.ts';
import { WITHOUT_CODE } from '../protocol/report/verdict.ts';
import { linesOfText } from './text-lines.ts';

/** Who claims it, and what the finding is called within the run. */
export type Author = Pick<Finding, 'id' | 'agent' | 'round' | 'model'> &
  Partial<Pick<Finding, 'agentRun' | 'isCached'>>;

type Check = Pick<Finding, 'status' | 'doubt' | 'introduced'> & Partial<Pick<Finding, 'file' | 'isPlaced'>>;

/** `lastLine`: how far the file goes, where that is known. */
function toFinding(claim: ClaimedFinding, author: Author, check: Check, lastLine = Number.POSITIVE_INFINITY): Finding {
  const { start, end } = linesOf(claim);
  const within = (line: number): number => Math.min(Math.max(1, line), Math.max(1, lastLine));
  return {
    ...claim,
    agentRun: author.agent,
    isCached: false,
    voice: voiceOf(author),
    weight: 1,
    file: claim.file ?? 'unknown',
    line: within(start),
    endLine: within(end),
    isPlaced: claim.line !== null,
    depth: 'full',
    quote: claim.evidence,
    vetoReason: null,
    ...author,
    ...check,
  };
}

const linesOf = ({ line, endLine }: ClaimedFinding): LineRange => ({
  start: line ?? 1,
  end: Math.max(line ?? 1, endLine ?? line ?? 1),
});

export interface CheckedFile {
  readonly file: Pick<AssignedFile, 'path' | 'changed'>;
  readonly snapshot: Snapshot;
  /** Lines that reached who claims it; null where it had the whole file. */
  readonly delivered: readonly LineRange[] | null;
}

/** Of an agent: checked against the code it was given. */
export async function checkClaim(
  claim: ClaimedFinding,
  author: Author,
  { file, snapshot, delivered }: CheckedFile,
): Promise<Finding> {
  const read = await snapshot.read(file.path);
  const shown = hasPlaceholder(claim.evidence ?? '') ? await snapshot.readRedacted?.(file.path) : undefined;
  const redacted = shown?.kind === 'text' ? { redacted: shown.text } : {};
  return checkAgainst(claim, author, { file, text: read.kind === 'text' ? read.text : null, ...redacted, delivered });
}

/** The same, where the text is at hand; null where the file is none. What a model says of itself (a rule, a mask) proves nothing. */
export function checkAgainst(
  said: ClaimedFinding,
  author: Author,
  {
    file,
    text,
    redacted,
    delivered,
  }: Omit<CheckedFile, 'snapshot'> & {
    readonly text: string | null;
    /** The text as models see it, where the quote has a placeholder. */
    readonly redacted?: string;
  },
): Finding {
  const lines = text === null ? [] : linesOfText(text);
  // A model quotes what it was shown; what it was shown is what its quote is compared with.
  const seen = redacted === undefined ? lines : linesOfText(dropNumbers(redacted));
  const claim =
    author.model === null ? said : placeAtQuote(asModelClaim(said), { delivered, changed: file.changed }, seen);
  const place = linesOf(claim);
  const doubt = findUnseen(place, delivered) ?? findDoubt(place, delivered, claim, seen);
  const check = { file: file.path, status: statusOf(doubt), doubt: doubt?.reason ?? null };
  const isRestored = redacted !== undefined && doubt === null;
  const evidence = isRestored ? restoreQuote(claim.evidence, place, { lines, seen }) : claim.evidence;
  return toFinding({ ...claim, evidence }, author, { ...check, introduced: isTouched(file, claim) }, lines.length);
}

/** From here on a place is no place: it touches every change and fits every comment of the file. */
const MAX_PLACE_LINES = 60;

/** Where a model names half a file, the lines that it quotes, among those that it was given; of several those that were changed. */
function placeAtQuote(
  claim: ClaimedFinding,
  { delivered, changed }: { readonly delivered: readonly LineRange[] | null } & Pick<CheckedFile['file'], 'changed'>,
  lines: readonly string[],
): ClaimedFinding {
  const { start, end } = linesOf(claim);
  const quoted = listQuoted(claim);
  if (end - start < MAX_PLACE_LINES || start < 1 || quoted.length === 0) return claim;
  const keep = (from: readonly string[], ranges: readonly LineRange[] | null): readonly string[] =>
    from.map((line, i) => ((ranges?.some((range) => isIn(range, start + i)) ?? true) ? line : ''));
  const given = keep(lines.slice(start - 1, end), delivered);
  const found = findLines(quoted, keep(given, changed), false) ?? findLines(quoted, given, false);
  if (found === null) return claim;
  return { ...claim, line: start + found.start, endLine: start + found.end };
}

/** The code that a quote stands for: where a line was shown without its secret, the line. The report redacts it again. */
function restoreQuote(
  evidence: string | null,
  { start, end }: LineRange,
  { lines, seen }: { readonly lines: readonly string[]; readonly seen: readonly string[] },
): string | null {
  if (evidence === null) return null;
  let at = start - 1;
  const restored = evidence.split('\n').map((line) => {
    const quote = normalize(dropNumbers(line));
    const found = seen.findIndex((text, i) => i >= at && i < end && quote !== '' && normalize(text).includes(quote));
    if (found < 0) return line;
    at = found;
    return hasPlaceholder(line) ? (lines[found] ?? line).trim() : line;
  });
  return restored.join('\n');
}

/** Rules are of analyzers, and so is a quote with parts left out: a model's `…` would match anything. */
export function asModelClaim(claim: ClaimedFinding): ClaimedFinding {
  const { redacted, ...extra } = claim.extra;
  return { ...claim, rule: null, extra };
}

/** Of a scanner: its place is its word, since it read the file itself. */
export const trustClaim = (claim: ClaimedFinding, author: Author, file: CheckedFile['file'] | null): Finding =>
  toFinding(claim, author, {
    status: 'confirmed',
    doubt: null,
    introduced: file === null || isTouched(file, claim),
  });

/** On a file that is not in scope: in the record, and rejected. */
export const refuseClaim = (claim: ClaimedFinding, author: Author): Finding =>
  toFinding(claim, author, {
    status: 'rejected',
    doubt: `${claim.file ?? 'no file'} is not in scope`,
    introduced: true,
    isPlaced: false,
  });

/** Without the code a place can be repeated, not checked. */
export const repeatClaim = (claim: ClaimedFinding, author: Author): Finding =>
  toFinding(claim, author, {
    status: 'unverified',
    doubt: WITHOUT_CODE,
    introduced: true,
    isPlaced: claim.file !== null && claim.line !== null,
  });

/** Whether the change put it there: its lines, or a line on the way to them. Whole files are touched everywhere. */
function isTouched({ path, changed }: CheckedFile['file'], claim: ClaimedFinding): boolean {
  if (changed === null) return true;
  const places = [linesOf(claim), ...listFlowLines(claim.flow, path).map((line) => ({ start: line, end: line }))];
  return changed.some((range) => places.some((each) => overlaps(range, each)));
}

interface Doubt {
  readonly severity: 'reject' | 'unverified';
  readonly reason: string;
}

const statusOf = (doubt: Doubt | null): FindingStatus => {
  if (doubt === null) return 'confirmed';
  return doubt.severity === 'reject' ? 'rejected' : 'unverified';
};

function findDoubt(
  { start, end }: LineRange,
  delivered: readonly LineRange[] | null,
  claim: ClaimedFinding,
  lines: readonly string[],
): Doubt | null {
  if (claim.line === null) return { severity: 'unverified', reason: 'no line was named' };
  if (start < 1 || start > lines.length) {
    return { severity: 'reject', reason: `line ${start} is not in the file (${lines.length} lines)` };
  }
  if (claim.evidence === null) return { severity: 'unverified', reason: 'no code was quoted' };
  // Only what reached the agent can be quoted by it.
  const seen = lines.slice(start - 1, end).filter((_, i) => delivered?.some((range) => isIn(range, start + i)) ?? true);
  return isQuoted(claim, seen) ? null : { severity: 'unverified', reason: 'the quoted code is not at its lines' };
}

/** A finding on lines that never reached the agent is not its own (OUTPUT-11). */
function findUnseen(place: LineRange, delivered: readonly LineRange[] | null): Doubt | null {
  if (delivered === null || place.start < 1 || delivered.some((range) => overlaps(range, place))) return null;
  return { severity: 'reject', reason: `line ${place.start} was never delivered to this agent` };
}

/** Every quoted line must stand in the cited lines, in order, whatever the indentation; masked secrets match around the mask. */
function isQuoted(claim: ClaimedFinding, delivered: readonly string[]): boolean {
  const quoted = listQuoted(claim);
  if (findLines(quoted, delivered, claim.extra.redacted === true) === null) return false;
  return claim.rule !== null || quoted.some((line) => isTelling(line, delivered));
}

const listQuoted = ({ evidence }: ClaimedFinding): readonly string[] =>
  dropNumbers(evidence ?? '')
    .split('\n')
    .map(normalize)
    .filter((line) => line.length > 0);

/** Indexes of the first and the last of them; null where one is missing. */
function findLines(quoted: readonly string[], lines: readonly string[], redacted: boolean): LineRange | null {
  let start: number | null = null;
  let at = 0;
  for (const quote of quoted) {
    const found = lines.findIndex((text, i) => i >= at && contains(normalize(text), quote, redacted));
    if (found < 0) return null;
    start ??= found;
    at = found;
  }
  return { start: start ?? 0, end: at };
}

const MIN_TELLING_CHARS = 4;

/** `(` stands on every line and proves nothing: a quote has some letters or digits. */
export const saysSomething = (quote: string): boolean =>
  quote.replace(/[^\p{L}\p{N}]/gu, '').length >= MIN_TELLING_CHARS;

/** Or it is all that a line has. */
const isTelling = (quote: string, lines: readonly string[]): boolean =>
  saysSomething(quote) || lines.some((line) => normalize(line) === quote);

const normalize = (line: string): string => line.replace(/\s+/gu, ' ').trim();

function contains(text: string, quote: string, redacted: boolean): boolean {
  if (!redacted) return text.includes(quote);
  let from = 0;
  for (const part of quote.split('…')) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return true;
}

const isIn = ({ start, end }: LineRange, line: number): boolean => start <= line && line <= end;

const overlaps = (a: LineRange, b: LineRange): boolean => a.start <= b.end && b.start <= a.end;
