/**
 * Watches over the process it runs in, from a thread of its own, because work that does not return lets nobody else act. Ends
 * the process when its parent is gone, when a piece of work takes more of the processor than it may, or over a size of memory.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { type ProcessWatchData, WATCH_MS } from './watch-process.ts';

const { parent, memoryMb, work } = workerData as ProcessWatchData;
const [NUMBER, LIMIT_MS, STILL_MS] = [0, 1, 2];
const STDERR = 2;
const BYTES_PER_MB = 1_000_000;
const MICROSECONDS = 1_000;
/** Memory grows on between two looks: the end comes before the limit. */
const MEMORY_SHARE = 0.85;

let number = 0;
let begunMs = 0;
let looks = 0;

const usedMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
};

function end(said: string): void {
  try {
    if (said !== '') writeSync(STDERR, `\n${said}\n`);
  } catch {
    // Nobody reads it any more.
  }
  process.kill(process.pid, 'SIGKILL');
}

/** An orphan gets another parent; on Windows it keeps the number of the one it had. */
function isOrphan(): boolean {
  if (process.platform !== 'win32') return process.ppid !== parent;
  try {
    return !process.kill(parent, 0);
  } catch {
    return true;
  }
}

function look(): void {
  if (isOrphan()) end('');
  if (process.memoryUsage.rss() > memoryMb * MEMORY_SHARE * BYTES_PER_MB) end('over memory');
  const current = Atomics.load(work, NUMBER);
  const now = usedMs();
  if (current !== number) {
    number = current;
    begunMs = now;
    looks = 0;
    return;
  }
  looks += 1;
  const limitMs = Atomics.load(work, LIMIT_MS);
  if (limitMs > 0 && now - begunMs > limitMs) end(`over time ${limitMs}`);
  // Counted, not timed: on a busy machine this thread gets its turns as late as the work itself.
  if (limitMs > 0 && looks * WATCH_MS > Atomics.load(work, STILL_MS)) end('no end');
}

setInterval(look, WATCH_MS);
