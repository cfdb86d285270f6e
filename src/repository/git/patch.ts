/**
 * Parses a unified diff as data: which files it names and which lines of their new text it changes; and applies or reverts it on a
 * text. Takes what git, `diff -u` and mail wrappers print, merges included. Never throws; what it cannot read is named by its line.
 * Called by patch-scope.ts and patch-settings.ts.
 */
import { mergeRanges } from '../../protocol/coverage/coverage.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';

export interface PatchHunk {
  /** 1-based first line in the new text; where the hunk leaves nothing, the line after which it cut. */
  readonly newStart: number;
  readonly newLines: readonly string[];
  readonly oldLines: readonly string[];
}

export interface PatchFile {
  /** Path in the new text, as the patch names it without the prefix; null for a deleted file. */
  readonly newPath: string | null;
  readonly oldPath: string | null;
  readonly isBinary: boolean;
  readonly changed: readonly LineRange[];
  /** Null where the patch is of a merge and cannot be taken back. */
  readonly hunks: readonly PatchHunk[] | null;
}

export type PatchOutcome =
  | { readonly kind: 'patch'; readonly files: readonly PatchFile[] }
  | { readonly kind: 'invalid'; readonly line: number; readonly reason: string };

interface Draft {
  oldPath: string | null;
  newPath: string | null;
  isGit: boolean;
  isBinary: boolean;
  isCombined: boolean;
  hasPaths: boolean;
  changed: LineRange[];
  hunks: PatchHunk[];
}

interface Cursor {
  readonly lines: readonly string[];
  at: number;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11, '\\': 92, '"': 34 };

/** A name in git's quotes, with its length in the text; null if it is not one. */
export function parseQuotedName(text: string): { readonly name: string; readonly length: number } | null {
  const match = /^"((?:[^"\\]|\\.)*)"/u.exec(text);
  if (!match) return null;
  const bytes: Buffer[] = [];
  for (const [, escaped, plain] of (match[1] ?? '').matchAll(/\\([0-3][0-7]{2}|.)|([^\\]+)/gu)) {
    if (plain !== undefined) bytes.push(Buffer.from(plain));
    else if (escaped !== undefined) bytes.push(Buffer.from([ESCAPES[escaped] ?? Number.parseInt(escaped, 8) & 255]));
  }
  return { name: Buffer.concat(bytes).toString('utf8'), length: match[0].length };
}

const unquote = (text: string): string => parseQuotedName(text)?.name ?? text;

/** `--- a/x.ts\t2026-01-01`: the name ends at a tab, unless it is quoted. */
const parseHeaderName = (text: string): string => parseQuotedName(text)?.name ?? (text.split('\t')[0] ?? '').trimEnd();

/** Both names of `diff --git`. Unquoted names are split in the middle: they are the same but for the prefix. */
function parseGitHeader(text: string): readonly [string, string] | null {
  const first = parseQuotedName(text);
  if (first) return [first.name, unquote(text.slice(first.length + 1))];
  const quoted = text.indexOf(' "');
  if (quoted > 0) return [text.slice(0, quoted), unquote(text.slice(quoted + 1))];
  const middle = (text.length - 1) / 2;
  return text[middle] === ' ' ? [text.slice(0, middle), text.slice(middle + 1)] : null;
}

const newDraft = (isGit: boolean): Draft => ({
  oldPath: null,
  newPath: null,
  isGit,
  isBinary: false,
  isCombined: false,
  hasPaths: false,
  changed: [],
  hunks: [],
});

type HeaderRule = readonly [pattern: RegExp, apply: (draft: Draft, text: string) => void];

/** Lines between the head of a file and its first hunk. `rename` names have no prefix, so they are marked by one. */
const HEADER_RULES: readonly HeaderRule[] = [
  [/^--- (.*)$/u, (draft, text) => setPath(draft, 'oldPath', parseHeaderName(text))],
  [/^\+\+\+ (.*)$/u, (draft, text) => setPath(draft, 'newPath', parseHeaderName(text))],
  [/^(?:rename|copy) from (.*)$/u, (draft, text) => setPath(draft, 'oldPath', `a/${unquote(text)}`)],
  [/^(?:rename|copy) to (.*)$/u, (draft, text) => setPath(draft, 'newPath', `b/${unquote(text)}`)],
  [/^(deleted file mode) /u, (draft) => setPath(draft, 'newPath', '/dev/null')],
  [/^(new file mode) /u, (draft) => setPath(draft, 'oldPath', '/dev/null')],
  [/^(Binary files .* differ|GIT binary patch)$/u, (draft) => markBinary(draft)],
];

