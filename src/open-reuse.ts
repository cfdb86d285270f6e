/** What earlier runs of a folder have paid for, from a state folder. Only where models are asked and runs are kept. */
import { realpath } from 'node:fs/promises';
import type { RunReuse } from './reuse-wiring.ts';
import type { Settings } from './settings.ts';
import { usesModels } from './wiring.ts';

export interface OpenReuse extends Disposable {
  readonly reuse: RunReuse;
  /** What the user should know; null where all is well. */
  readonly warning: string | null;
}

export interface ReusePlace {
  readonly stateDir: string;
  /** Of this program. */
  readonly version: string;
  /** False: what is there is not used, and what is found now takes its place. */
  readonly mayRecall: boolean;
}

/** Null where nothing is reused. */
export async function openStoredReuse(
  settings: Settings,
  { stateDir, version, mayRecall }: ReusePlace,
): Promise<OpenReuse | null> {
  const { config, repository } = settings;
  if (!(usesModels(settings) && config.journal)) return null;
  const [{ openRecollections }, { createReuse }] = await Promise.all([
    import('./adapters/recollections/sqlite-recollections.ts'),
    import('./reuse-wiring.ts'),
  ]);
  const recollections = openRecollections({ stateDir, now: Date.now });
  return {
    reuse: await createReuse(recollections, { config, root: await realpath(repository.root), version }, mayRecall),
    get warning() {
      return recollections.warning;
    },
    [Symbol.dispose]: () => recollections[Symbol.dispose](),
  };
}
