/**
 * Stores the runs of a user in one SQLite file of the state folder: begins a run, lists and reads runs and reports, claims an
 * interrupted run. Two processes never own the same run; a run whose process is gone can be claimed by another. Opened by
 * wiring/stored-runs.ts and cli/run-history.ts.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ReviewError } from '../../errors.ts';
import type { Clock } from '../../ports/clock.ts';
import type { RunHistory } from '../../ports/run-history.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import type { StoredRun, StoredStep } from '../../protocol/report/stored-run.ts';
import { setAsideDatabase } from '../../storage/sqlite.ts';
import { describeError, isDamaged, isUnwritable } from '../../storage/sqlite-errors.ts';
import { type OpenRun, openRun } from './open-run.ts';
import { thisProcess } from './process-identity.ts';
import { pruneRuns } from './prune-runs.ts';
import {
  openRunDatabase,
  type RunDatabase,
  runStorePath,
  unusableStore,
  type WatchWrite,
  warnOfDamage,
  warnOfOpening,
} from './run-database.ts';
import { sweepRunFolders } from './run-folders.ts';
import { RUN_COLUMNS, type RunRow, readRows, STEP_COLUMNS, statusOf, toStoredRun } from './run-rows.ts';
import { type StoredValue, unpackValue } from './stored-value.ts';

/** What is known of a run when it begins. */
export type RunFacts = Pick<
  StoredRun,
  'id' | 'root' | 'playbook' | 'mode' | 'model' | 'selection' | 'command' | 'settings' | 'version' | 'startedAt'
>;

export interface RunStore extends RunHistory, Disposable {
  readonly path: string;
  /** What the user should know about the file. */
  readonly warnings: readonly string[];
  begin(facts: RunFacts): OpenRun;
  /** Takes a run over to go on with it. Throws ReviewError: no such run, another process has it, it is finished. */
  claim(id: string): OpenRun;
  /** The time of the run is up: what is left to write does not wait for the disk any more. */
  hurry(): void;
}

export interface RunStoreOptions {
  readonly stateDir: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly watch?: WatchWrite;
}

/**
 * For a run that is about to begin: a damaged file is set aside, also where the damage shows only when the run is written.
 * Throws ReviewError where the folder cannot be used.
 */
export function openRunStore(options: RunStoreOptions): RunStore {
  const path = runStorePath(options.stateDir);
  const { watch } = options;
  const warnings: string[] = [];
  const open = (): RunDatabase => {
    const database = openRunDatabase(path, { maySetAside: true, ...(watch ? { watch } : {}) });
    warnings.push(...warnOfOpening(database));
    return database;
  };
  const replace = (): RunDatabase => {
    warnings.push(warnOfDamage(moveAway(path)));
    return open();
  };
  try {
    // Opened once more first: another process may have set it aside by now, and the new file is whole.
    return createRunStore(open(), { path, warnings, clock: options.clock, mends: [open, replace] });
  } catch (error) {
    throw unusableStore(path, error);
  }
}

function moveAway(path: string): string {
  try {
    return setAsideDatabase(path);
  } catch (error) {
    throw stuckStore(path, error);
  }
}

const stuckStore = (path: string, error: unknown): ReviewError => {
  const detail = `${path} is damaged and could not be set aside (${describeError(error)}): move it away, and the next run creates a new one.`;
  return new ReviewError('unusable-state', detail, { cause: error });
};

/**
 * For whoever reads or resumes: null where nothing was ever stored; a damaged file is an error, not an empty history. Where
 * nothing can be written it can still be read, unless `mayOnlyRead` is false.
 */
export const openRunHistory = (options: RunStoreOptions, mayOnlyRead = true): RunStore | null =>
  existsSync(runStorePath(options.stateDir)) ? openStored(options, mayOnlyRead) : null;

function openStored({ stateDir, clock, watch }: RunStoreOptions, mayOnlyRead: boolean): RunStore {
  const path = runStorePath(stateDir);
  try {
    const database = openRunDatabase(path, { mayOnlyRead, ...(watch ? { watch } : {}) });
    return createRunStore(database, { path, warnings: warnOfOpening(database), clock, mends: [] });
  } catch (error) {
    throw unusableStore(path, error);
  }
}

interface StoreFacts {
  readonly path: string;
  readonly warnings: readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  /** What helps a run to begin where the file is damaged, one after the other. */
  readonly mends: readonly (() => RunDatabase)[];
}

