/** What every store of cached reviews keeps to, whoever stores them: opened again and again, by one process after another. */
import { describe, expect, test } from 'vitest';
import type { ReviewCache } from '../../src/ports/review-cache.ts';

export interface ReviewCacheFixture {
  /** The store as the next process finds it. */
  open(): Promise<ReviewCache>;
  close(): Promise<void>;
}

export function reviewCacheContract(name: string, createBed: () => Promise<ReviewCacheFixture>): void {
  const withBed = async (work: (fixture: ReviewCacheFixture) => Promise<void>): Promise<void> => {
    const fixture = await createBed();
    try {
      await work(fixture);
    } finally {
      await fixture.close();
    }
  };

  describe(`cached reviews: ${name}`, () => {
    test('what is cached comes back unchanged, in the next process too; what is not, does not', () =>
      withBed(async (fixture) => {
        const texts = ['', 'ä\u0000\ud83d\ude00"\\', JSON.stringify({ deep: [1, null] }), 'x'.repeat(300_000)];
        const all = texts.map((text, i) => ({ key: `k${i}`, text }));
        const first = await fixture.open();
        await first.write(all);
        const known = new Map(all.map(({ key, text }) => [key, text]));
        expect(await first.read([...known.keys(), 'unknown'])).toEqual(known);
        expect(await (await fixture.open()).read([...known.keys(), 'unknown'])).toEqual(known);
      }));

    test('what is cached again replaces; of a key given twice the last counts', () =>
      withBed(async (fixture) => {
        const store = await fixture.open();
        await store.write([{ key: 'k', text: 'first' }]);
        await store.write([
          { key: 'k', text: 'second' },
          { key: 'k', text: 'third' },
        ]);
        expect(await store.read(['k', 'k'])).toEqual(new Map([['k', 'third']]));
      }));

    test('nothing asked, nothing cached', () =>
      withBed(async (fixture) => {
        const store = await fixture.open();
        await store.write([]);
        expect(await store.read([])).toEqual(new Map());
      }));

    test('more keys than one statement takes', () =>
      withBed(async (fixture) => {
        const store = await fixture.open();
        const keys = Array.from({ length: 2203 }, (_, i) => `k${i}`);
        await store.write(keys.map((key) => ({ key, text: `of ${key}` })));
        const found = await store.read(keys);
        expect([found.size, found.get('k0'), found.get('k2202')]).toEqual([2203, 'of k0', 'of k2202']);
      }));

    test('two at a time do not disturb each other', () =>
      withBed(async (fixture) => {
        const [one, other] = [await fixture.open(), await fixture.open()];
        const keys = ['a', 'b', 'c'];
        await Promise.all([
          one.write(keys.map((key) => ({ key, text: 'same' }))),
          other.write(keys.toReversed().map((key) => ({ key, text: 'same' }))),
        ]);
        expect((await one.read(keys)).size).toBe(3);
      }));
  });
}
