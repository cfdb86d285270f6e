/**
 * Measures an analyzer process from its parent while it scans, and calls `end` where it passes its limits
 * (judge-work.ts). Used by portion-process.ts.
 */
import { measureProcess } from '../../programs/own-process.ts';
import { createJudge, WATCH_MS } from './judge-work.ts';
import type { WorkWatch } from './serve-analyzers.ts';

/** `end` is told why, at most once for each piece of work. */
export function watchOutside(pid: number, memoryMb: number, end: (said: string) => void): WorkWatch {
  const judge = createJudge(memoryMb);
  let work = { number: 0, limitMs: 0, stillMs: 0 };
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const usage = measureProcess(pid);
    const said = usage && judge(work, usage);
    if (said) end(said);
  };
  return {
    begin(limitMs, stillMs) {
      work = { number: work.number + 1, limitMs: Math.ceil(limitMs), stillMs };
      timer ??= setInterval(look, WATCH_MS);
    },
    end() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
