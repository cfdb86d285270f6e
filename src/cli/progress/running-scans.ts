/**
 * Keeps the analyzers that are running right now, from their begin and end, and names those that have run for 3 seconds or longer
 * (`semgrep 40 s, go-vet 12 s`). Used by progress.ts and live-rows.ts.
 */
import type { BegunScan } from '../../ports/telemetry.ts';

export interface RunningScans {
  begin(scan: BegunScan): void;
  end(scan: Pick<BegunScan, 'name'>): void;
  /** `semgrep 40 s, go-vet 12 s`, the longest first; empty where none has been at work for a while. */
  describe(): string;
}

/** What takes less is gone before it is read. */
const WORTH_NAMING_MS = 3000;

export function createRunningScans(now: () => number): RunningScans {
  const running = new Map<string, { scans: number; since: number }>();
  return {
    begin: ({ name }) => {
      const { scans, since } = running.get(name) ?? { scans: 0, since: now() };
      running.set(name, { scans: scans + 1, since });
    },
    end: ({ name }) => {
      const known = running.get(name);
      if (known === undefined) return;
      if (known.scans <= 1) running.delete(name);
      else running.set(name, { ...known, scans: known.scans - 1 });
    },
    describe: () =>
      [...running]
        .map(([name, { since }]) => ({ name, ms: now() - since }))
        .filter(({ ms }) => ms >= WORTH_NAMING_MS)
        .toSorted((a, b) => b.ms - a.ms)
        .map(({ name, ms }) => `${name} ${Math.floor(ms / 1000)} s`)
        .join(', '),
  };
}
