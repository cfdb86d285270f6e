/**
 * Compares all code of the scope, without comments and white space, and returns findings of code-quality-reviewer for repeated blocks of
 * at least 12 lines: one per pair of files, on the later or the changed one; one for all files of a copied folder. Loaded by
 * declaration.ts.
 */

import { setImmediate } from 'node:timers/promises';
import type { ScopeFile, Snapshot } from '../../ports/repository.ts';
import { countLeading } from '../../protocol/collections/count-leading.ts';
import { dropScriptEnding } from '../../protocol/source/package-entry-points.ts';
import type { Scan } from '../declaration.ts';
import { blankComments } from '../source-text/mask-source.ts';
import { isCompared } from '../source-text/measured-files.ts';
import { createProjectScan, type Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { createLineWindows, hashText, type LineAt, type LineWindows, WINDOW } from './line-windows.ts';

/** A window of fewer different lines is a table or a list, not logic. */
const DISTINCT_LINES = 9;
/** A window needs this many characters of code: twelve lines of brackets are no duplicate. */
const WINDOW_CHARS = 240;
/** A window needs this many lines that do something: entries of a dictionary may repeat. */
const LOGIC_LINES = 8;
const MEDIUM_LINES = 25;
/** So many files that repeat their namesakes are a copied folder. */
const COPIED_FILES = 4;
/** What is beyond is not compared, and the outcome says so; the arrays stay below 100 MB. */
const MAX_LINES = 4_000_000;
const NOISE =
  /^(?:[\s{}()[\];,.:]*|import\b.*|from\b.*|export \{.*|export \* from.*|use\b.*|using\b.*|package\b.*|#include.*|(?:const|var|let) [\w${}, ]+ = require\(.*)$/u;
const ENTRY = /^['"]?[\w$.-]+['"]?\s?[:=]\s?(?:"[^"]*"|'[^']*'|`[^`]*`|[\w.+-]+),?$|^["'`][^"'`]*["'`],?$/u;

export const scanForDuplicates: Scan = createProjectScan({
  reviewer: 'code-quality-reviewer',
  begin: async (snapshot, signal) => {
    const { pairs, isCut } = await comparePairs(snapshot, signal);
    return {
      ...(isCut ? { note: `duplication: only the first ${MAX_LINES} lines of code were compared` } : {}),
      check: (document) => (pairs.get(document.path) ?? []).map((pair) => describePair(document, pair)),
    };
  },
});

/** Where a block stands. */
interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Two files that share blocks: the largest, and how many lines there are in all. */
interface Pair {
  readonly here: Place;
  readonly there: Place;
  readonly length: number;
  readonly blocks: number;
  readonly lines: number;
  /** How many more files of the same two folders repeat each other. */
  readonly twins: number;
  readonly isTouched: boolean;
}

/** A file that was compared. `from` is the position of its first line among all. */
interface Compared {
  readonly file: ScopeFile;
  readonly from: LineAt;
  readonly lineNumbers: Int32Array;
}

interface Comparison {
  readonly windows: LineWindows;
  readonly files: Compared[];
}

async function comparePairs(
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<{ readonly pairs: ReadonlyMap<string, readonly Pair[]>; readonly isCut: boolean }> {
  const comparison: Comparison = { windows: createLineWindows(), files: [] };
  const pairs: Pair[] = [];
  for await (const entry of snapshot.entries()) {
    if (entry.kind !== 'file' || !isCompared(entry.path, entry.language)) continue;
    if (signal.aborted) throw new Error('stopped before the end');
    if (comparison.windows.size > MAX_LINES) return { pairs: groupPairs(pairs), isCut: true };
    const read = await snapshot.read(entry.path);
    if (read.kind !== 'text') continue;
    pairs.push(...compareFile(entry, read.text, comparison));
    await setImmediate();
  }
  return { pairs: groupPairs(pairs), isCut: false };
}

/** By the file that is reported. Where many files repeat their namesakes in another folder, the first stands for them all. */
function groupPairs(pairs: readonly Pair[]): ReadonlyMap<string, readonly Pair[]> {
  const byFolders = Map.groupBy(pairs, (pair) => nameFolders(pair) ?? `${pair.here.path}\0${pair.there.path}`);
  const kept = [...byFolders.values()].flatMap((group) => {
    const lead = group.find(({ isTouched }) => isTouched) ?? group[0];
    return group.length < COPIED_FILES || !lead ? group : [{ ...lead, twins: group.length - 1 }];
  });
  return Map.groupBy(kept, ({ here }) => here.path);
}

/** What the paths differ in, where they end alike: `lib/a.ts` and `copy/lib/a.ts`; null for files of different names. */
function nameFolders({ here, there }: Pair): string | null {
  const [a, b] = [here.path.split('/'), there.path.split('/')];
  let same = 0;
  while (same < Math.min(a.length, b.length) && isSameName(a.at(-1 - same), b.at(-1 - same))) same += 1;
  return same === 0 ? null : `${a.slice(0, a.length - same).join('/')}\0${b.slice(0, b.length - same).join('/')}`;
}

const isSameName = (a = '', b = ''): boolean => dropScriptEnding(a) === dropScriptEnding(b);

interface Match {
  readonly other: Compared;
  readonly earlier: LineAt;
  readonly later: LineAt;
  readonly length: number;
}

function compareFile(file: ScopeFile, text: string, { windows, files }: Comparison): readonly Pair[] {
  const lines = digestLines(text, file.language);
  const from = windows.add(lines.ids);
  files.push({ file, from, lineNumbers: lines.lineNumbers });
  const to = from + lines.ids.length;
  const matches: Match[] = [];
  for (let at = from; at + WINDOW <= to; ) {
    const earlier = windows.meet(at);
    const other = earlier !== null && isSubstantial(lines, at - from) ? findFile(files, earlier) : null;
    const length = other
      ? windows.commonLength({ from: earlier ?? 0, to: other.from + other.lineNumbers.length }, { from: at, to })
      : 0;
    if (other && length >= WINDOW) matches.push({ other, earlier: earlier ?? 0, later: at, length });
    at += length >= WINDOW ? length : 1;
  }
  return joinPairs(matches, files);
}

interface Lines {
  /** Hash of each significant line's text, and where it stands. */
  readonly ids: Int32Array;
  readonly lineNumbers: Int32Array;
  readonly lengths: readonly number[];
  /** 1 where a line is more than an entry of a list. */
  readonly logic: readonly number[];
}

/** Strings count: two different messages are two different lines. */
function digestLines(text: string, language: string | null): Lines {
  const ids: number[] = [];
  const lineNumbers: number[] = [];
  const lengths: number[] = [];
  const logic: number[] = [];
  for (const [index, line] of blankComments(text, language).split('\n').entries()) {
    const plain = line.trim().replace(/\s+/gu, ' ');
    if (NOISE.test(plain.slice(0, 200))) continue;
    ids.push(hashText(plain));
    lineNumbers.push(index + 1);
    lengths.push(plain.length);
    logic.push(ENTRY.test(plain.slice(0, 400)) ? 0 : 1);
  }
  return { ids: Int32Array.from(ids), lineNumbers: Int32Array.from(lineNumbers), lengths, logic };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function isSubstantial({ ids, lengths, logic }: Lines, from: number): boolean {
  const to = from + WINDOW;
  return (
    sum(logic.slice(from, to)) >= LOGIC_LINES &&
    sum(lengths.slice(from, to)) >= WINDOW_CHARS &&
    new Set(ids.subarray(from, to)).size >= DISTINCT_LINES
  );
}

function joinPairs(matches: readonly Match[], files: readonly Compared[]): readonly Pair[] {
  const later = files.at(-1);
  const byOther = Map.groupBy(matches, ({ other }) => other);
  return [...byOther].flatMap(([earlier, group]) => (later ? [joinGroup(earlier, later, group)] : []));
}

function joinGroup(earlier: Compared, later: Compared, group: readonly Match[]): Pair {
  const largest = group.reduce((best, match) => (match.length > best.length ? match : best));
  const there = placeOf(earlier, largest.earlier, largest.length);
  const here = placeOf(later, largest.later, largest.length);
  const counts = {
    length: largest.length,
    blocks: group.length,
    lines: sum(group.map(({ length }) => length)),
    twins: 0,
  };
  const isNew = touches(later.file, here);
  const isOld = !isNew && touches(earlier.file, there);
  const isTouched = isNew || isOld;
  return isOld ? { here: there, there: here, ...counts, isTouched } : { here, there, ...counts, isTouched };
}

/** Whole files are touched everywhere. */
const touches = ({ changed }: ScopeFile, { start, end }: Place): boolean =>
  changed === null || changed.some((range) => range.start <= end && start <= range.end);

function placeOf({ file, from, lineNumbers }: Compared, at: LineAt, length: number): Place {
  const start = lineNumbers[at - from] ?? 1;
  return { path: file.path, start, end: lineNumbers[at - from + length - 1] ?? start };
}

/** The file that holds a position. */
const findFile = (files: readonly Compared[], at: LineAt): Compared | null =>
  files[countLeading(files, ({ from }) => from <= at) - 1] ?? null;

function describePair(document: TextDocument, { here, there, length, blocks, lines, twins }: Pair): Observation {
  const inBoth = blocks > 1 ? ` There are ${blocks} such blocks between the two, ${lines} lines in all.` : '';
  const more = twins > 0 ? `${inBoth} ${twins} more files beside it repeat their namesakes in the same way.` : inBoth;
  return {
    document,
    line: here.start,
    endLine: here.end,
    rule: 'duplicated-block',
    severity: lines >= MEDIUM_LINES ? 'MEDIUM' : 'LOW',
    category: 'duplication',
    title: `${length} lines repeat ${there.path}:${there.start}`,
    issue: `Lines ${here.start}–${here.end} say the same as ${there.path} lines ${there.start}–${there.end}.${more}`,
    recommendation: 'Move the shared block into one function and call it from both places.',
    impact: 'A correction in one place is easily forgotten in the other.',
    extra: { effort: 'small', other_file: there.path, other_line: there.start },
  };
}
