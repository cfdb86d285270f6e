/** A crash at every write of a small run, torn files, full disks and clocks that jump: resume works, or says why not. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { runStorePath, type WriteMoment } from '../../src/adapters/journal/run-database.ts';
import type { ReportDocument } from '../../src/protocol/report-document.ts';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { runSmall } from '../kill/small-run.ts';
import { answerDiligently } from '../model/diligent-model.ts';
import { createState, inspectStore } from './stored-run.ts';

const CHILD = join(import.meta.dirname, '../kill/small-child.ts');
const CALLS = 2;

const providers: LoopbackProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});
async function startProvider(): Promise<LoopbackProvider> {
  const provider = await startLoopbackProvider();
  provider.otherwise((request) => answerDiligently(request).reply);
  providers.push(provider);
  return provider;
}

interface Ended {
  readonly report: ReportDocument | null;
  readonly signal: string | null;
  readonly stderr: string;
}

async function runChild(
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

const comparable = ({ run, usage: _usage, ...report }: ReportDocument): unknown => ({
  ...report,
  run: { ...run, id: '', started_at: '', finished_at: '', resumed: 0 },
});

const SIZE = 'tiny';

async function runWhole(): Promise<{ readonly report: ReportDocument; readonly writes: readonly string[] }> {
  const provider = await startProvider();
  const stateDir = createState();
  const log = join(createState(), 'writes');
  const { report, stderr } = await runChild(provider, [stateDir, SIZE], { WRITES_TO: log });
  if (report === null) throw new Error(stderr);
  expect((await inspectStore(stateDir)).problems).toEqual([]);
  return { report, writes: readFileSync(log, 'utf8').trim().split('\n') };
}

/** Goes on where there is something to go on with, else begins. */
async function finish(provider: LoopbackProvider, stateDir: string): Promise<Ended> {
  const { run, problems } = await inspectStore(stateDir);
  expect(problems).toEqual([]);
  return runChild(provider, run === null ? [stateDir, SIZE] : [stateDir, SIZE, run.id]);
}

describe('a crash at every write', () => {
  test('before, in the middle of and after every one of them: the same report, at most the call in flight made again', {
    timeout: 600_000,
  }, async () => {
    const whole = await runWhole();
    expect(whole.writes.length % 3).toBe(0);
    expect(whole.writes.length).toBeGreaterThan(15);
    const crashAt = async (at: string): Promise<void> => {
      const provider = await startProvider();
      const stateDir = createState();
      expect((await runChild(provider, [stateDir, SIZE], { CRASH_AT: at })).signal, at).toBe('SIGKILL');
      const found = await inspectStore(stateDir);
      expect(found.problems, at).toEqual([]);
      if (found.run?.status === 'finished') return;
      const { report, stderr } = await finish(provider, stateDir);
      expect(stderr, at).toBe('');
      expect(report === null ? null : comparable(report), at).toEqual(comparable(whole.report));
      // A call that was begun counts as repeated, whether it had reached the provider or not.
      const repeated = report?.usage.repeated_calls ?? 0;
      expect(repeated, at).toBeLessThanOrEqual(1);
      expect(provider.requests.length, at).toBeLessThanOrEqual(CALLS + repeated);
      expect((await inspectStore(stateDir)).run?.status, at).toBe('finished');
    };
    const waiting = [...whole.writes];
    const work = async (): Promise<void> => {
      for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) await crashAt(at);
    };
    await Promise.all([work(), work()]);
  });

  test('so too while a run is gone on with', { timeout: 300_000 }, async () => {
    const whole = await runWhole();
    const provider = await startProvider();
    const stateDir = createState();
    await runChild(provider, [stateDir, SIZE], { CRASH_AT: whole.writes[Math.floor(whole.writes.length / 2)] ?? '' });
    for (const at of ['1:before', '1:inside', '1:after', '2:inside', '3:before', '3:after', '4:inside', '5:after']) {
      const { run, problems } = await inspectStore(stateDir);
      expect(problems, at).toEqual([]);
      if (run === null || run.status === 'finished') break;
      await runChild(provider, [stateDir, SIZE, run.id], { CRASH_AT: at });
    }
    const { run } = await inspectStore(stateDir);
    const { report } = run?.status === 'finished' ? { report: whole.report } : await finish(provider, stateDir);
    expect(report === null ? null : comparable(report)).toEqual(comparable(whole.report));
  });
});

