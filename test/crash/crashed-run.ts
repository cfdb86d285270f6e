/** A small run in a process that crashes where it is told to, and what it left behind. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { answerDiligently } from '../model/diligent-model.ts';
import { createState, inspectStore } from './stored-run.ts';

export const CHILD = join(import.meta.dirname, '../kill/small-child.ts');
export const CALLS = 2;

export async function startProvider(): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider();
  provider.otherwise((request) => answerDiligently(request).reply);
  onTestFinished(() => provider.close());
  return provider;
}

interface Ended {
  readonly report: ReportDocument | null;
  readonly signal: string | null;
  readonly stderr: string;
}

export async function runChild(
  provider: LoopbackProvider,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const run = promisify(execFile)(process.execPath, [CHILD, ...args], {
    env: { PATH: process.env.PATH, ...provider.environment, ...env },
  });
  return run.then(
    ({ stdout, stderr }) => ({ report: JSON.parse(stdout) as ReportDocument, signal: null, stderr }),
    (error: { signal?: string; stderr?: string }) => ({
      report: null,
      signal: error.signal ?? null,
      stderr: error.stderr ?? '',
    }),
  );
}

export const comparable = ({ run, usage: _usage, ...report }: ReportDocument): unknown => ({
  ...report,
  run: { ...run, id: '', started_at: '', finished_at: '', resumed: 0 },
});

export const SIZE = 'tiny';

interface WholeRun {
  readonly report: ReportDocument;
  readonly writes: readonly string[];
}

let whole: Promise<WholeRun> | null = null;

/** A run that nothing happens to; made once for all tests that compare with it. */
export function runWhole(): Promise<WholeRun> {
  whole ??= makeWhole();
  return whole;
}

async function makeWhole(): Promise<WholeRun> {
  const provider = await startProvider();
  const stateDir = createState();
  const log = join(createState(), 'writes');
  const { report, stderr } = await runChild(provider, [stateDir, SIZE], { WRITES_TO: log });
  if (report === null) throw new Error(stderr);
  expect((await inspectStore(stateDir)).problems).toEqual([]);
  return { report, writes: readFileSync(log, 'utf8').trim().split('\n') };
}

/** Goes on where there is something to go on with, else begins. */
export async function finish(provider: LoopbackProvider, stateDir: string): Promise<Ended> {
  const { run, problems } = await inspectStore(stateDir);
  expect(problems).toEqual([]);
  return runChild(provider, run === null ? [stateDir, SIZE] : [stateDir, SIZE, run.id]);
}

/** Whether this user may mount a disk of a size he chooses. */
export const canMount = ((): boolean => {
  try {
    const folder = createState();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
