/**
 * Parses the answer of a model that was asked for a repair into edits of one file or a reason why not, and its later judgement
 * (`GONE`, `STAYS`); null where the answer is not whole and in form. Called by reviewers/model/repair/write-repair.ts;
 * prompts/write-repair.ts takes the marker lines from here.
 */
import type { Edit } from '../findings/repair.ts';

export type WrittenRepair =
  | { readonly kind: 'edits'; readonly edits: readonly Edit[] }
  | { readonly kind: 'declined'; readonly reason: string };

const MAX_EDITS = 20;
const MAX_REASON = 300;

export const repairEnd = (nonce: string): string => `===REPAIR_END:${nonce}===`;
export const repairLines = (nonce: string, range: string): string => `===LINES:${nonce} ${range}===`;

/** Whole lines are replaced: `lines` is what the file has of them. Null where the answer is not in the form, or not whole. */
export function parseWrittenRepair(answer: string, nonce: string, lines: number): WrittenRepair | null {
  const given = answer.split(/\r?\n/u);
  const end = given.findIndex((line) => line.trim() === repairEnd(nonce));
  const start = given.findIndex((line) => line.trim() === '===REPAIR===');
  if (start < 0 || end < start) return null;
  const body = given.slice(start + 1, end);
  const declined = /^\s*CANNOT:\s*(\S.*)$/u.exec(body.find((line) => line.trim() !== '') ?? '');
  if (declined !== null) return { kind: 'declined', reason: (declined[1] ?? '').slice(0, MAX_REASON).trim() };
  const edits = readEdits(body, nonce, lines);
  return edits === null ? null : { kind: 'edits', edits };
}

function readEdits(body: readonly string[], nonce: string, lines: number): readonly Edit[] | null {
  const [before = '', after = ''] = repairLines(nonce, '\n').split('\n');
  const parts: { readonly first: number; readonly last: number; readonly text: string[] }[] = [];
  for (const line of body) {
    const plain = line.trim();
    if (plain.startsWith(before) && plain.endsWith(after)) {
      const [, first = '', last = first] =
        /^(\d{1,7})(?:-(\d{1,7}))?$/u.exec(plain.slice(before.length, -after.length)) ?? [];
      if (first === '') return null;
      parts.push({ first: Number(first), last: Number(last), text: [] });
    } else if (parts.length > 0) parts.at(-1)?.text.push(line);
    else if (plain !== '') return null;
  }
  const fits = parts.every(({ first, last }) => first >= 1 && first <= last && last <= lines);
  if (parts.length === 0 || parts.length > MAX_EDITS || !fits) return null;
  return parts.map(({ first, last, text }) => ({
    line: first,
    column: 1,
    end_line: last + 1,
    end_column: 1,
    text: text.map((line) => `${line}\n`).join(''),
  }));
}

export type RepairJudgement = { readonly isGone: boolean; readonly reason: string };

/** `GONE: why` or `STAYS: why`, then the end marker; null for anything else. */
export function parseRepairJudgement(answer: string, nonce: string): RepairJudgement | null {
  const given = answer.split(/\r?\n/u).map((line) => line.trim());
  const end = given.indexOf(repairEnd(nonce));
  const said = given.slice(0, Math.max(0, end)).flatMap((line) => /^(GONE|STAYS):\s*(\S.*)$/u.exec(line) ?? []);
  const [, word, reason = ''] = said;
  return said.length === 3 ? { isGone: word === 'GONE', reason: reason.slice(0, MAX_REASON) } : null;
}
