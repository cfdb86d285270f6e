/**
 * Watches over the process it runs in, from a thread of its own, because work that does not return lets nobody else act. Kills the
 * process when its parent is gone, or where reviewers/embedded/judge-work.ts says so: work over its processor time, work that does
 * not end, too much memory. Started by watch-process.ts.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { createJudge, WATCH_MS } from '../reviewers/embedded/judge-work.ts';
import type { ProcessWatchData } from './watch-process.ts';

const { parent, memoryMb, work } = workerData as ProcessWatchData;
const [NUMBER, LIMIT_MS, STILL_MS] = [0, 1, 2];
const STDERR = 2;
const BYTES_PER_MB = 1_000_000;
const MICROSECONDS = 1_000;
const judge = createJudge(memoryMb);

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
  const { user, system } = process.cpuUsage();
  const said = judge(
    {
      number: Atomics.load(work, NUMBER),
      limitMs: Atomics.load(work, LIMIT_MS),
      stillMs: Atomics.load(work, STILL_MS),
    },
    { cpuMs: (user + system) / MICROSECONDS, memoryMb: process.memoryUsage.rss() / BYTES_PER_MB },
  );
  if (said !== null) end(said);
}

setInterval(look, WATCH_MS);
