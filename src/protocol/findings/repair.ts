/**
 * Makes, reads, combines and applies repairs of findings: edits of one file with the lines they were made for; a file that has
 * other lines there is left unchanged. `extra.repair` of a finding holds one, made by ast-grep, markdownlint, ruff or a model.
 * Read by `fix` (wiring/repair-files.ts), lsp/code-actions.ts and the SARIF, rdjson and pull request reports.
 */

/** 1-based lines and UTF-16 columns; the end is behind the last character that is replaced. */
export interface Edit {
  readonly line: number;
  readonly column: number;
  readonly end_line: number;
  readonly end_column: number;
  readonly text: string;
}

export interface Repair {
  /** In the order of the file; none overlaps another. */
  readonly edits: readonly Edit[];
  /** The lines that the edits touch, from the first to the last, as they were. */
  readonly before: string;
}

const compareEdits = (a: Edit, b: Edit): number => a.line - b.line || a.column - b.column;

const overlaps = (a: Edit, b: Edit): boolean =>
  b.line < a.end_line || (b.line === a.end_line && b.column < a.end_column);

const linesOf = (text: string): readonly string[] => text.split('\n');

const spanOf = (edits: readonly Edit[]): { readonly first: number; readonly last: number } => ({
  first: Math.min(...edits.map(({ line }) => line)),
  last: Math.max(...edits.map(({ end_line }) => end_line)),
});

const takeLines = (text: string, { first, last }: { readonly first: number; readonly last: number }): string =>
  linesOf(text)
    .slice(first - 1, last)
    .join('\n');

/** Null where the edits do not fit the text, overlap or change nothing. */
export function makeRepair(text: string, given: readonly Edit[]): Repair | null {
  const edits = given.toSorted(compareEdits);
  const isApart = edits.every((edit, at) => at === 0 || !overlaps(edits[at - 1] as Edit, edit));
  if (edits.length === 0 || !isApart) return null;
  const before = takeLines(text, spanOf(edits));
  const after = applyEdits(text, edits);
  return after === null || after === text ? null : { edits, before };
}

/** Null where the text has not the lines that the repair was made for. */
export const applyRepair = (text: string, { edits, before }: Repair): string | null =>
  takeLines(text, spanOf(edits)) === before ? applyEdits(text, edits) : null;

/**
 * Several repairs of one text as one text: each was made for the text as it is, so all of them count its lines. `taken` are those
 * that fit; one that overlaps an earlier one, or was made for other lines, is in `missed`. Equal edits (an import) are made once.
 */
export function combineRepairs<T>(
  text: string,
  given: readonly T[],
  repairOf: (each: T) => Repair | null,
): { readonly text: string; readonly taken: readonly T[]; readonly missed: readonly T[] } {
  const edits: Edit[] = [];
  const [taken, missed]: [T[], T[]] = [[], []];
  for (const each of given) {
    const repair = repairOf(each);
    const own = repair === null || applyRepair(text, repair) === null ? null : joinEdits(edits, repair.edits);
    if (own === null) missed.push(each);
    else {
      edits.push(...own);
      taken.push(each);
    }
  }
  return { text: applyEdits(text, edits) ?? text, taken, missed };
}

const isSame = (a: Edit, b: Edit): boolean =>
  compareEdits(a, b) === 0 && a.end_line === b.end_line && a.end_column === b.end_column && a.text === b.text;

/** Those of `more` that are not there yet; null where one of them overlaps another. */
function joinEdits(edits: readonly Edit[], more: readonly Edit[]): readonly Edit[] | null {
  const own = more.filter((edit) => !edits.some((each) => isSame(each, edit)));
  const all = [...edits, ...own].toSorted(compareEdits);
  const isApart = all.every(
    (edit, at) => at === 0 || (!overlaps(all[at - 1] as Edit, edit) && compareEdits(all[at - 1] as Edit, edit) !== 0),
  );
  return isApart ? own : null;
}

/** Whole lines and what takes their place, as a suggestion on a pull request is written; null where the edits do not fit. */
export function writeRepairedLines({ edits, before }: Repair): RepairedLines | null {
  const { first, last } = spanOf(edits);
  const shift = (edit: Edit): Edit => ({ ...edit, line: edit.line - first + 1, end_line: edit.end_line - first + 1 });
  const text = applyEdits(before, edits.map(shift));
  return text === null ? null : { line: first, endLine: Math.min(last, first + linesOf(before).length - 1), text };
}

export interface RepairedLines {
  readonly line: number;
  readonly endLine: number;
  readonly text: string;
}

function applyEdits(text: string, edits: readonly Edit[]): string | null {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offsetOf = (line: number, column: number): number | null => {
    const start = starts[line - 1];
    // The line behind the last one is where a text ends that is deleted to its end.
    if (start === undefined) return line === starts.length + 1 && column === 1 ? text.length : null;
    const end = (starts[line] ?? text.length + 1) - 1;
    return start + column - 1 <= end ? start + column - 1 : null;
  };
  let written = text;
  for (const edit of edits.toSorted(compareEdits).toReversed()) {
    const from = offsetOf(edit.line, edit.column);
    const to = offsetOf(edit.end_line, edit.end_column);
    if (from === null || to === null || to < from) return null;
    written = written.slice(0, from) + edit.text + written.slice(to);
  }
  return written;
}

/** What stands for a secret: such a text is not what the file holds. */
const HIDDEN = '[redacted:';

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

/** Of a finding in a report, which may come from anywhere; null where there is none that can be used. */
export function readRepair({ extra }: { readonly extra: Readonly<Record<string, unknown>> }): Repair | null {
  const { edits, before } = (extra.repair ?? {}) as Partial<Record<keyof Repair, unknown>>;
  if (!Array.isArray(edits) || edits.length === 0 || typeof before !== 'string' || before.includes(HIDDEN)) return null;
  const isEdit = (edit: Partial<Edit> | null): edit is Edit =>
    typeof edit === 'object' &&
    edit !== null &&
    isPlace(edit.line) &&
    isPlace(edit.column) &&
    isPlace(edit.end_line) &&
    isPlace(edit.end_column) &&
    typeof edit.text === 'string' &&
    !edit.text.includes(HIDDEN);
  return edits.every(isEdit) ? { edits: edits as readonly Edit[], before } : null;
}
