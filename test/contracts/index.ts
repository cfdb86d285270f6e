/** What every Index has to keep, stored or not. Run it with a maker of indexes. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import type { Index } from '../../src/ports/file-index.ts';
import type { ScopeEntry } from '../../src/ports/repository.ts';
import { createMemoryRepository, type MemoryFile } from '../../src/testing/memory-repository.ts';
import { collect, RULES } from './temporary-repository.ts';

const open = (files: Readonly<Record<string, MemoryFile>>, branch: string | null = 'feature/x') =>
  createMemoryRepository(files, { branch }).open({ kind: 'all' }, RULES);

export function describeIndex(name: string, create: () => Index): void {
  describe(`${name} keeps the contract of Index`, () => {
    test('every file has tokens, lines and branch; what is not to be reviewed has its reason [SCOPE-04]', async () => {
      const snapshot = await open({
        'a.ts': 'const a = 1;\n\nexport { a };\n',
        'empty.py': '',
        'gen.pb.go': 'package a\n',
        run: '#!/usr/bin/env python3\n',
        'huge.bin': { unusable: 'binary' },
        'yarn.lock': 'x\n',
      });
      const file = { kind: 'file', changed: null, estimated: false, branch: 'feature/x' };
      expect(await collect(create().measure(snapshot, snapshot.entries()))).toEqual([
        {
          ...file,
          path: 'a.ts',
          language: 'typescript',
          tokens: countTokens('const a = 1;\n\nexport { a };\n'),
          loc: 2,
          lines: 3,
        },
        { ...file, path: 'empty.py', language: 'python', tokens: 0, loc: 0, lines: 0 },
        { kind: 'ignored', path: 'gen.pb.go', reason: 'generated' },
        { kind: 'ignored', path: 'huge.bin', reason: 'binary' },
        { ...file, path: 'run', language: 'python', tokens: 7, loc: 1, lines: 1 },
        { kind: 'ignored', path: 'yarn.lock', reason: 'generated' },
      ]);
    });

    test('the same again from what is known', async () => {
      const index = create();
      const snapshot = await open({ 'a.ts': 'a\n', 'b.ts': 'a\n', run: '#!/bin/sh\n' }, null);
      const first = await collect(index.measure(snapshot, snapshot.entries()));
      expect(await collect(index.measure(snapshot, snapshot.entries()))).toEqual(first);
      expect(first.map(({ path }) => path)).toEqual(['a.ts', 'b.ts', 'run']);
    });

    test('twelve files have twelve counts, in the order of the scope, each read once [CONTEXT-01]', async () => {
      const paths = Array.from({ length: 60 }, (_, i) => `f${String(i).padStart(2, '0')}.ts`);
      const snapshot = await open(Object.fromEntries(paths.map((path, i) => [path, 'x '.repeat(i + 1)])));
      const reads: string[] = [];
      const slow = {
        ...snapshot,
        read: async (path: string) => {
          reads.push(path);
          await new Promise((resolve) => setTimeout(resolve, path.endsWith('0.ts') ? 5 : 0));
          return snapshot.read(path);
        },
      };
      async function* first(count: number): AsyncGenerator<ScopeEntry> {
        for (const entry of (await collect(snapshot.entries())).slice(0, count)) yield entry;
      }
      const measured = await collect(create().measure(slow, first(12)));
      expect(
        measured.map((file) => (file.kind === 'file' ? [file.path, Number.isInteger(file.tokens)] : null)),
      ).toEqual(paths.slice(0, 12).map((path) => [path, true]));
      expect((await collect(create().measure(slow, snapshot.entries()))).map(({ path }) => path)).toEqual(paths);
      expect(reads.sort()).toEqual([...paths, ...paths.slice(0, 12)].sort());
    });

    test('counting begins before the scope has ended [SCOPE-02]', async () => {
      const snapshot = await open(Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`f${i}.ts`, 'x\n'])));
      let isScopeEnded = false;
      async function* slowly(): AsyncGenerator<ScopeEntry> {
        yield* snapshot.entries();
        isScopeEnded = true;
      }
      const measured = create().measure(snapshot, slowly())[Symbol.asyncIterator]();
      expect((await measured.next()).value).toMatchObject({ path: 'f0.ts', tokens: countTokens('x\n') });
      expect(isScopeEnded).toBe(false);
      await measured.return?.(undefined);
    });
  });
}