function markBinary(draft: Draft): void {
  draft.isBinary = true;
}

function setPath(draft: Draft, side: 'oldPath' | 'newPath', name: string): void {
  draft[side] = name === '/dev/null' ? null : name;
  draft.hasPaths = true;
}

const PREFIXED = /^[abciow]\/(.+)$/su;

/** Drops `a/` and `b/` (or git's mnemonic letters) where every name of the file has one. */
function finishFile(draft: Draft): PatchFile {
  const names = [draft.oldPath, draft.newPath].filter((name) => name !== null);
  const isPrefixed = names.every((name) => PREFIXED.test(name)) && (names.length === 1 || names[0] !== names[1]);
  const strip = (name: string | null): string | null => (isPrefixed ? (name?.replace(PREFIXED, '$1') ?? null) : name);
  return {
    oldPath: strip(draft.oldPath),
    newPath: strip(draft.newPath),
    isBinary: draft.isBinary,
    changed: mergeRanges(draft.changed),
    hunks: draft.isCombined ? null : draft.hunks,
  };
}

const HUNK_HEADER = /^(@@+) ((?:-\d+(?:,\d+)? )+)\+(\d+)(?:,(\d+))? @@+/u;

/** Counts of lines that a hunk still has to bring. */
interface Expected {
  readonly old: number[];
  fresh: number;
}

interface HunkLine {
  readonly prefixes: string;
  readonly text: string;
}

const isDone = ({ old, fresh }: Expected): boolean => fresh <= 0 && old.every((count) => count <= 0);

/** Takes one line off what is expected; false where it cannot belong to a hunk. */
function takeLine(prefixes: string, expected: Expected): boolean {
  if (!/^[ +-]+$/u.test(prefixes)) return false;
  const isRemoved = prefixes.includes('-');
  [...prefixes].forEach((prefix, i) => {
    if (prefix === (isRemoved ? '-' : ' ')) expected.old[i] = (expected.old[i] ?? 0) - 1;
  });
  if (!isRemoved) expected.fresh -= 1;
  return true;
}

function readHunkLines(cursor: Cursor, parents: number, expected: Expected): readonly HunkLine[] | null {
  const taken: HunkLine[] = [];
  for (; cursor.at < cursor.lines.length && !isDone(expected); cursor.at += 1) {
    const line = cursor.lines[cursor.at] ?? '';
    if (line.startsWith('\\')) continue;
    // Editors and mailers drop the blank of an empty context line.
    const prefixes = line === '' || line === '\r' ? ' '.repeat(parents) : line.slice(0, parents);
    if (!takeLine(prefixes, expected)) return null;
    taken.push({ prefixes, text: line.slice(parents).replace(/\r$/u, '') });
  }
  return isDone(expected) ? taken : null;
}

/** Whether a line of a hunk follows the last one that its header counts. `--` begins another file or the foot of a mail. */
function goesOn(cursor: Cursor): boolean {
  while (cursor.lines[cursor.at]?.startsWith('\\')) cursor.at += 1;
  return /^(?:[+ ]|-(?!-))/u.test(cursor.lines[cursor.at] ?? '');
}

/** Ranges of `+` lines; a run of `-` alone marks the line that follows it. */
function findChanged(lines: readonly HunkLine[], newStart: number): readonly LineRange[] {
  const ranges: LineRange[] = [];
  let line = newStart;
  let cut = false;
  let added = false;
  for (const { prefixes } of lines) {
    if (prefixes.includes('-')) cut = true;
    else if (prefixes.includes('+')) {
      ranges.push({ start: line, end: line });
      added = true;
      line += 1;
    } else {
      if (cut && !added) ranges.push({ start: Math.max(1, line), end: Math.max(1, line) });
      cut = false;
      added = false;
      line += 1;
    }
  }
  if (cut && !added) ranges.push({ start: Math.max(1, line - 1), end: Math.max(1, line - 1) });
  return ranges;
}

/** Reads the hunk at the cursor into the draft; false where its lines do not add up. */
function readHunk(cursor: Cursor, match: RegExpExecArray, draft: Draft): boolean {
  const old = [...(match[2] ?? '').matchAll(/-\d+(?:,(\d+))? /gu)].map(([, count]) => Number(count ?? 1));
  const fresh = Number(match[4] ?? 1);
  cursor.at += 1;
  const lines = readHunkLines(cursor, old.length, { old: [...old], fresh });
  if (lines === null || goesOn(cursor)) return false;
  const newStart = Number(match[3]);
  draft.isCombined ||= old.length > 1;
  draft.changed.push(...findChanged(lines, fresh === 0 ? newStart + 1 : newStart));
  draft.hunks.push({
    newStart,
    newLines: lines.filter(({ prefixes }) => !prefixes.includes('-')).map(({ text }) => text),
    oldLines: lines.filter(({ prefixes }) => !prefixes.includes('+')).map(({ text }) => text),
  });
  return true;
}

