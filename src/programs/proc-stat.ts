/**
 * Reads the fields of `/proc/PID/stat`, what Linux says of a process (group, processor time, memory), as a list of texts; empty where
 * the process has ended or there is no `/proc`. Called by group-memory.ts and own-process.ts.
 */
import { readFileSync } from 'node:fs';

/** The fields behind the name, which may hold anything; empty where the process has ended or there is no `/proc`. */
export function readStat(pid: number | string): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}
