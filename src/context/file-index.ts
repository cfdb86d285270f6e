/**
 * Measures the files of a scope while the scope is still being found (SCOPE-02): tokens, lines, lines that are not
 * blank, branch (SCOPE-04). Reads each file once and keeps none; what cannot be reviewed leaves with its reason.
 */

import type { Index, IndexedFile } from '../ports/file-index.ts';
import type { IgnoredEntry, ScopeEntry, ScopeFile, Snapshot } from '../ports/repository.ts';
import type { IgnoreReason } from '../protocol/report/report-document.ts';
import { classifyName, classifyText } from './classify-file.ts';
import { type MeasureText, type MeasuringCounter, openMeasuring } from './measure-text.ts';
import type { TokenPool } from './token-pool.ts';

/** Files being measured at a time: enough to keep threads busy, few enough to hold in memory. */
const READ_AHEAD = 32;
type Measured = IndexedFile | IgnoredEntry;

const ignored = (path: string, reason: IgnoreReason): IgnoredEntry => ({ kind: 'ignored', path, reason });

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
export function createIndex(counter: MeasuringCounter, openPool: (() => TokenPool) | null = null): Index {
  return {
    async *measure(snapshot, entries) {
      const { measure, close } = openMeasuring(counter, openPool);
      const pending: Promise<Measured>[] = [];
      try {
        for await (const entry of entries) {
          pending.push(measureEntry(entry, snapshot, measure));
          const next = pending.length >= READ_AHEAD ? pending.shift() : undefined;
          if (next) yield await next;
        }
        for (const measured of pending) yield await measured;
      } finally {
        await close();
      }
    },
  };
}
