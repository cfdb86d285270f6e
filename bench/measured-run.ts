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

interface RunPlace {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A file for standard input. */
  readonly input?: string;
}

/** `args` are those of Node. Needs GNU time, which sees children too. */
export const measureCommand = (args: readonly string[], place: RunPlace): MeasuredRun =>
  measureProgram([process.execPath, ...args], place);

const REPEAT = 'n="$1"; shift; while [ "$n" -gt 0 ]; do "$@" > /dev/null || exit; n=$((n - 1)); done';

/** The mean of several runs in a row, and the highest peak: for commands that end within a few ticks of the clock of GNU time. */
export function measureRepeated(args: readonly string[], { runs, ...place }: RunPlace & { readonly runs: number }) {
  const all = measureProgram(['/bin/sh', '-c', REPEAT, 'sh', String(runs), process.execPath, ...args], place);
  return { cpuMs: all.cpuMs / runs, peakMb: all.peakMb };
}

function measureProgram(command: readonly string[], { cwd, env = {}, input }: RunPlace): MeasuredRun {
  const report = join(tmpdir(), `consensus-review-time-${process.pid}`);
  const run = spawnSync(GNU_TIME, ['-o', report, '-f', '%e %U %S %M', ...command], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    ...(input === undefined ? {} : { input: readFileSync(input) }),
    maxBuffer: 256_000_000,
  });
  if (run.status !== 0) throw new Error(`${command.join(' ')} ended with ${run.status}: ${run.stderr}`);
  const [wall = 0, user = 0, system = 0, kilobytes = 0] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  rmSync(report);
  return { wallMs: wall * 1000, cpuMs: (user + system) * 1000, peakMb: kilobytes / 1000, stdout: run.stdout };
}
