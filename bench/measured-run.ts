/** One run of a command with what it cost: wall time, processor time of all its threads and children, peak memory. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MeasuredRun {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly stdout: string;
}

const GNU_TIME = '/usr/bin/time';

/** `args` are those of Node. Needs GNU time, which sees children too. */
export function measureCommand(
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): MeasuredRun {
  const report = join(tmpdir(), `consensus-review-time-${process.pid}`);
  const run = spawnSync(GNU_TIME, ['-o', report, '-f', '%e %U %S %M', process.execPath, ...args], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 256_000_000,
  });
  if (run.status !== 0) throw new Error(`${args.join(' ')} ended with ${run.status}: ${run.stderr}`);
  const [wall = 0, user = 0, system = 0, kilobytes = 0] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  rmSync(report);
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000, peakMb: kilobytes / 1000, stdout: run.stdout };
}
