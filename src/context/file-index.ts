/**
 * Measures the files of a scope while the scope is still being found (SCOPE-02): tokens, lines, lines that are not
 * blank, branch (SCOPE-04). Reads each file once and keeps none; what cannot be reviewed leaves with its reason.
 */
import type { IgnoredEntry, Index, IndexedFile, ScopeEntry, ScopeFile, Snapshot, TokenCounter } from '../ports.ts';
import type { IgnoreReason } from '../protocol/report-document.ts';
import { classifyName, classifyText } from './classify-file.ts';
import { countLines } from './count-lines.ts';
import type { Measurement, TokenPool } from './token-pool.ts';
import type { ExactCounter } from './tokens.ts';

/** Files being measured at a time: enough to keep threads busy, few enough to hold in memory. */
const READ_AHEAD = 32;
/** Text that is counted sooner than threads are started. */
const SMALL_SCOPE_CHARS = 8_000_000;

type Measured = IndexedFile | IgnoredEntry;

const ignored = (path: string, reason: IgnoreReason): IgnoredEntry => ({ kind: 'ignored', path, reason });

const countExact = (counter: TokenCounter | ExactCounter, text: string): number | null =>
  'countExact' in counter ? counter.countExact(text) : counter.count(text);

function measureText(text: string, counter: TokenCounter | ExactCounter): Measurement {
  const exact = countExact(counter, text);
  return { tokens: exact ?? counter.count(text), exact: exact !== null, ...countLines(text) };
}

type MeasureText = (text: string) => Measurement | Promise<Measurement>;

const encoder = new TextEncoder();

/** Measures here until there is enough to be worth threads, and then wherever there is room. */
function shareWork(counter: TokenCounter | ExactCounter, openPool: () => TokenPool) {
  let pool: TokenPool | null = null;
  let measuredChars = 0;
  const measure: MeasureText = (text) => {
    measuredChars += text.length;
    if (measuredChars > SMALL_SCOPE_CHARS) pool ??= openPool();
    if (pool === null || pool.isFull) return measureText(text, counter);
    return pool.measure(encoder.encode(text)).catch(() => measureText(text, counter));
  };
  return { measure, close: () => pool?.close() };
}

async function measureFile(file: ScopeFile, snapshot: Snapshot, measure: MeasureText): Promise<Measured> {
  const { path, language, changed } = file;
  const byName = classifyName(path);
  if (byName !== null) return ignored(path, byName);
  const outcome = await snapshot.read(path);
  if (outcome.kind === 'unusable') return ignored(path, outcome.reason);
  const byText = classifyText(outcome.text);
  if (byText !== null) return ignored(path, byText);
  const { tokens, exact, lines, loc } = await measure(outcome.text);
  return { kind: 'file', path, language, changed, tokens, estimated: !exact, lines, loc, branch: snapshot.branch };
}

const measureEntry = async (entry: ScopeEntry, snapshot: Snapshot, measure: MeasureText): Promise<Measured> =>
  entry.kind === 'ignored' ? entry : measureFile(entry, snapshot, measure);

/**
 * Results come in the order of the entries, however long a single file takes. With `openPool` a large scope is measured
 * by its threads too; they must count as the counter does.
 */
export function createIndex(counter: TokenCounter | ExactCounter, openPool: (() => TokenPool) | null = null): Index {
  return {
    async *measure(snapshot, entries) {
      const work = openPool === null ? null : shareWork(counter, openPool);
      const measure: MeasureText = work?.measure ?? ((text) => measureText(text, counter));
      const pending: Promise<Measured>[] = [];
      try {
        for await (const entry of entries) {
          pending.push(measureEntry(entry, snapshot, measure));
          const next = pending.length >= READ_AHEAD ? pending.shift() : undefined;
          if (next) yield await next;
        }
        for (const measured of pending) yield await measured;
      } finally {
        await work?.close();
      }
    },
  };
}
