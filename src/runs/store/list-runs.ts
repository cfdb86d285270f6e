/**
 * Reads one page of stored runs, newest first, with their number, for `runs list`. Loads and reads nothing that only a run, a report
 * or a journal needs. Called by cli/commands/runs-list-command.ts.
 */
import { existsSync } from 'node:fs';
import type { ListedRun } from '../../protocol/report/stored-run.ts';
import { openRunDatabase, runStorePath, unusableStore, warnOfOpening } from './run-database.ts';
import { countRows, readListedRuns } from './run-rows.ts';

export interface RunPage {
  /** Newest first. */
  readonly runs: readonly ListedRun[];
  /** Of that folder, listed or not. */
  readonly own: number;
  readonly all: number;
  /** What the user should know about the file. */
  readonly warnings: readonly string[];
}

export interface PageRequest {
  readonly stateDir: string;
  /** Real path of the folder; null for all folders. */
  readonly root: string | null;
  readonly limit: number;
  readonly now: number;
}

/** Throws ReviewError where the file cannot be read; nothing stored is an empty page. */
export function readRunPage({ stateDir, root, limit, now }: PageRequest): RunPage {
  const path = runStorePath(stateDir);
  if (!existsSync(path)) return { runs: [], own: 0, all: 0, warnings: [] };
  try {
    using store = openRunDatabase(path, { mayOnlyRead: true });
    const { database } = store;
    const all = countRows(database, null);
    return {
      runs: readListedRuns(database, root === null ? { limit } : { root, limit }, now),
      own: root === null ? all : countRows(database, root),
      all,
      warnings: warnOfOpening(store),
    };
  } catch (error) {
    throw unusableStore(path, error);
  }
}
