/**
 * Measures how much memory a process group (a program and what it started) holds, in megabytes; null where the system does not say.
 * Called by external-process.ts.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { readStat } from './proc-stat.ts';

const PAGE_BYTES = 4096;
const BYTES_PER_KB = 1024;
const BYTES_PER_MB = 1_000_000;
/** Places in `/proc/PID/stat`, counted behind the name. */
const GROUP_FIELD = 2;
const PAGES_FIELD = 21;

/** In megabytes; `group` is the number of the process that leads it. */
export async function measureGroup(group: number): Promise<number | null> {
  if (process.platform === 'linux') return measureProc(group);
  return process.platform === 'win32' ? null : measurePs(group);
}

function measureProc(group: number): number {
  let pages = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const fields = readStat(name);
    if (Number(fields[GROUP_FIELD]) === group) pages += Number(fields[PAGES_FIELD]);
  }
  return (pages * PAGE_BYTES) / BYTES_PER_MB;
}

async function measurePs(group: number): Promise<number | null> {
  try {
    const { stdout } = await promisify(execFile)('/bin/ps', ['-axo', 'pgid=,rss=']);
    const rows = stdout.split('\n').map((line) => line.trim().split(/\s+/u).map(Number));
    const kilobytes = rows.reduce((sum, [leader, rss]) => sum + (leader === group ? (rss ?? 0) : 0), 0);
    return (kilobytes * BYTES_PER_KB) / BYTES_PER_MB;
  } catch {
    return null;
  }
}
