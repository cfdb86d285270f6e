/**
 * The runs of a user in one SQLite file of the state folder: history for whoever reads, ownership for whoever runs. Two
 * processes never own the same run; a run whose process is gone can be claimed by another.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { ReviewError } from '../../errors.ts';
import type { Clock, RunHistory } from '../../ports.ts';
import type { ReportDocument } from '../../protocol/report-document.ts';
import type { StoredRun, StoredStep } from '../../protocol/stored-run.ts';
import { type OpenRun, openRun } from './open-run.ts';
import { thisProcess } from './process-mark.ts';
import { pruneRuns } from './prune-runs.ts';
import { isBroken, openRunDatabase, type RunDatabase, runStorePath, type WatchWrite } from './run-database.ts';
import { RUN_COLUMNS, type RunRow, STEP_COLUMNS, statusOf, toStoredRun } from './run-rows.ts';
import { type StoredValue, unpackValue } from './stored-value.ts';

/** What is known of a run when it begins. */
export type RunFacts = Pick<
  StoredRun,
  'id' | 'root' | 'playbook' | 'mode' | 'model' | 'selection' | 'command' | 'settings' | 'version' | 'startedAt'
>;

export interface RunStore extends RunHistory, Disposable {
  readonly path: string;
  /** What the user should know about the file; null where all is well. */
  readonly warning: string | null;
  begin(facts: RunFacts): OpenRun;
  /** Takes a run over to go on with it. Throws ReviewError: no such run, another process has it, it is finished. */
  claim(id: string): OpenRun;
}

export interface RunStoreOptions {
  readonly stateDir: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly watch?: WatchWrite;
}

const unusable = (path: string, error: unknown): ReviewError =>
  new ReviewError('unusable-state', `${path}: ${error instanceof Error ? error.message : String(error)}.`, {
    cause: error,
    ...(isBroken(error) ? { advice: 'The file is damaged: move it away; the next run begins a new one.' } : {}),
  });

/** For a run that is about to begin: a damaged file is set aside. Throws ReviewError where the folder cannot be used. */
export function openRunStore({ stateDir, clock, watch }: RunStoreOptions): RunStore {
  const path = runStorePath(stateDir);
  let warning: string | null = null;
  const onAside = (aside: string): void => {
    warning = `the stored runs were damaged; the file was set aside as ${aside}`;
  };
  try {
    const database = openRunDatabase(path, { onAside, ...(watch === undefined ? {} : { watch }) });
    return createRunStore(database, { path, warning, clock });
  } catch (error) {
    throw unusable(path, error);
  }
}

/** For whoever reads or resumes: null where nothing was ever stored; a damaged file is an error, not an empty history. */
export function openRunHistory({ stateDir, clock, watch }: RunStoreOptions): RunStore | null {
  const path = runStorePath(stateDir);
  if (!existsSync(path)) return null;
  try {
    return createRunStore(openRunDatabase(path, watch === undefined ? {} : { watch }), { path, warning: null, clock });
  } catch (error) {
    throw unusable(path, error);
  }
}

interface StoreFacts {
  readonly path: string;
  readonly warning: string | null;
  readonly clock: Pick<Clock, 'now'>;
}

function createRunStore(store: RunDatabase, { path, warning, clock }: StoreFacts): RunStore {
  const { database } = store;
  const readable = <T>(read: () => T): T => {
    try {
      return read();
    } catch (error) {
      throw isBroken(error) ? unusable(path, error) : error;
    }
  };
  return {
    path,
    warning,
    list: async (filter = {}) => readable(() => listRows(store, filter).map((row) => toStoredRun(row, clock.now()))),
    find: async (id) =>
      readable(() => {
        const rows = findRows(store, id);
        if (rows.length > 1) return 'ambiguous';
        return rows[0] === undefined ? null : toStoredRun(rows[0], clock.now());
      }),
    report: async (id) => readable(() => readReport(store, id)),
    steps: async (id) =>
      readable(() =>
        (
          database
            .prepare(`SELECT ${STEP_COLUMNS} FROM steps WHERE run = ? ORDER BY rowid`)
            .all(id) as unknown as readonly StoredStep[]
        ).map((row) => ({ ...row })),
      ),
    value: async (id, step) => readable(() => readStep(store, id, step)),
    prune: async (retention) => readable(() => pruneRuns(store, retention, clock.now())),
    forget: async (id) => {
      const row = rowOf(store, id);
      if (row === null || statusOf(row, clock.now()) === 'running') return false;
      store.writeNow(() => database.prepare('DELETE FROM runs WHERE id = ?').run(id));
      return true;
    },
    begin(facts) {
      store.writeNow(() => insertRun(store, facts, clock.now()));
      return openRun(store, rowOf(store, facts.id) as RunRow, clock);
    },
    claim: (id) =>
      readable(() =>
        openRun(
          store,
          store.writeNow(() => takeOver(store, id, clock.now())),
          clock,
        ),
      ),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
}

const rowOf = ({ database }: RunDatabase, id: string): RunRow | null =>
  (database.prepare(`SELECT ${RUN_COLUMNS} FROM runs WHERE id = ?`).get(id) as unknown as RunRow | undefined) ?? null;

function listRows(
  { database }: RunDatabase,
  { root, limit = -1 }: { readonly root?: string; readonly limit?: number },
): readonly RunRow[] {
  const where = root === undefined ? '' : 'WHERE root = :root';
  return database
    .prepare(`SELECT ${RUN_COLUMNS} FROM runs ${where} ORDER BY started_at DESC, id DESC LIMIT :limit`)
    .all({ limit, ...(root === undefined ? {} : { root }) }) as unknown as readonly RunRow[];
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

function readStep({ database }: RunDatabase, id: string, { key, mark }: Pick<StoredStep, 'key' | 'mark'>): unknown {
  const row = database
    .prepare('SELECT value AS body, checksum FROM steps WHERE run = ? AND key = ? AND mark = ? AND value IS NOT NULL')
    .get(id, key, mark);
  return row === undefined ? undefined : unpackValue(row as unknown as StoredValue)?.value;
}

function takeOver(store: RunDatabase, id: string, now: number): RunRow {
  requireClaimable(id, rowOf(store, id), now);
  store.database
    .prepare(
      `UPDATE runs SET status = 'running', reason = NULL, resumed = resumed + 1, epoch = epoch + 1, pid = :pid, host = :host,
       process_mark = :processMark, beat_at = :now WHERE id = :id`,
    )
    .run({ id, ...thisProcess(), now });
  return rowOf(store, id) as RunRow;
}

function requireClaimable(id: string, row: RunRow | null, now: number): void {
  if (row === null) throw new ReviewError('no-run', `${id}.`);
  const status = statusOf(row, now);
  if (status === 'running')
    throw new ReviewError('run-busy', `${id} is under way in process ${row.pid} on ${row.host}.`);
  if (status === 'finished')
    throw new ReviewError('no-run', `${id} is finished; there is nothing to resume.`, {
      advice: `Run \`consensus-review report ${id}\` to see its report again.`,
    });
}

function insertRun({ database }: RunDatabase, facts: RunFacts, now: number): void {
  database
    .prepare(
      `INSERT INTO runs(id, root, playbook, mode, model, selection, command, settings, version, seed, started_at, status, pid, host,
       process_mark, beat_at) VALUES (:id, :root, :playbook, :mode, :model, :selection, :command, :settings, :version, :seed,
       :startedAt, 'running', :pid, :host, :processMark, :now)`,
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
