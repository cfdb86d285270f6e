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

/** Lines of a text; a final line break ends the last line and begins none. */
export function countLines(text: string): { readonly lines: number; readonly loc: number } {
  const lines = text.split(/\r\n|\n|\r/u);
  if (lines.at(-1) === '') lines.pop();
  return { lines: lines.length, loc: lines.filter((line) => line.trim() !== '').length };
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
  return {
    ...file,
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
