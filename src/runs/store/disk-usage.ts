/**
 * Previews what `runs prune` would delete, by pruning a copy of the file, and gives the space of deleted runs back to the disk. Called
 * by cli/commands/prune-command.ts.
 */
import { rmSync, statSync } from 'node:fs';
import type { Clock } from '../../ports/clock.ts';
import type { Pruned, Retention, StoredRun } from '../../protocol/report/stored-run.ts';
import { openRunDatabase, runStorePath } from './run-database.ts';
import { openRunHistory } from './run-store.ts';

export interface PrunePreview extends Pruned {
  readonly gone: readonly StoredRun[];
  readonly kept: number;
}

/** The same rules on a copy in a folder of its own, which is removed: what is shown is what would happen. */
export async function previewPrune(
  path: string,
  retention: Retention,
  clock: Pick<Clock, 'now'>,
  stateDir: string,
): Promise<PrunePreview> {
  try {
    copyDatabase(path, runStorePath(stateDir));
    using copy = openRunHistory({ stateDir, clock });
    if (copy === null) throw new Error('the copy of the stored runs is missing');
    const before = await copy.list();
    const pruned = await copy.prune(retention);
    const left = new Set((await copy.list()).map(({ id }) => id));
    return { ...pruned, gone: before.filter(({ id }) => !left.has(id)), kept: left.size };
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** Bytes that went back to the disk. */
export function giveSpaceBack(path: string): number {
  const before = statSync(path).size;
  {
    using store = openRunDatabase(path);
    store.database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
  }
  return Math.max(0, before - statSync(path).size);
}

function copyDatabase(path: string, target: string): void {
  using store = openRunDatabase(path);
  store.database.prepare('VACUUM INTO ?').run(target);
}
