import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Journal, Kept, Step } from '../ports/journal.ts';
import { drainBeforeStop } from './drain-before-stop.ts';

const stepOf = (key: string): Step<string> => ({ key, kind: 'call', inputHash: '' });

const playing = (recorded: readonly string[]): Journal => ({
  step: async <T>({ key }: Step<T>, effect: (lost: number) => Promise<T>): Promise<Kept<T>> =>
    recorded.includes(key)
      ? { value: key as T, isRecorded: true, lost: 0 }
      : { value: await effect(0), isRecorded: false, lost: 0 },
});

const open = (recorded: readonly string[], steps = recorded.length) => {
  const stop = new AbortController();
  const draining = drainBeforeStop(stop.signal, playing(recorded), { steps, quietMs: 100 });
  const made: string[] = [];
  const ask = (key: string): Promise<Kept<string>> =>
    draining.journal.step(stepOf(key), async () => {
      made.push(`${key} ${draining.signal.aborted ? 'after' : 'before'} the end`);
      return `${key} made`;
    });
  return { stop, draining, ask, made };
};

describe('a stop while a record is replayed', () => {
  test('waits until the last recorded step was asked for', async () => {
    const { stop, draining, ask, made } = open(['a', 'b']);
    stop.abort('interrupt');
    expect((await ask('a')).value).toBe('a');
    await wait(80);
    expect(draining.signal.aborted).toBe(false);
    await ask('b');
    await expect.poll(() => draining.signal.aborted).toBe(true);
    expect([draining.signal.reason, made]).toEqual(['interrupt', []]);
  });

  test('lets nothing new be made before the others have replayed what they have', async () => {
    const { stop, draining, ask, made } = open(['a', 'b', 'c']);
    stop.abort('deadline');
    const fresh = ask('new');
    for (const key of ['a', 'b', 'c']) {
      await wait(40);
      expect([draining.signal.aborted, made]).toEqual([false, []]);
      await ask(key);
    }
    await fresh;
    expect(made).toEqual(['new after the end']);
  });

  test('ends where the record falls silent, though nobody asked for all of it', async () => {
    const { stop, draining, ask, made } = open(['a'], Number.POSITIVE_INFINITY);
    await ask('a');
    stop.abort('interrupt');
    await ask('new');
    expect([draining.signal.aborted, made]).toEqual([true, ['new after the end']]);
  });

  test('does not end while only time passes: somebody may be on the way to the first step', async () => {
    const { stop, draining, ask } = open(['a']);
    stop.abort('interrupt');
    await wait(250);
    expect(draining.signal.aborted).toBe(false);
    await ask('a');
    await expect.poll(() => draining.signal.aborted).toBe(true);
  });

  test('waits for agents that were sent out before, and sends no other', async () => {
    const { stop, draining } = open([], Number.POSITIVE_INFINITY);
    const out: string[] = [];
    const old = Promise.withResolvers<void>();
    const host = draining.drainHost(
      {
        run: async <T>({ key }: { readonly key: string }) => {
          out.push(`${key} ${draining.signal.aborted}`);
          if (key === 'old') await old.promise;
          return key as T;
        },
      },
      new Set(['old']),
    );
    const task = { kind: 'review', input: null } as const;
    stop.abort('interrupt');
    const both = [host.run({ ...task, key: 'old' }, wait), host.run({ ...task, key: 'new' }, wait)];
    await wait(250);
    expect([draining.signal.aborted, out]).toEqual([false, ['old false']]);
    old.resolve();
    await Promise.all(both);
    expect(out).toEqual(['old false', 'new true']);
  });
});

test('without a record the stop is the stop', () => {
  const stop = new AbortController();
  expect(drainBeforeStop(stop.signal, playing([]), { steps: 0 }).signal).toBe(stop.signal);
});
