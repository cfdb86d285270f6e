/**
 * Decides whether an analyzer process has to be ended, from its measured processor time and memory: too much memory, too much
 * processor time for one piece of work, or work that does not end in a set time though it uses little processor time. Returns the
 * reason, or null. Called every 100 ms from the parent process (watch-outside.ts) or from a thread of the process itself
 * (wiring/watch-thread.ts).
 */

/** Between two looks. */
export const WATCH_MS = 100;
/** Memory grows on between two looks: the end comes before the limit. */
const MEMORY_SHARE = 0.85;

export interface WorkLimits {
  /** Another one for every piece of work. */
  readonly number: number;
  /** Processor time; 0 where there is no work. */
  readonly limitMs: number;
  /** For what does not end and does not use the processor. */
  readonly stillMs: number;
}

export interface WorkUsage {
  readonly cpuMs: number;
  readonly memoryMb: number;
}

/** Called at every look; what it gives is said of the process that has to end. */
export function createJudge(memoryMb: number): (work: WorkLimits, usage: WorkUsage) => string | null {
  let number = 0;
  let begunMs = 0;
  let looks = 0;
  return (work, { cpuMs, memoryMb: used }) => {
    if (used > memoryMb * MEMORY_SHARE) return 'over memory';
    if (work.number !== number) {
      number = work.number;
      begunMs = cpuMs;
      looks = 0;
      return null;
    }
    looks += 1;
    if (work.limitMs === 0) return null;
    if (cpuMs - begunMs > work.limitMs) return `over time ${work.limitMs}`;
    // Counted, not timed: on a busy machine whoever looks gets its turns as late as the work itself.
    return looks * WATCH_MS > work.stillMs ? 'no end' : null;
  };
}