describe('what is on the disk', () => {
  /** A store of which the log was never folded into the file, as a power cut leaves it. */
  async function crashedStore(): Promise<string> {
    const provider = await startProvider();
    const stateDir = createState();
    const { writes } = await runWhole();
    const last = writes.findLast((write) => write.endsWith('before')) ?? '';
    await runChild(provider, [stateDir, SIZE], { CRASH_AT: last });
    return stateDir;
  }

  test('a log that is cut anywhere is a shorter run, never a half one', { timeout: 300_000 }, async () => {
    const provider = await startProvider();
    const stateDir = await crashedStore();
    const { length } = readFileSync(`${runStorePath(stateDir)}-wal`);
    const cuts = Array.from({ length: 40 }, (_, i) => Math.floor((length * i) / 40) + (i % 5) * 7);
    const steps: string[] = [];
    for (const cut of cuts) {
      const torn = createState(stateDir);
      truncateSync(`${runStorePath(torn)}-wal`, cut);
      const { run, problems } = await inspectStore(torn).catch((error: Error) => ({
        run: null,
        problems: [error.message],
      }));
      expect(problems, `cut at ${cut} of ${length}`).toEqual([]);
      steps.push(run?.status ?? 'none');
      const place = { stateDir: torn };
      const { report } = await runSmall({ place, id: run?.id ?? null, environment: provider.environment, size: SIZE });
      expect(report.complete).toBe(true);
    }
    expect(new Set(steps)).toEqual(new Set(['none', 'interrupted']));
  });

  const ANSWERS =
    /^(?:the same report|no run|refused: unusable-state: .*move it away|refused: stale-run: .*start the command anew)/u;

  test('bytes that changed are noticed: the answer is made again, or the file refused with advice', {
    timeout: 300_000,
  }, async () => {
    const provider = await startProvider();
    const stateDir = await crashedStore();
    // Opening it folds the log into the file.
    await inspectStore(stateDir);
    const bytes = readFileSync(runStorePath(stateDir));
    const { report: whole } = await runWhole();
    const outcomes = new Set<string>();
    for (let i = 1; i < 60; i += 1) {
      const bad = createState();
      const changed = Buffer.from(bytes);
      const at = Math.floor((bytes.length * i) / 60);
      for (let k = 0; k < 24; k += 1) changed[at + k] = (changed[at + k] ?? 0) ^ 0xff;
      writeFileSync(runStorePath(bad), changed);
      outcomes.add(await readDamaged(bad, provider, whole));
    }
    expect(outcomes).toContain('the same report');
    for (const outcome of outcomes) expect(outcome).toMatch(ANSWERS);
  });

  async function readDamaged(stateDir: string, provider: LoopbackProvider, whole: ReportDocument): Promise<string> {
    try {
      const { run } = await inspectStore(stateDir);
      if (run === null) return 'no run';
      const place = { stateDir };
      const { report } = await runSmall({ place, id: run.id, environment: provider.environment, size: SIZE });
      expect(comparable(report)).toEqual(comparable(whole));
      return 'the same report';
    } catch (error) {
      const { code, message, advice } = error as { code?: string; message: string; advice?: string };
      return `refused: ${code}: ${message} ${advice}`;
    }
  }
});