function createRunStore(first: RunDatabase, { path, warnings, clock, mends }: StoreFacts): RunStore {
  let store = first;
  const usable = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw isDamaged(error) || isUnwritable(error) ? unusableStore(path, error) : error;
    }
  };
  const sweep = (): void => sweepRunFolders(dirname(path), (id) => rowOf(store, id) !== null);
  return {
    path,
    warnings,
    list: async (filter = {}) =>
      usable(() => readRows(store.database, filter).map((row) => toStoredRun(row, clock.now()))),
    find: async (id) =>
      usable(() => {
        const rows = findRows(store, id);
        if (rows.length > 1) return 'ambiguous';
        if (rows[0] !== undefined) return toStoredRun(rows[0], clock.now());
        requireSound(store);
        return null;
      }),
    report: async (id) => usable(() => readReport(store, id)),
    steps: async (id) =>
      usable(() =>
        (
          store.database
            .prepare(`SELECT ${STEP_COLUMNS} FROM steps WHERE run = ? ORDER BY rowid`)
            .all(id) as unknown as readonly StoredStep[]
        ).map((row) => ({ ...row })),
      ),
    value: async (id, step) => usable(() => readStep(store, id, step)),
    prune: async (retention) =>
      usable(() => {
        const pruned = pruneRuns(store, retention, clock.now());
        sweep();
        return pruned;
      }),
    forget: async (id) => {
      const row = rowOf(store, id);
      if (row === null || statusOf(row, clock.now()) === 'running') return false;
      usable(() => store.writeNow(() => store.database.prepare('DELETE FROM runs WHERE id = ?').run(id)));
      sweep();
      return true;
    },
    begin: (facts) => {
      const insert = (): OpenRun => {
        store.writeNow(() => insertRun(store, facts, clock.now()));
        return openRun(store, rowOf(store, facts.id) as RunRow, clock);
      };
      const insertAnew = (open: () => RunDatabase) => (): OpenRun => {
        store[Symbol.dispose]();
        store = open();
        return insert();
      };
      return usable(() => tryWhileBroken([insert, ...mends.map(insertAnew)]));
    },
    claim: (id) =>
      usable(() =>
        openRun(
          store,
          store.writeNow(() => takeOver(store, id, clock.now())),
          clock,
        ),
      ),
    hurry: () => store.hurry(),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

const rowOf = ({ database }: RunDatabase, id: string): RunRow | null =>
  (database.prepare(`SELECT ${RUN_COLUMNS} FROM runs WHERE id = ?`).get(id) as unknown as RunRow | undefined) ?? null;

/** A run that is not found may be one that a damaged index or id hides: said as damage, not as "no such run". */
function requireSound({ database }: RunDatabase): void {
  const found = database.prepare("PRAGMA integrity_check('runs')").get()?.integrity_check;
  if (found !== 'ok') throw new Error(`the list of runs is malformed (${String(found)})`);
}

/** The run of that id, or else at most two whose ids begin so. */
function findRows(store: RunDatabase, id: string): readonly RunRow[] {
  const whole = rowOf(store, id);
  if (whole !== null) return [whole];
  return store.database
    .prepare(`SELECT ${RUN_COLUMNS} FROM runs WHERE substr(id, 1, length(:id)) = :id LIMIT 2`)
    .all({ id }) as unknown as readonly RunRow[];
}

function readReport({ database }: RunDatabase, id: string): ReportDocument | 'damaged' | null {
  const row = database.prepare('SELECT body, checksum FROM reports WHERE run = ?').get(id);
  if (row === undefined) return null;
  return (unpackValue(row as unknown as StoredValue)?.value as ReportDocument | undefined) ?? 'damaged';
}

function readStep(
  { database }: RunDatabase,
  id: string,
  { key, inputHash: mark }: Pick<StoredStep, 'key' | 'inputHash'>,
): unknown {
  const row = database
    .prepare('SELECT value AS body, checksum FROM steps WHERE run = ? AND key = ? AND mark = ? AND value IS NOT NULL')
    .get(id, key, mark);
  return row === undefined ? undefined : unpackValue(row as unknown as StoredValue)?.value;
}

function takeOver(store: RunDatabase, id: string, now: number): RunRow {
  const row = rowOf(store, id);
  if (row === null) requireSound(store);
  requireClaimable(id, row, now);
  store.database
    .prepare(
      `UPDATE runs SET status = 'running', reason = NULL, resumed = resumed + 1, epoch = epoch + 1, pid = :pid, host = :host,
       process_mark = :processStart, beat_at = :now WHERE id = :id`,
    )
    .run({ id, ...thisProcess(), now });
  return rowOf(store, id) as RunRow;
}

function requireClaimable(id: string, row: RunRow | null, now: number): void {
  if (row === null) throw new ReviewError('no-run', `${id}.`);
  const status = statusOf(row, now);
  if (status === 'running')
    throw new ReviewError('run-busy', `${id} is still running in process ${row.pid} on ${row.host}.`, {
      advice: `Wait for it, or interrupt it there (Ctrl-C, or \`kill -INT ${row.pid}\`) and resume it then; nothing is lost.`,
    });
  if (status === 'finished')
    throw new ReviewError('no-run', `${id} is finished; there is nothing to resume.`, {
      advice: `Run \`consensus-review report ${id}\` to see its report again.`,
    });
}

/** Tries one after the other as long as the file proves to be damaged; throws what the last one says. */
function tryWhileBroken<T>([attempt, ...others]: readonly [() => T, ...(() => T)[]]): T {
  const [next, ...rest] = others;
  try {
    return attempt();
  } catch (error) {
    if (next === undefined || !isDamaged(error)) throw error;
    return tryWhileBroken([next, ...rest]);
  }
}

function insertRun({ database }: RunDatabase, facts: RunFacts, now: number): void {
  database
    .prepare(
      `INSERT INTO runs(id, root, playbook, mode, model, selection, command, settings, version, seed, started_at, status, pid, host,
       process_mark, beat_at) VALUES (:id, :root, :playbook, :mode, :model, :selection, :command, :settings, :version, :seed,
       :startedAt, 'running', :pid, :host, :processStart, :now)`,
    )
    .run({
      ...facts,
      command: JSON.stringify(facts.command),
      settings: JSON.stringify(facts.settings),
      seed: randomBytes(32).toString('hex'),
      ...thisProcess(),
      now,
    });
}
