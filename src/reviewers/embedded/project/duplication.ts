/**
 * Blocks of code that occur twice in the scope. Lines are compared without comments and white space; a rolling hash over
 * windows of lines keeps the search near linear. One observation per pair of files, on the later of the two.
 */
import type { MaskedSource } from './mask-source.ts';
import type { Observation } from './project-analyzer.ts';
import type { TextDocument } from './text-document.ts';

const WINDOW = 12;
/** A window of fewer different lines is a table or a list, not logic. */
const DISTINCT_LINES = 9;
/** A window needs this many characters of code: twelve lines of brackets are no duplicate. */
const WINDOW_CHARS = 240;
/** A window needs this many lines that do something: entries of a dictionary may repeat. */
const LOGIC_LINES = 8;
const MEDIUM_LINES = 25;
const FACTOR = 0x01000193;
const NOISE =
  /^(?:[\s{}()[\];,.:]*|import\b.*|from\b.*|export \{.*|export \* from.*|use\b.*|using\b.*|package\b.*|#include.*|(?:const|var|let) [\w${}, ]+ = require\(.*)$/u;
const ENTRY = /^['"]?[\w$.-]+['"]?\s?[:=]\s?(?:"[^"]*"|'[^']*'|`[^`]*`|[\w.+-]+),?$|^["'`][^"'`]*["'`],?$/u;

interface Digest {
  readonly document: TextDocument;
  /** Number of each significant line's text, and where it stands. */
  readonly ids: Int32Array;
  readonly lineNumbers: Int32Array;
  readonly lengths: Int32Array;
  /** 1 where a line is more than an entry of a list. */
  readonly logic: Uint8Array;
}

interface Match {
  readonly earlier: Digest;
  readonly earlierFrom: number;
  readonly later: Digest;
  readonly laterFrom: number;
  readonly length: number;
}

export interface DuplicateFinder {
  add(document: TextDocument, masked: MaskedSource): void;
  report(): readonly Observation[];
}

export function createDuplicateFinder(): DuplicateFinder {
  const texts = new Map<string, number>();
  const windows = new Map<number, { readonly digest: Digest; readonly from: number }>();
  const matches: Match[] = [];
  return {
    add: (document, masked) => {
      const digest = digestDocument(document, masked, texts);
      for (const match of matchDigest(digest, windows)) matches.push(match);
    },
    report: () => reportPairs(matches),
  };
}

/** Text with comments taken out, strings kept: two different messages are two different lines. */
function digestDocument(document: TextDocument, masked: MaskedSource, texts: Map<string, number>): Digest {
  const ids: number[] = [];
  const lineNumbers: number[] = [];
  const lengths: number[] = [];
  const logic: number[] = [];
  const commentLines = masked.comments.split('\n');
  document.lines.forEach((line, index) => {
    const text = stripComment(line, commentLines[index] ?? '')
      .replace(/\s+/gu, ' ')
      .trim();
    if (NOISE.test(text.slice(0, 200))) return;
    const known = texts.get(text);
    const id = known ?? texts.size + 1;
    if (known === undefined) texts.set(text, id);
    ids.push(id);
    lineNumbers.push(index + 1);
    lengths.push(text.length);
    logic.push(ENTRY.test(text.slice(0, 400)) ? 0 : 1);
  });
  return {
    document,
    ids: Int32Array.from(ids),
    lineNumbers: Int32Array.from(lineNumbers),
    lengths: Int32Array.from(lengths),
    logic: Uint8Array.from(logic),
  };
}

function stripComment(line: string, comment: string): string {
  const inner = comment.trim();
  if (inner === '') return line;
  const at = comment.indexOf(inner);
  return `${line.slice(0, at)}${line.slice(at + inner.length)}`;
}

function matchDigest(
  digest: Digest,
  windows: Map<number, { readonly digest: Digest; readonly from: number }>,
): readonly Match[] {
  const matches: Match[] = [];
  const hashes = hashWindows(digest.ids);
  let at = 0;
  while (at < hashes.length) {
    const hash = hashes[at] ?? 0;
    const earlier = windows.get(hash);
    const length = earlier && isSubstantial(digest, at) ? commonLength(earlier.digest, earlier.from, digest, at) : 0;
    if (earlier && length >= WINDOW) {
      matches.push({ earlier: earlier.digest, earlierFrom: earlier.from, later: digest, laterFrom: at, length });
      at += length;
      continue;
    }
    if (!earlier) windows.set(hash, { digest, from: at });
    at += 1;
  }
  return matches;
}

function hashWindows(ids: Int32Array): Int32Array {
  const count = Math.max(0, ids.length - WINDOW + 1);
  const hashes = new Int32Array(count);
  let top = 1;
  for (let power = 1; power < WINDOW; power += 1) top = Math.imul(top, FACTOR);
  let hash = 0;
  ids.forEach((id, index) => {
    const leaving = index >= WINDOW ? (ids[index - WINDOW] ?? 0) : 0;
    hash = (Math.imul(hash - Math.imul(leaving, top), FACTOR) + id) | 0;
    if (index >= WINDOW - 1) hashes[index - WINDOW + 1] = hash;
  });
  return hashes;
}

function commonLength(a: Digest, aFrom: number, b: Digest, bFrom: number): number {
  const limit = a === b ? bFrom - aFrom : Number.POSITIVE_INFINITY;
  let length = 0;
  while (length < limit && aFrom + length < a.ids.length && a.ids[aFrom + length] === b.ids[bFrom + length])
    length += 1;
  return length;
}

function isSubstantial(digest: Digest, from: number): boolean {
  const ids = digest.ids.subarray(from, from + WINDOW);
  const chars = digest.lengths.subarray(from, from + WINDOW).reduce((sum, length) => sum + length, 0);
  const logic = digest.logic.subarray(from, from + WINDOW).reduce((sum, flag) => sum + flag, 0);
  return new Set(ids).size >= DISTINCT_LINES && chars >= WINDOW_CHARS && logic >= LOGIC_LINES;
}

function reportPairs(matches: readonly Match[]): readonly Observation[] {
  const pairs = new Map<string, Match[]>();
  for (const match of matches) {
    const key = `${match.later.document.path}\n${match.earlier.document.path}`;
    pairs.set(key, [...(pairs.get(key) ?? []), match]);
  }
  return [...pairs.values()].map(describePair);
}

function describePair(matches: readonly Match[]): Observation {
  const largest = matches.reduce((best, match) => (match.length > best.length ? match : best));
  const { later, earlier } = largest;
  const start = lineOf(later, largest.laterFrom);
  const end = lineOf(later, largest.laterFrom + largest.length - 1);
  const otherStart = lineOf(earlier, largest.earlierFrom);
  const otherEnd = lineOf(earlier, largest.earlierFrom + largest.length - 1);
  const total = matches.reduce((sum, match) => sum + match.length, 0);
  const more =
    matches.length > 1 ? ` There are ${matches.length} such blocks between the two, ${total} lines in all.` : '';
  return {
    document: later.document,
    line: start,
    endLine: end,
    rule: 'duplicated-block',
    severity: total >= MEDIUM_LINES ? 'MEDIUM' : 'LOW',
    category: 'duplication',
    title: `${largest.length} lines repeat ${earlier.document.path}:${otherStart}`,
    issue: `Lines ${start}–${end} say the same as ${earlier.document.path} lines ${otherStart}–${otherEnd}.${more}`,
    recommendation: 'Move the shared block into one function and call it from both places.',
    impact: 'A correction in one place is easily forgotten in the other.',
    extra: { effort: 'small', other_file: earlier.document.path, other_line: otherStart },
  };
}

const lineOf = (digest: Digest, index: number): number => digest.lineNumbers[index] ?? 1;