/** The draft that a line begins, or null where it begins none. */
function beginFile(cursor: Cursor, current: Draft | null): Draft | null {
  const line = cursor.lines[cursor.at] ?? '';
  const git = /^diff --git (.+?)\r?$/u.exec(line)?.[1];
  if (git !== undefined) {
    const draft = newDraft(true);
    const names = parseGitHeader(git);
    if (names) [draft.oldPath, draft.newPath] = names;
    draft.hasPaths = names !== null;
    return draft;
  }
  const combined = /^diff --(?:cc|combined) (.+?)\r?$/u.exec(line)?.[1];
  if (combined !== undefined) {
    const name = unquote(combined);
    return { ...newDraft(true), oldPath: `a/${name}`, newPath: `b/${name}`, hasPaths: true };
  }
  const isPlainHeader = line.startsWith('--- ') && (cursor.lines[cursor.at + 1] ?? '').startsWith('+++ ');
  return isPlainHeader && (current === null || current.hunks.length > 0 || !current.isGit) ? newDraft(false) : null;
}

function readHeader(line: string, draft: Draft): void {
  for (const [pattern, apply] of HEADER_RULES) {
    const match = pattern.exec(line);
    if (match) apply(draft, match[1] ?? '');
  }
}

export function parsePatch(text: string): PatchOutcome {
  const cursor: Cursor = { lines: text.split('\n'), at: 0 };
  const drafts: Draft[] = [];
  let current: Draft | null = null;
  while (cursor.at < cursor.lines.length) {
    const line = (cursor.lines[cursor.at] ?? '').replace(/\r$/u, '');
    const begun: Draft | null = beginFile(cursor, current);
    if (begun !== null) {
      current = begun;
      drafts.push(begun);
    }
    const hunk = HUNK_HEADER.exec(line);
    if (hunk && current !== null) {
      const at = cursor.at + 1;
      if (!readHunk(cursor, hunk, current))
        return { kind: 'invalid', line: at, reason: 'a hunk has another number of lines than its header says' };
      continue;
    }
    if (line.startsWith('@@ -'))
      return { kind: 'invalid', line: cursor.at + 1, reason: 'a hunk without a file, or with a header that is none' };
    if (current !== null && current.hunks.length === 0) readHeader(line, current);
    cursor.at += 1;
  }
  return finishPatch(drafts, text);
}

function finishPatch(drafts: readonly Draft[], text: string): PatchOutcome {
  if (drafts.some(({ hasPaths, hunks, isBinary }) => !hasPaths && (isBinary || hunks.length > 0)))
    return { kind: 'invalid', line: 1, reason: 'a file whose name cannot be read' };
  const files = drafts.filter((draft) => draft.hasPaths).map(finishFile);
  if (files.length === 0 && text.trim() !== '')
    return { kind: 'invalid', line: 1, reason: 'no diff with a file header' };
  return { kind: 'patch', files };
}

const placeOf = (hunk: PatchHunk): number => (hunk.newLines.length === 0 ? hunk.newStart : hunk.newStart - 1);

const standsAt = (lines: readonly string[], from: number, expected: readonly string[]): boolean =>
  expected.every((line, i) => lines[from + i]?.replace(/\r$/u, '') === line);

/** The text after the patch, where the text before it is given; null where the patch does not fit. */
export function applyPatch(text: string, hunks: readonly PatchHunk[]): string | null {
  const lines = text.split('\n');
  for (const hunk of hunks) {
    const from = placeOf(hunk);
    if (!standsAt(lines, from, hunk.oldLines)) return null;
    lines.splice(from, hunk.oldLines.length, ...hunk.newLines);
  }
  return lines.join('\n');
}

/** The text before the patch, from the text after it; null where the two do not belong together. */
export function unapplyPatch(text: string, hunks: readonly PatchHunk[]): string | null {
  const lines = text.split('\n');
  for (const hunk of hunks.toReversed()) {
    const from = placeOf(hunk);
    if (!standsAt(lines, from, hunk.newLines)) return null;
    lines.splice(from, hunk.newLines.length, ...hunk.oldLines);
  }
  return lines.join('\n');
}
