/** What must be true of a run store, whatever happened to the process that wrote it. */
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StoredRun } from '../../src/protocol/report/stored-run.ts';
import { runStorePath } from '../../src/runs/store/run-database.ts';
import { openRunHistory } from '../../src/runs/store/run-store.ts';

export function createState(copyOf?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'cr-crash-'));
  if (copyOf !== undefined) cpSync(copyOf, folder, { recursive: true });
  return folder;
}

export interface FoundRun {
  readonly run: StoredRun | null;
  /** Half-written things; none is the only good answer. */
  readonly problems: readonly string[];
}

/** Every step has a whole value or none, a run that ended has its end and its report, the file is sound. */
export async function inspectStore(stateDir: string): Promise<FoundRun> {
  using store = openRunHistory({ stateDir, clock: Date });
  if (store === null) return { run: null, problems: [] };
  const [run = null] = await store.list();
  const problems: string[] = [];
  for (const step of run === null ? [] : await store.steps(run.id)) {
    const isDone = step.doneAt !== null;
    const value = run === null ? undefined : await store.value(run.id, step);
    if (isDone !== (value !== undefined)) problems.push(`${step.key}: done ${isDone}, value ${typeof value}`);
  }
  const report = run === null ? null : await store.report(run.id);
  if (report === 'damaged') problems.push('the report is damaged');
  if (run !== null && (run.status === 'finished') !== (report !== null))
    problems.push(`${run.status} ${report === null ? 'without' : 'with'} a report`);
  const database = new DatabaseSync(runStorePath(stateDir), { readOnly: true });
  const check = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
  database.close();
  if (check !== 'ok') problems.push(String(check));
  return { run, problems };
}
