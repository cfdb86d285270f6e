/** A crash at every write of a small run, and clocks that jump meanwhile: the same report, or a clear word why not. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSoak, times } from '../tier.ts';
import { CALLS, comparable, finish, runChild, runWhole, SIZE, startProvider } from './crashed-run.ts';
import { createState, inspectStore } from './stored-run.ts';

describe('a crash at every write', () => {
  test('before, in the middle of or after every one of them: the same report, at most the call in flight made again', {
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
    // In a soak each write at each moment, else each of them at one.
    const waiting = whole.writes.filter((_, i) => isSoak || Math.floor(i / 3) % 3 === i % 3);
    expect(new Set(waiting.map((write) => write.split(':')[1])).size).toBe(3);
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
    for (const crash of [
      null,
      ...writes
        .filter((write) => write.endsWith('inside'))
        .filter((_, i) => i % 3 === 1)
        .slice(0, times(1, 100)),
    ]) {
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