describe('a disk that fails', () => {
  const FAULTS: readonly (readonly [string, number, string])[] = [
    ['ENOSPC', 13, 'database or disk is full'],
    ['EIO', 10, 'disk I/O error'],
  ];

  test.each(FAULTS)(
    '%s at any write ends the recording, not the run, and is said',
    {
      timeout: 300_000,
    },
    async (_name, errcode, message) => {
      const { report: whole, writes } = await runWhole();
      const provider = await startProvider();
      for (const moment of ['before', 'inside'] satisfies WriteMoment[]) {
        // The first write is the run itself: without it nothing is kept, which the command says.
        for (let number = 2; number <= writes.length / 3; number += 1) {
          const stateDir = createState();
          const watch = (write: { readonly number: number; readonly moment: WriteMoment }): void => {
            if (write.number >= number && write.moment === moment) throw Object.assign(new Error(message), { errcode });
          };
          const place = { stateDir, watch };
          const { report, warnings } = await runSmall({
            place,
            id: null,
            environment: provider.environment,
            size: SIZE,
          });
          expect(comparable(report), `write ${number} ${moment}`).toEqual(comparable(whole));
          expect(warnings.join('\n'), `write ${number} ${moment}`).toContain(message);
          const { run, problems } = await inspectStore(stateDir);
          expect(problems, `write ${number} ${moment}`).toEqual([]);
          expect(run?.status, `write ${number} ${moment}`).not.toBe('finished');
        }
      }
    },
  );

  const canMount = ((): boolean => {
    try {
      const folder = createState();
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
      execFileSync('umount', [folder], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  })();

  test.skipIf(!canMount)(
    'a real disk that is full: the run ends with its report, and can be resumed where it could be stored (skipped where nothing may be mounted)',
    {
      timeout: 300_000,
    },
    async () => {
      const provider = await startProvider();
      const { report: whole } = await runWhole();
      for (const kilobytes of [16, 48, 80, 96, 112, 128, 160]) {
        const disk = createState();
        execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk]);
        try {
          const { report, stderr } = await runChild(provider, [disk, SIZE], {});
          if (report === null) expect(stderr).toMatch(/full|no space|not kept/iu);
          else expect(comparable(report)).toEqual(comparable(whole));
          execFileSync('mount', ['-o', 'remount,size=8m', disk]);
          const found = await inspectStore(disk).catch((error: Error) => ({ run: null, problems: [error.message] }));
          expect(found.problems, `${kilobytes} kB`).toEqual([]);
          if (found.run === null || found.run.status === 'finished') continue;
          const again = await finish(provider, disk);
          expect(again.report === null ? again.stderr : comparable(again.report)).toEqual(comparable(whole));
        } finally {
          execFileSync('umount', [disk]);
        }
      }
    },
  );

  test('a limit on the size of files, as the system sets it', { timeout: 300_000 }, async () => {
    const provider = await startProvider();
    const { report: whole } = await runWhole();
    const shell = 'trap \'\' XFSZ; ulimit -f "$1"; shift; exec "$@"';
    for (const blocks of [16, 64, 128]) {
      const stateDir = createState();
      const args = ['-c', shell, 'limited', String(blocks), process.execPath, CHILD, stateDir, SIZE];
      const { stdout, stderr } = await promisify(execFile)('bash', args, {
        env: { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: '1', ...provider.environment },
      }).catch((error: { stdout: string; stderr: string }) => error);
      if (stdout === '') expect(stderr).toMatch(/I\/O|full|not kept/u);
      else expect(comparable(JSON.parse(stdout) as ReportDocument)).toEqual(comparable(whole));
      const found = await inspectStore(stateDir).catch(() => null);
      expect(found?.problems ?? []).toEqual([]);
    }
  });
});

describe('a clock that jumps', () => {
  /** Every look at the clock is hours, days or years from the last one, both ways. */
  const JUMPING = `let at = Date.now(); const steps = [0, 3.6e6, -3.6e6, 8.64e7, -8.64e7, 3.2e10, -3.2e10]; let i = 0;
const real = Date.now.bind(Date); const begun = real();
Date.now = () => at + (real() - begun) + (steps[i++ % steps.length] ?? 0);`;

  test('changes nothing in the report, and a run can be gone on with', { timeout: 300_000 }, async () => {
    const { report: whole, writes } = await runWhole();
    const provider = await startProvider();
    const script = join(createState(), 'jump.mjs');
    writeFileSync(script, JUMPING);
    const env = { NODE_OPTIONS: `--import ${script}` };
    for (const crash of [null, ...writes.filter((write) => write.endsWith('inside')).filter((_, i) => i % 3 === 1)]) {
      const stateDir = createState();
      const first = await runChild(provider, [stateDir, SIZE], crash === null ? env : { ...env, CRASH_AT: crash });
      const { run, problems } = await inspectStore(stateDir);
      expect(problems, String(crash)).toEqual([]);
      const args = run === null ? [stateDir, SIZE] : [stateDir, SIZE, run.id];
      const { report, stderr } = first.report === null ? await runChild(provider, args, env) : first;
      expect(report === null ? stderr : comparable(report), String(crash)).toEqual(comparable(whole));
    }
  });
});
