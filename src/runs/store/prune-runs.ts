/**
 * Deletes the runs, and the raw answers of finished runs, that the retention does not keep (number, age, size), oldest first, and
 * gives the space back to the disk. Never a run under way. Called by run-store.ts.
 */
import type { Pruned, Retention } from '../../protocol/report/stored-run.ts';
import { measureDatabase } from '../../storage/sqlite.ts';
import type { RunDatabase } from './run-database.ts';
import { RUN_COLUMNS, type RunRow, statusOf } from './run-rows.ts';

const DAY_MS = 86_400_000;

export function pruneRuns(store: RunDatabase, retention: Retention, now: number): Pruned {
  const { database } = store;
  const before = measureDatabase(store.database);
  const rows = database
    .prepare(`SELECT ${RUN_COLUMNS} FROM runs ORDER BY started_at DESC, id DESC`)
    .all() as unknown as readonly RunRow[];
  const idle = rows.filter((row) => statusOf(row, now) !== 'running');
  const { maxRuns, maxAgeDays, minRuns, stepDays, maxBytes } = retention;
  const allowance = Math.max(0, maxRuns - (rows.length - idle.length));
  const isPast = ({ startedAt }: RunRow): boolean => now - startedAt > maxAgeDays * DAY_MS;
  const gone = idle.filter((row, at) => at >= allowance || (at >= minRuns && isPast(row)));
  const staying = idle.filter((row) => !gone.includes(row));
  const hasSteps = database.prepare('SELECT 1 FROM steps WHERE run = ? LIMIT 1');
  const isOld = ({ status, startedAt }: RunRow): boolean =>
    status === 'finished' && now - startedAt > stepDays * DAY_MS;
  const stripped = staying.filter((row) => isOld(row) && hasSteps.get(row.id) !== undefined);
  let count = { runs: gone.length, stripped: stripped.length };
  if (count.runs + count.stripped > 0)
    store.writeNow(() => {
      for (const { id } of gone) forgetRun(store, id);
      for (const { id } of stripped) stripRun(store, id);
    });
  const rest = staying.filter((row) => !stripped.includes(row)).reverse();
  count = letGoBySize(store, rest, maxBytes, count);
  if (count.runs + count.stripped > 0) database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
  return { ...count, bytes: Math.max(0, before.fileBytes - measureDatabase(store.database).fileBytes) };
}

function forgetRun({ database }: RunDatabase, id: string): void {
  database.prepare('DELETE FROM runs WHERE id = ?').run(id);
}

/** Whether there was anything. */
const stripRun = ({ database }: RunDatabase, id: string): boolean =>
  Number(database.prepare('DELETE FROM steps WHERE run = ?').run(id).changes) > 0;

/** Raw answers of finished runs first, then whole runs; each oldest first, and no more than needed. */
function letGoBySize(
  store: RunDatabase,
  oldest: readonly RunRow[],
  maxBytes: number,
  count: Pick<Pruned, 'runs' | 'stripped'>,
): Pick<Pruned, 'runs' | 'stripped'> {
  const isOver = (): boolean => measureDatabase(store.database).usedBytes > maxBytes;
  let { runs } = count;
  const stripped = new Set<string>();
  for (const { id, status } of oldest) {
    if (!isOver()) break;
    if (status === 'finished' && store.writeNow(() => stripRun(store, id))) stripped.add(id);
  }
  for (const { id } of oldest) {
    if (!isOver()) break;
    store.writeNow(() => forgetRun(store, id));
    runs += 1;
    stripped.delete(id);
  }
  return { runs, stripped: count.stripped + stripped.size };
}
