/**
 * Implements the port `Journal` in memory, with the rules of the stored ones: for tests, and for engines that need no disk. `reopen`
 * gives the records as after a kill. Exported by testing/index.ts.
 */
import { ReviewError } from '../errors.ts';
import type { Journal, Kept, Step } from '../ports/journal.ts';

interface Entry {
  begun: number;
  /** As JSON, so that nothing survives here that would not survive on a disk. */
  value: string | null;
}

export interface MemoryJournal extends Journal {
  /** Keys with a recorded value, in the order in which they were begun. */
  readonly keys: readonly string[];
  /** The same records as another process would find them after this one was killed. */
  reopen(options?: { readonly mayDiverge?: boolean }): MemoryJournal;
}

export function createMemoryJournal(options: { readonly mayDiverge?: boolean } = {}): MemoryJournal {
  return openJournal(new Map(), options.mayDiverge ?? false);
}

/** The same journal, and whoever wants to know which steps it is given. */
export const hearSteps = (journal: Journal, hear: (step: Omit<Step<never>, 'settle'>) => void): Journal => ({
  ...journal,
  step: (step, make) => {
    hear(step);
    return journal.step(step, make);
  },
});

function openJournal(entries: Map<string, Map<string, Entry>>, mayDiverge: boolean): MemoryJournal {
  const read = <T>({ key, inputHash }: Step<T>): Kept<T> | { readonly lost: number } => {
    const known = entries.get(key);
    const entry = known?.get(inputHash);
    if (entry?.value) return { value: JSON.parse(entry.value) as T, isRecorded: true, lost: entry.begun - 1 };
    if (entry) return { lost: entry.begun };
    if (!mayDiverge && [...(known?.values() ?? [])].some(({ value }) => value !== null))
      throw new ReviewError('stale-run', `step ${key} differs from the recorded one.`);
    return { lost: 0 };
  };
  return {
    get keys() {
      return [...entries].filter(([, byHash]) => [...byHash.values()].some(({ value }) => value)).map(([key]) => key);
    },
    reopen: (options = {}) => openJournal(structuredClone(entries), options.mayDiverge ?? mayDiverge),
    async step<T>(step: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>> {
      const { key, inputHash } = step;
      const known = read(step);
      if ('value' in known) return known;
      const { lost } = known;
      const byHash = entries.get(key) ?? new Map<string, Entry>();
      entries.set(key, byHash);
      const entry: Entry = { begun: lost + 1, value: null };
      byHash.set(inputHash, entry);
      const drop = (): void => {
        entry.begun -= 1;
      };
      let value: T;
      try {
        value = await effect(lost);
      } catch (error) {
        drop();
        throw error;
      }
      const fate = step.settle?.(value) ?? 'keep';
      if (fate === 'keep') entry.value = JSON.stringify(value) ?? 'null';
      else if (fate === 'drop') drop();
      return { value, isRecorded: false, lost };
    },
  };
}
