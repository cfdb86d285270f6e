import fc from 'fast-check';
import { expect, test } from 'vitest';
import { collect } from '../../../test/contracts/temporary-repository.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { foldersAbove, isContained, relativize } from './contained-path.ts';
import type { BytesOutcome } from './contained-read.ts';
import { decodeText } from './decode-text.ts';
import { addRules, isGitIgnored, NO_IGNORE } from './git-ignore.ts';
import { createReplay } from './replay.ts';
import { createScopeFilter } from './scope-filter.ts';
import { createStableReader } from './stable-reader.ts';
import { findVendoredFolder } from './walk.ts';

test.each<[string, string, string | null]>([
  ['/r', 'a/b', 'a/b'],
  ['/r', './a/../b/', 'b'],
  ['/r', '.', ''],
  ['/r', '/r/x', 'x'],
  ['/r', '..', null],
  ['/r', '../r2/x', null],
  ['/r', '/r2', null],
  ['/r', '..x', '..x'],
])('from %s, %s is %j', (folder, target, expected) => {
  expect(relativize(folder, target)).toBe(expected);
});

test('what is contained stays contained, whatever the parts', () => {
  const part = fc.constantFrom('a', '..', '.', '', '..b', 'c d');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const path = relativize('/root/x', parts.join('/'));
      if (path !== null) expect(isContained('/root/x', `/root/x/${path}`)).toBe(true);
    }),
  );
});

test('paths', () => {
  expect([...foldersAbove('a/b/c.ts')]).toEqual(['a/b', 'a']);
  expect(['b', 'a/x', 'a.b', 'a'].sort(compareText)).toEqual(['a', 'a.b', 'a/x', 'b']);
  expect(findVendoredFolder('lib/node_modules/x/y.js')).toBe('lib/node_modules/');
  expect(findVendoredFolder('vendor')).toBeNull();
  expect(findVendoredFolder('vendor/x.go', 'vendor')).toBeNull();
});

test.each<[string, Buffer, string | null]>([
  ['UTF-8', Buffer.from('é\n'), 'é\n'],
  ['a byte order mark', Buffer.from('\ufeffa'), 'a'],
  ['bytes that are no UTF-8', Buffer.from([0x61, 0xff, 0x62]), 'a\ufffdb'],
  ['UTF-16 little endian', Buffer.from([0xff, 0xfe, 0x61, 0, 0x0a, 0]), 'a\n'],
  ['UTF-16 big endian', Buffer.from([0xfe, 0xff, 0, 0x61]), 'a'],
  ['a NUL', Buffer.from([0x61, 0, 0x62]), null],
  ['nothing', Buffer.alloc(0), ''],
])('decodes %s', (_name, bytes, text) => {
  const expected = text === null ? { kind: 'unusable', reason: 'binary' } : { kind: 'text', text, bytes: bytes.length };
  expect(decodeText(bytes)).toEqual(expected);
});

test.each<[string, Partial<Parameters<typeof createScopeFilter>[0]>, Record<string, string>]>([
  ['nothing', {}, { 'a.ts': 'selected' }],
  ['exclude by name at any depth', { exclude: ['*.test.ts'] }, { 'x/a.test.ts': 'ignored', 'x/a.ts': 'selected' }],
  [
    'exclude a folder',
    { exclude: ['src/gen/', 'dist'] },
    { 'src/gen/a.ts': 'ignored', 'dist/x/y.js': 'ignored', 'src/a.ts': 'selected' },
  ],
  ['include', { include: ['src/**'] }, { 'src/a.ts': 'selected', 'a.ts': 'unselected' }],
  ['ignore lines with a negation', { ignoreLines: ['*.ts', '!keep.ts'] }, { 'a.ts': 'ignored', 'keep.ts': 'selected' }],
  ['hidden files', { exclude: ['**/.env*'] }, { '.env.local': 'ignored' }],
  ['paths from outside', { ignoreLines: ['x'] }, { '../x': 'selected', '/x': 'selected' }],
])('filter: %s', (_name, rules, expected) => {
  const filter = createScopeFilter({ include: [], exclude: [], ignoreLines: [], ...rules });
  expect(Object.fromEntries(Object.keys(expected).map((path) => [path, filter(path)]))).toEqual(expected);
});

test('nearer ignore rules win over farther ones', () => {
  const rules = addRules(addRules(NO_IGNORE, '', '*.log\nbuild/\n'), 'pkg', '!keep.log\n/local\n');
  const ignored = ['a.log', 'pkg/a.log', 'pkg/keep.log', 'build/', 'pkg/local', 'pkg/x/local'].filter((path) =>
    isGitIgnored(path, path.startsWith('pkg/') ? rules : { layers: rules.layers.slice(1) }),
  );
  expect(ignored).toEqual(['a.log', 'pkg/a.log', 'build/', 'pkg/local']);
});

test('a replay gives the same items again, to several readers at once', async () => {
  let drawn = 0;
  async function* source() {
    yield [];
    for (; drawn < 6; drawn += 2) yield [drawn, drawn + 1];
  }
  const replay = createReplay(source());
  const [first, second] = await Promise.all([collect(replay()), collect(replay())]);
  expect([first, second, await collect(replay())]).toEqual(Array(3).fill([0, 1, 2, 3, 4, 5]));
});

test('beyond the memory that is kept, a changed file is unreadable rather than different', async () => {
  const disk = new Map([
    ['small', 'abc'],
    ['large', 'x'.repeat(50)],
  ]);
  const read = async (path: string): Promise<BytesOutcome> => ({
    kind: 'bytes',
    bytes: Buffer.from(disk.get(path) ?? ''),
  });
  const reader = createStableReader(read, 10);
  const before = [await reader.read('small'), await reader.read('large')];
  expect([await reader.read('small'), await reader.read('large')]).toEqual(before);
  disk.set('small', 'new').set('large', 'new');
  expect(await reader.read('small')).toEqual(before[0]);
  expect(await reader.read('large')).toEqual({ kind: 'unusable', reason: 'unreadable' });
});
