/** What every journal keeps to, whoever stores it: given a way to open one run again and again, as processes come and go. */
import { describe, expect, test } from 'vitest';
import type { Journal, Step } from '../../src/ports/journal.ts';

export interface JournalFixture {
  /** The journal of the run as the next process finds it; the one before is dead. What was begun and not ended stays so. */
  open(options?: { readonly mayDiverge?: boolean }): Promise<Journal>;
  close(): Promise<void>;
}

const step = <T>(more: Partial<Step<T>> = {}): Step<T> => ({
  key: 'a/1',
  kind: 'call',
  inputHash: 'm',
  isPaid: true,
  ...more,
});
const never = (): Promise<never> => Promise.reject(new Error('the effect ran again'));
const forever = (): Promise<never> => new Promise(() => undefined);

export function journalContract(name: string, createBed: () => Promise<JournalFixture>): void {
  const withBed = async (work: (fixture: JournalFixture) => Promise<void>): Promise<void> => {
    const fixture = await createBed();
    try {
      await work(fixture);
    } finally {
      await fixture.close();
    }
  };

  describe(`journal: ${name}`, () => {
    test('an effect runs once, and its value wins in the same process and in the next', () =>
      withBed(async (fixture) => {
        const value = { text: 'ä\u0000"', list: [1, null, { deep: true }], large: 'x'.repeat(100_000) };
        const journal = await fixture.open();
        expect(await journal.step(step(), async () => value)).toEqual({ value, isRecorded: false, lost: 0 });
        expect(await journal.step(step(), never)).toEqual({ value, isRecorded: true, lost: 0 });
        expect(await (await fixture.open()).step(step(), never)).toEqual({ value, isRecorded: true, lost: 0 });
      }));

    test('null and false are values too', () =>
      withBed(async (fixture) => {
        for (const [key, value] of Object.entries({ nothing: null, no: false, zero: 0, empty: '' })) {
          await (await fixture.open()).step(step({ key }), async () => value);
          expect(await (await fixture.open()).step(step({ key }), never)).toEqual({ value, isRecorded: true, lost: 0 });
        }
      }));

    test('a step that was in flight when its process ended is made again, and says how often it was lost', () =>
      withBed(async (fixture) => {
        for (const lost of [0, 1]) {
          const journal = await fixture.open();
          const seen = await new Promise((resolve) => {
            void journal.step(step(), (before) => {
              resolve(before);
              return forever();
            });
          });
          expect(seen).toBe(lost);
        }
        const third = await (await fixture.open()).step(step(), async (before) => before);
        expect(third).toEqual({ value: 2, isRecorded: false, lost: 2 });
        expect(await (await fixture.open()).step(step(), never)).toEqual({ value: 2, isRecorded: true, lost: 2 });
      }));

    test('what is dropped was never there; what is left counts as lost', () =>
      withBed(async (fixture) => {
        for (const [fate, lost] of [
          ['drop', 0],
          ['leave', 1],
        ] as const) {
          const named = step<string>({ key: fate });
          const journal = await fixture.open();
          expect((await journal.step({ ...named, settle: () => fate }, async () => 'seen')).value).toBe('seen');
          expect(await (await fixture.open()).step(named, async () => 'again')).toEqual({
            value: 'again',
            isRecorded: false,
            lost,
          });
        }
      }));

    test('what was lost before stays lost when the next attempt is dropped or throws', () =>
      withBed(async (fixture) => {
        for (const [key, fails] of [
          ['dropped', false],
          ['thrown', true],
        ] as const) {
          const named = step<string>({ key });
          const journal = await fixture.open();
          await new Promise<void>((resolve) => {
            void journal.step(named, () => {
              resolve();
              return forever();
            });
          });
          const next = (await fixture.open()).step({ ...named, settle: () => 'drop' }, async () => {
            if (fails) throw new Error('broken');
            return 'seen';
          });
          expect(await next.then(({ lost }) => lost).catch(() => 'broken')).toBe(fails ? 'broken' : 1);
          expect((await (await fixture.open()).step(named, async () => 'again')).lost).toBe(1);
        }
      }));

    test('nothing is kept as null', () =>
      withBed(async (fixture) => {
        expect((await (await fixture.open()).step(step(), async () => undefined)).value).toBeUndefined();
        expect(await (await fixture.open()).step(step(), never)).toEqual({ value: null, isRecorded: true, lost: 0 });
      }));

    test('an effect that throws is not recorded and not lost', () =>
      withBed(async (fixture) => {
        const journal = await fixture.open();
        await expect(journal.step(step(), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
        expect(await journal.step(step(), async () => 1)).toEqual({ value: 1, isRecorded: false, lost: 0 });
      }));

    test('other content under the same key is refused, or made where the run may take another turn', () =>
      withBed(async (fixture) => {
        await (await fixture.open()).step(step(), async () => 'old');
        const other = step<string>({ inputHash: 'n' });
        await expect((await fixture.open()).step(other, async () => 'new')).rejects.toMatchObject({
          code: 'stale-run',
          message: expect.stringContaining('a/1'),
        });
        await (await fixture.open()).step(step({ key: 'open', settle: () => 'leave' }), async () => 'begun');
        const unlike = step<string>({ key: 'open', inputHash: 'n' });
        expect(await (await fixture.open()).step(unlike, async () => 'new')).toMatchObject({ value: 'new', lost: 0 });
        const turning = await fixture.open({ mayDiverge: true });
        expect(await turning.step(other, async () => 'new')).toEqual({ value: 'new', isRecorded: false, lost: 0 });
        expect((await turning.step(step(), never)).value).toBe('old');
        expect((await turning.step(other, never)).value).toBe('new');
      }));

    test('many at once are kept apart', () =>
      withBed(async (fixture) => {
        const numbers = Array.from({ length: 50 }, (_, i) => i);
        const record = async (journal: Journal, effect: (i: number) => Promise<number>): Promise<readonly number[]> =>
          (
            await Promise.all(
              numbers.map((i) => journal.step(step({ key: `k/${i}`, isPaid: i % 2 === 0 }), () => effect(i))),
            )
          ).map(({ value }) => value);
        expect(await record(await fixture.open(), async (i) => i * i)).toEqual(numbers.map((i) => i * i));
        expect(await record(await fixture.open(), never)).toEqual(numbers.map((i) => i * i));
      }));
  });
}
