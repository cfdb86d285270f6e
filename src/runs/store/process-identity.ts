/**
 * Tells whether the process that owns a run is still there: by its id and start time, because the id alone may have been given to
 * another one since; on another machine, by its last heartbeat. Called by run-store.ts and run-rows.ts.
 */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When the process began, as the system counts it; null where the system does not say. */
  readonly processStart: string | null;
}

/** Where the start of the process is unknown: an owner that was not heard of for so long is gone. */
export const SILENCE_MS = 120_000;

/** Field 22 of the process's line is when it began; the name before it may hold anything. */
function readProcessStart(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

export const thisProcess = (): Owner => ({
  pid: process.pid,
  host: hostname(),
  processStart: readProcessStart(process.pid),
});

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A clock that jumps does not end an owner that can be seen; one on another machine can only be heard. */
export function isOwnerAlive({ pid, host, processStart }: Owner, silentMs: number): boolean {
  const isHeard = Math.abs(silentMs) < SILENCE_MS;
  if (host !== hostname()) return isHeard;
  if (!isThere(pid)) return false;
  return processStart === null ? isHeard : readProcessStart(pid) === processStart;
}
