/** What every Repository has to keep, whatever is behind it. Run it with a maker of repositories. */
import { describe, expect, test } from 'vitest';
import type { Repository, Selection } from '../../src/ports/repository.ts';
import { collect, formatEntry, RULES } from './temporary-repository.ts';

const FILES = { 'b.ts': 'b\n', 'a/x.ts': 'one\ntwo\n', 'a.ts': 'a\n', 'doc/readme.md': '# x\n' };

export function describeRepository(
  name: string,
  create: (files: Readonly<Record<string, string>>) => Promise<Repository>,
): void {
  const list = async (selection: Selection, rules = {}) => {
    const snapshot = await (await create(FILES)).open(selection, { ...RULES, ...rules });
    return (await collect(snapshot.entries())).map(formatEntry);
  };

  describe(`${name} keeps the contract of Repository`, () => {
    test('entries are sorted by path and come again', async () => {
      const snapshot = await (await create(FILES)).open({ kind: 'all' }, RULES);
      const entries = await collect(snapshot.entries());
      expect(entries.map(({ path }) => path)).toEqual(['a.ts', 'a/x.ts', 'b.ts', 'doc/readme.md']);
      expect(await collect(snapshot.entries())).toEqual(entries);
      expect(entries[1]).toEqual({ kind: 'file', path: 'a/x.ts', language: 'typescript', changed: null });
      expect([...(await snapshot.paths())].sort()).toEqual(Object.keys(FILES).sort());
    });

    test('reading is an outcome', async () => {
      const snapshot = await (await create(FILES)).open({ kind: 'all' }, { ...RULES, maxFileBytes: 4 });
      expect(await snapshot.read('b.ts')).toEqual({ kind: 'text', text: 'b\n', bytes: 2 });
      expect(await snapshot.read('a/x.ts')).toEqual({ kind: 'unusable', reason: 'too-large' });
      expect(await snapshot.read('none')).toEqual({ kind: 'unusable', reason: 'unreadable' });
      expect(await snapshot.readBase('b.ts')).toBeNull();
    });

    test.each<[string[], string[]]>([
      [['a'], ['a/x.ts']],
      [
        ['b.ts', 'a.ts', 'b.ts'],
        ['a.ts', 'b.ts'],
      ],
      [['**/*.md'], ['doc/readme.md']],
      [['*.rs'], []],
      [['.'], ['a.ts', 'a/x.ts', 'b.ts', 'doc/readme.md']],
    ])('paths %j', async (patterns, expected) => {
      expect(await list({ kind: 'paths', patterns })).toEqual(expected);
    });

    test('a path that is missing or outside is a ReviewError', async () => {
      await expect(list({ kind: 'paths', patterns: ['none.ts'] })).rejects.toMatchObject({ code: 'path-not-found' });
      await expect(list({ kind: 'paths', patterns: ['../x'] })).rejects.toMatchObject({ code: 'path-outside-root' });
    });

    test('filters', async () => {
      const rules = { include: ['*.ts'], exclude: ['b.ts'], ignoreLines: ['/a.ts'] };
      expect(await list({ kind: 'all' }, rules)).toEqual(['a.ts: ignored', 'a/x.ts', 'b.ts: ignored']);
    });
  });
}
