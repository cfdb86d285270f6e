/**
 * Measures the files of a scope while the scope is still being found (SCOPE-02): tokens, lines, lines that are not
 * blank, branch (SCOPE-04). Reads each file once and keeps none; what cannot be reviewed leaves with its reason.
 */
import type { IgnoredEntry, Index, IndexedFile, ScopeEntry, ScopeFile, Snapshot, TokenCounter } from '../ports.ts';
import type { IgnoreReason } from '../protocol/report-document.ts';
import { classifyName, classifyText } from './classify-file.ts';
import type { ExactCounter } from './tokens.ts';

/** Files being read at a time: enough to hide the disk, few enough to hold in memory. */
const READ_AHEAD = 16;

type Measured = IndexedFile | IgnoredEntry;

const ignored = (path: string, reason: IgnoreReason): IgnoredEntry => ({ kind: 'ignored', path, reason });

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const DELETE = 0x7f;

/** Blanks are those of `trim`. */
const isBlank = (text: string, at: number): boolean => text.charAt(at).trim() === '';

/** Lines of a text; a final line break ends the last line and begins none. */
export function countLines(text: string): { readonly lines: number; readonly loc: number } {
  let lines = 0;
  let loc = 0;
  let isInked = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1;
      lines += 1;
      loc += isInked ? 1 : 0;
      isInked = false;
    } else if (!isInked && code !== SPACE) {
      isInked = (code > SPACE && code < DELETE) || !isBlank(text, at);
    }
  }
  const last = text.charCodeAt(text.length - 1);
  const isOpen = text !== '' && last !== LINE_FEED && last !== CARRIAGE_RETURN;
  return { lines: lines + (isOpen ? 1 : 0), loc: loc + (isInked ? 1 : 0) };
}

const countExact = (counter: TokenCounter | ExactCounter, text: string): number | null =>
  'countExact' in counter ? counter.countExact(text) : counter.count(text);

async function measureFile(file: ScopeFile, snapshot: Snapshot, counter: TokenCounter): Promise<Measured> {
  const byName = classifyName(file.path);
  if (byName !== null) return ignored(file.path, byName);
  const outcome = await snapshot.read(file.path);
  if (outcome.kind === 'unusable') return ignored(file.path, outcome.reason);
  const byText = classifyText(outcome.text);
  if (byText !== null) return ignored(file.path, byText);
  const exact = countExact(counter, outcome.text);
  const { path, language, changed } = file;
  return {
    kind: 'file',
    path,
    language,
    changed,
    tokens: exact ?? counter.count(outcome.text),
    estimated: exact === null,
    ...countLines(outcome.text),
    branch: snapshot.branch,
  };
}

/** Results come in the order of the entries, however long a single file takes. */
export function createIndex(counter: TokenCounter | ExactCounter): Index {
  return {
    async *measure(snapshot, entries) {
      const pending: Promise<Measured>[] = [];
      for await (const entry of entries) {
        pending.push(measureEntry(entry, snapshot, counter));
        const next = pending.length >= READ_AHEAD ? pending.shift() : undefined;
        if (next) yield await next;
      }
      for (const measured of pending) yield await measured;
    },
  };
}

const measureEntry = async (entry: ScopeEntry, snapshot: Snapshot, counter: TokenCounter): Promise<Measured> =>
  entry.kind === 'ignored' ? entry : measureFile(entry, snapshot, counter);
