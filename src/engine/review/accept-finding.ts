/**
 * The host's own check of a claim against the text it delivered (HOST-10, OUTPUT-11): the place must exist and the quote
 * must stand there. A claim is marked, never dropped: what fails is `unverified` or `rejected`, with the reason.
 */
import type { AssignedFile } from '../../ports/driver.ts';
import type { Snapshot } from '../../ports/repository.ts';
import type { ClaimedFinding, FindingStatus, LineRange } from '../../protocol/findings/finding.ts';
import { listFlowLines } from '../../protocol/findings/flow-lines.ts';

/** A claim with its place settled and what the check made of it. */
export interface AcceptedFinding extends ClaimedFinding {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  readonly status: FindingStatus;
  readonly introduced: boolean;
  /** Why it is not `confirmed`; null where it is. */
  readonly doubt: string | null;
  /** Whether it was recorded in full analysis or later, in fewer words. */
  readonly depth: 'full' | 'reduced';
  /** Whether the claim named its file and line; else they stand for the nearest place there is. */
  readonly isPlaced: boolean;
  /** Who said it; null where no model did. */
  readonly model: string | null;
  /** The quoted code, kept for the finding's identity where `evidence` was shortened to its place. */
  readonly quote: string | null;
  /** Said in an earlier run. */
  readonly isRecalled?: boolean;
}

export type Acceptance =
  | { readonly kind: 'accepted'; readonly finding: AcceptedFinding }
  | { readonly kind: 'homeless'; readonly reason: string };

export async function acceptFinding(
  claim: ClaimedFinding,
  file: AssignedFile | null,
  snapshot: Snapshot,
  delivered: readonly LineRange[] | null = null,
): Promise<Acceptance> {
  if (file === null) return { kind: 'homeless', reason: `${claim.file ?? 'no file'} was not given to this agent` };
  const read = await snapshot.read(file.path);
  const lines = read.kind === 'text' ? read.text.split(/\r?\n/u) : [];
  const line = claim.line ?? 1;
  const endLine = Math.max(line, claim.endLine ?? line);
  const doubt =
    findUnseen({ start: line, end: endLine }, delivered) ?? findDoubt({ line, endLine, delivered }, claim, lines);
  return {
    kind: 'accepted',
    finding: {
      ...claim,
      file: file.path,
      line: Math.min(line, Math.max(1, lines.length)),
      endLine: Math.min(endLine, Math.max(1, lines.length)),
      status: statusOf(doubt),
      introduced: isTouched(file, claim, { start: line, end: endLine }),
      doubt: doubt?.reason ?? null,
      depth: 'full',
      isPlaced: claim.line !== null,
      model: null,
      quote: claim.evidence,
    },
  };
}

/** Whether the change put it there: its lines, or a line on the way to them. Whole files are touched everywhere. */
export function isTouched(
  { path, changed }: Pick<AssignedFile, 'path' | 'changed'>,
  { flow }: ClaimedFinding,
  place: LineRange,
): boolean {
  if (changed === null) return true;
  const places = [place, ...listFlowLines(flow, path).map((line) => ({ start: line, end: line }))];
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
  place: { readonly line: number; readonly endLine: number; readonly delivered: readonly LineRange[] | null },
  claim: ClaimedFinding,
  lines: readonly string[],
): Doubt | null {
  if (claim.line === null) return { severity: 'unverified', reason: 'no line was named' };
  if (place.line < 1 || place.line > lines.length) {
    return { severity: 'reject', reason: `line ${place.line} is not in the file (${lines.length} lines)` };
  }
  if (claim.evidence === null) return { severity: 'unverified', reason: 'no code was quoted' };
  // Only what reached the agent can be quoted by it.
  const seen = lines
    .slice(place.line - 1, place.endLine)
    .filter((_, i) => place.delivered?.some((range) => isIn(range, place.line + i)) ?? true);
  return isQuoted(claim, seen) ? null : { severity: 'unverified', reason: 'the quoted code is not at its lines' };
}

/** A finding on lines that never reached the agent is not its own (OUTPUT-11). */
function findUnseen(place: LineRange, delivered: readonly LineRange[] | null): Doubt | null {
  if (delivered === null || place.start < 1 || delivered.some((range) => overlaps(range, place))) return null;
  return { severity: 'reject', reason: `line ${place.start} was never delivered to this agent` };
}

/** Every quoted line must stand in the cited lines, in order, whatever the indentation; masked secrets match around the mask. */
function isQuoted(claim: ClaimedFinding, delivered: readonly string[]): boolean {
  const quoted = (claim.evidence ?? '')
    .split('\n')
    .map(normalize)
    .filter((line) => line.length > 0);
  const redacted = claim.extra.redacted === true;
  let at = 0;
  for (const line of quoted) {
    const found = delivered.findIndex((text, i) => i >= at && contains(normalize(text), line, redacted));
    if (found < 0) return false;
    at = found;
  }
  return quoted.length > 0;
}

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
