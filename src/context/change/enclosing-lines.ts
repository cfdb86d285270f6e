/**
 * Chooses which lines of a changed file a reviewer is shown: each hunk with the function around it, the imports, constants and
 * functions of the same file that the function uses, and who calls it there; where a file has no outline, the lines around each hunk.
 * Pure. Called by change-views.ts.
 */
import type { OutlineFunction, SourceOutline } from '../../ports/outline.ts';
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';

/** A longer function is shown by its head, the lines around the hunk and its end. */
const MAX_FUNCTION_LINES = 80;
const HEAD_LINES = 4;
/** Around a hunk in a long function, and where no function is around it. */
const AROUND_IN_FUNCTION = 20;
const AROUND_ALONE = 6;
const AROUND_UNKNOWN = 15;
const AROUND_BARE = 3;
/** A function of the same file that the change uses is shown whole up to here, longer ones by their head. */
const MAX_USED_LINES = 30;
/** Together: what the change only uses is not to outweigh it. */
const MAX_USED_TOTAL = 90;
const AROUND_CALL = 2;
const MAX_CALLERS = 5;
const MAX_COMMENT_LINES = 6;
/** A constant that goes on over several lines. */
const MAX_VALUE_LINES = 12;

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|"""|''')/u;

export const lastName = (callee: string): string => callee.split(/[.:>]+/u).at(-1) ?? callee;

export interface EnclosingLines {
  readonly shown: readonly LineRange[];
  /** The innermost named functions that the change is in. */
  readonly functions: readonly OutlineFunction[];
}

const clamp = (start: number, end: number, count: number): LineRange => ({
  start: Math.max(1, start),
  end: Math.min(count, Math.max(1, end)),
});

const around = ({ start, end }: LineRange, by: number, count: number): LineRange => clamp(start - by, end + by, count);

const lengthOf = ({ line, endLine }: Pick<OutlineFunction, 'line' | 'endLine'>): number => endLine - line + 1;

/** With its decorators and the comment that stands before it. */
function spanOf(
  { line, endLine, decorators }: Pick<OutlineFunction, 'line' | 'endLine' | 'decorators'>,
  lines: readonly string[],
): LineRange {
  let start = Math.min(line, ...decorators.map((each) => each.line));
  for (let left = MAX_COMMENT_LINES; left > 0 && start > 1 && COMMENT.test(lines[start - 2] ?? ''); left -= 1)
    start -= 1;
  return { start, end: endLine };
}

/** The innermost function around a line that has a name, or the outermost without one. */
function functionAt(outline: SourceOutline, line: number): OutlineFunction | null {
  let found: OutlineFunction | null = null;
  for (const each of outline.functions) {
    if (each.line > line || each.endLine < line) continue;
    if (found === null || lengthOf(each) <= lengthOf(found)) found = each;
  }
  while (found !== null && found.name === '' && found.owner >= 0) found = outline.functions[found.owner] ?? null;
  return found;
}

const eachLine = (ranges: readonly LineRange[]): readonly number[] =>
  ranges.flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, i) => start + i));

export const isShown = (line: number, ranges: readonly LineRange[]): boolean =>
  ranges.some(({ start, end }) => start <= line && line <= end);

const wordsIn = (ranges: readonly LineRange[], lines: readonly string[]): ReadonlySet<string> =>
  new Set(eachLine(ranges).flatMap((line) => lines[line - 1]?.match(IDENTIFIER) ?? []));

/** The lines of a value that brackets keep open. */
function valueLines(line: number, lines: readonly string[]): LineRange {
  let depth = 0;
  for (let at = line; at < line + MAX_VALUE_LINES && at <= lines.length; at += 1) {
    for (const character of lines[at - 1] ?? '') {
      if ('([{'.includes(character)) depth += 1;
      else if (')]}'.includes(character)) depth -= 1;
    }
    if (depth <= 0) return { start: line, end: at };
  }
  return { start: line, end: line };
}

/** A function as it is shown: whole, or head, hunk and end. */
function showFunction(
  fn: OutlineFunction,
  hunks: readonly LineRange[],
  lines: readonly string[],
): readonly LineRange[] {
  const span = spanOf(fn, lines);
  if (lengthOf(fn) <= MAX_FUNCTION_LINES) return [span];
  const inside = hunks
    .filter(({ start, end }) => start <= fn.endLine && end >= fn.line)
    .map((hunk) => around(hunk, AROUND_IN_FUNCTION, lines.length))
    .map(({ start, end }) => ({ start: Math.max(start, span.start), end: Math.min(end, span.end) }));
  return [
    { start: span.start, end: Math.min(fn.line + HEAD_LINES - 1, fn.endLine) },
    ...inside,
    { start: fn.endLine, end: fn.endLine },
  ];
}

/** Without an outline nobody knows where a function begins. */
export const linesAround = (changed: readonly LineRange[], count: number, isBare = false): readonly LineRange[] =>
  mergeRanges(changed.map((hunk) => around(hunk, isBare ? AROUND_BARE : AROUND_UNKNOWN, count)));

/** Every hunk with its function, or with the lines around it. */
export function findEnclosing(
  outline: SourceOutline,
  changed: readonly LineRange[],
  lines: readonly string[],
): EnclosingLines {
  const functions = new Set<OutlineFunction>();
  const shown: LineRange[] = [...changed];
  for (const hunk of changed) {
    const alone: LineRange[] = [];
    for (const line of eachLine([hunk])) {
      const fn = functionAt(outline, line);
      if (fn === null) alone.push({ start: line, end: line });
      else functions.add(fn);
    }
    shown.push(...mergeRanges(alone).map((range) => around(range, AROUND_ALONE, lines.length)));
  }
  for (const fn of functions) shown.push(...showFunction(fn, changed, lines));
  for (const line of eachLine(changed))
    for (const { line: head, endLine } of outline.classes)
      if (head <= line && line <= endLine) shown.push({ start: head, end: head });
  return { shown: mergeRanges(shown), functions: [...functions] };
}

/** Imports, constants and fields of the file that the shown lines name. */
function findUsedNames(
  outline: SourceOutline,
  words: ReadonlySet<string>,
  lines: readonly string[],
): readonly LineRange[] {
  const imports = outline.imports
    .filter(({ local, module }) => words.has(local) || (local === '' && words.has(module.split(/[./]/u).at(-1) ?? '')))
    .map(({ line }) => ({ start: line, end: line }));
  const bindings = outline.bindings
    .filter(({ name, owner }) => owner < 0 && words.has(lastName(name)))
    .map(({ line }) => valueLines(line, lines));
  return [...imports, ...bindings];
}

/** Functions of the file that the change calls, those that the changed lines name first. */
function findUsedFunctions(
  outline: SourceOutline,
  { shown, functions }: EnclosingLines,
  changed: readonly LineRange[],
  lines: readonly string[],
): readonly LineRange[] {
  const near = wordsIn(changed, lines);
  const far = wordsIn(shown, lines);
  const candidates = outline.functions
    .filter((fn) => fn.name !== '' && far.has(fn.name) && !functions.includes(fn) && !isShown(fn.line, shown))
    .toSorted((a, b) => Number(near.has(b.name)) - Number(near.has(a.name)));
  let left = MAX_USED_TOTAL;
  const ranges: LineRange[] = [];
  for (const fn of candidates) {
    const span = spanOf(fn, lines);
    const end = lengthOf(fn) <= MAX_USED_LINES ? span.end : Math.min(span.end, fn.line + HEAD_LINES - 1);
    if (end - span.start + 1 > left) continue;
    left -= end - span.start + 1;
    ranges.push({ start: span.start, end });
  }
  return ranges;
}

/** Calls of the changed functions in the same file, with a line or two around. */
function findCallers(
  outline: SourceOutline,
  { shown, functions }: EnclosingLines,
  lines: readonly string[],
): readonly LineRange[] {
  const names = new Set(functions.map(({ name }) => name).filter((name) => name !== ''));
  return outline.calls
    .filter(({ callee, line }) => names.has(lastName(callee)) && !isShown(line, shown))
    .slice(0, MAX_CALLERS)
    .flatMap(({ line, endLine, owner }) => {
      const head = outline.functions[owner]?.line;
      const call = around({ start: line, end: Math.min(endLine, line + AROUND_CALL) }, AROUND_CALL, lines.length);
      return head === undefined ? [call] : [{ start: head, end: head }, call];
    });
}

/** What the shown lines rest on in the same file, added to them. */
export function addUsedLines(
  outline: SourceOutline,
  enclosing: EnclosingLines,
  changed: readonly LineRange[],
  lines: readonly string[],
): readonly LineRange[] {
  const used = [...findUsedFunctions(outline, enclosing, changed, lines), ...findCallers(outline, enclosing, lines)];
  const all = mergeRanges([...enclosing.shown, ...used]);
  return mergeRanges([...all, ...findUsedNames(outline, wordsIn(all, lines), lines)]);
}

/** Lines that declare what is not shown. */
export function outlineRest({ functions, classes }: SourceOutline, shown: readonly LineRange[]): readonly number[] {
  const heads = [...functions.filter(({ name, owner }) => name !== '' && owner < 0), ...classes].map(
    ({ line }) => line,
  );
  return [...new Set(heads)].filter((line) => !isShown(line, shown)).sort((a, b) => a - b);
}
