/**
 * Forks a process that runs a module of this project, with a memory limit, and measures its processor time and memory (on Linux). It
 * ends when this process ends. Called by reviewers/embedded/portion-process.ts and reviewers/embedded/watch-outside.ts for the
 * analyzer pool.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import { endWithThisProcess } from '../repository/end-orphans.ts';
import { findTemporaryFolder } from '../repository/temporary-folder.ts';
import { readStat } from './proc-stat.ts';

/** Syntax trees lie outside the heap and go with their wrappers: a small young generation lets them go early. */
const YOUNG_SPACE_MB = 3;
const HEAP_SHARE = 0.7;
/** By the clock, for a process that is asked to end. */
const END_MS = 1_000;
const BYTES_PER_KB = 1024;
const BYTES_PER_MB = 1_000_000;
/** Places in `/proc/PID/stat`, counted behind the name; Linux counts time there in hundredths of a second. */
const USER_FIELD = 11;
const SYSTEM_FIELD = 12;
const TICK_MS = 10;

const running = new Set<ChildProcess>();

/** Only Linux says without another program what a process uses; elsewhere it has to watch over itself. */
export const canBeWatched = (): boolean => process.platform === 'linux' && readStat('self').length > 0;

/** The last argument that it gets is where its temporary folders go. In a group of its own: what is typed at the terminal is for the command, which ends its processes itself. */
export function forkProcess(module: URL, memoryMb: number, args: readonly string[]): ChildProcess {
  const cache = getCompileCacheDir();
  const isWindows = process.platform === 'win32';
  const child = fork(module, [...args, findTemporaryFolder()], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: !isWindows,
    execArgv: [
      '--no-warnings',
      // None of them makes the engine refuse the compiled form of Node's own modules; what does is set later (wiring/v8-settings.js).
      `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
      `--max-semi-space-size=${YOUNG_SPACE_MB}`,
    ],
    env: {
      // Node adds a folder for its version. Not that of the command: each would refuse what the other compiled under its settings.
      ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: join(dirname(cache), 'analyzers') }),
      ...(isWindows ? { SystemRoot: 'C:\\Windows' } : {}),
    },
  });
  endWithThisProcess(child);
  if (running.size === 0) process.once('beforeExit', endAll);
  running.add(child);
  child.once('exit', () => running.delete(child)).once('error', () => running.delete(child));
  hold(child, false);
  return child;
}

/** Whether this process waits for it before it ends. */
export function hold(child: ChildProcess, isNeeded: boolean): void {
  const stderr = child.stderr as unknown as { ref(): void; unref(): void } | null;
  for (const handle of [child, child.channel, stderr]) isNeeded ? handle?.ref() : handle?.unref();
}

function endAll(): void {
  for (const child of running) {
    const late = setTimeout(() => child.kill('SIGKILL'), END_MS);
    child.once('exit', () => clearTimeout(late));
    child.ref();
    if (child.connected) child.disconnect();
  }
}

export interface ProcessUsage {
  /** Processor time since it began. */
  readonly cpuMs: number;
  readonly memoryMb: number;
}

/** Null where it has ended. */
export function measureProcess(pid: number): ProcessUsage | null {
  const fields = readStat(pid);
  if (fields.length === 0) return null;
  return {
    cpuMs: (Number(fields[USER_FIELD]) + Number(fields[SYSTEM_FIELD])) * TICK_MS,
    memoryMb: readResident(pid),
  };
}

/** Said in kilobytes there, and in pages, whose size differs, elsewhere. */
function readResident(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return (Number(kilobytes) * BYTES_PER_KB) / BYTES_PER_MB;
  } catch {
    return 0;
  }
}
