/** A small run in a process that crashes where it is told to, and what it left behind. */
import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished } from 'vitest';
import type { ReportDocument } from '../../src/protocol/report/report-document.ts';
import type { WatchWrite } from '../../src/runs/store/run-database.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import type { RunPlace } from '../../src/wiring/stored-runs.ts';
import { runSmall } from '../kill/small-run.ts';
import { answerDiligently } from '../model/diligent-model.ts';
import { keptCode, START_CHILD } from '../support/kept-code.ts';
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
  const run = promisify(execFile)(process.execPath, [START_CHILD, CHILD, ...args], {
    env: { PATH: process.env.PATH, ...keptCode(), ...provider.environment, ...env },
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
  const writes: string[] = [];
  const watch: WatchWrite = ({ number, moment }) => void writes.push(`${number}:${moment}`);
  const { report, stderr } = await runHere(provider, { stateDir, watch }, null);
  if (report === null) throw new Error(stderr);
  expect((await inspectStore(stateDir)).problems).toEqual([]);
  return { report, writes };
}

/** In this process: whoever goes on with a run knows nothing but what is stored. */
async function runHere(provider: LoopbackProvider, place: RunPlace, id: string | null): Promise<Ended> {
  try {
    const { report, warnings } = await runSmall({ place, id, environment: provider.environment, size: SIZE });
    return { report, signal: null, stderr: warnings.join('\n') };
  } catch (error) {
    return { report: null, signal: null, stderr: String(error) };
  }
}

/** Goes on where there is something to go on with, else begins. */
export async function finish(provider: LoopbackProvider, stateDir: string): Promise<Ended> {
  const { run, problems } = await inspectStore(stateDir);
  expect(problems).toEqual([]);
  return runHere(provider, { stateDir }, run?.id ?? null);
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
