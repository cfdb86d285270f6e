/** Starts a process of ours that is watched by its own thread (wiring/serve-parent.ts): it knows its parent and its memory. */
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';

/** Syntax trees lie outside the heap and go with their wrappers: a small young generation lets them go early. */
const YOUNG_SPACE_MB = 3;
const HEAP_SHARE = 0.7;

/** In a group of its own: what is typed at the terminal is for the command, which ends its processes itself. */
export function forkProcess(module: URL, memoryMb: number): ChildProcess {
  const cache = getCompileCacheDir();
  const isWindows = process.platform === 'win32';
  const child = fork(module, [String(process.pid), String(memoryMb)], {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    detached: !isWindows,
    execArgv: [
      '--no-warnings',
      `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
      `--max-semi-space-size=${YOUNG_SPACE_MB}`,
    ],
    env: {
      ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: cache }),
      ...(isWindows ? { SystemRoot: 'C:\\Windows' } : {}),
    },
  });
  hold(child, false);
  return child;
}

/** Whether this process waits for it before it ends. */
export function hold(child: ChildProcess, isNeeded: boolean): void {
  const stderr = child.stderr as unknown as { ref(): void; unref(): void } | null;
  for (const handle of [child, child.channel, stderr]) isNeeded ? handle?.ref() : handle?.unref();
}
