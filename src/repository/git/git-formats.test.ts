import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../test/support/any-character.ts';
import { readConfigValue } from './locate.ts';
import {
  findDefaultBranch,
  formatBranch,
  isRefName,
  parsePackedRefs,
  parseRef,
  type Refs,
  resolveRef,
} from './refs.ts';
import { parseRawDiff, parseTree } from './trees.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const ZERO = '0'.repeat(40);

test('trees and the index, names with line breaks included', async () => {
  expect([...(await parseTree([`100644 blob ${A}\tx\ny.ts`, `120000 blob ${B}\tlink`, ''].join('\0')))]).toEqual([
    ['x\ny.ts', { mode: '100644', oid: A }],
    ['link', { mode: '120000', oid: B }],
  ]);
  expect([...(await parseTree(`H 100755 ${A} 0\ta b\0S 100644 ${B} 0\tsparse\0`))]).toEqual([
    ['a b', { mode: '100755', oid: A }],
    ['sparse', { mode: '100644', oid: B, isAbsent: true }],
  ]);
});

test('raw differences: changed, added, deleted, renamed', async () => {
  const raw = [
    `:100644 100644 ${A} ${B} M`,
    'm.ts',
    `:000000 100644 ${ZERO} ${A} A`,
    'a.ts',
    `:100644 000000 ${A} ${ZERO} D`,
    'd.ts',
    `:100644 100644 ${A} ${B} R090`,
    'old.ts',
    'new.ts',
    '',
  ].join('\0');
  const blob = (oid: string) => ({ mode: '100644', oid });
  expect(await parseRawDiff(raw)).toEqual([
    { path: 'm.ts', basePath: 'm.ts', base: blob(A), head: blob(B) },
    { path: 'a.ts', basePath: 'a.ts', base: null, head: blob(A) },
    { path: 'd.ts', basePath: 'd.ts', base: blob(A), head: null },
    { path: 'new.ts', basePath: 'old.ts', base: blob(A), head: blob(B) },
  ]);
});

test('packed refs leave out comments, peeled lines and names that git would not write', () => {
  const text = `# pack-refs with: peeled\n${A} refs/heads/main\n^${B}\n${B} refs/../../etc/x\n${B} HEAD\nzz refs/heads/bad\n`;
  expect([...parsePackedRefs(text)]).toEqual([['refs/heads/main', A]]);
});

test.each<[string, unknown]>([
  [`${A}\n`, { oid: A }],
  ['ref: refs/heads/feature/x\n', { target: 'refs/heads/feature/x' }],
  ['ref: ../../outside\n', null],
  ['nonsense', null],
])('ref %j', (text, expected) => {
  expect(parseRef(text)).toEqual(expected);
});

test('names of refs', () => {
  const bad = [
    'heads/x',
    'refs/heads/..',
    'refs/a//b',
    'refs/a b',
    'refs/x.lock',
    'refs/.hidden',
    'refs/a/',
    'refs/x~1',
    'refs/x\n',
  ];
  expect(bad.filter(isRefName)).toEqual([]);
  expect(['refs/heads/main', 'refs/remotes/origin/feature/x-1'].every(isRefName)).toBe(true);
});

test('branch names for the report [REV-20]', () => {
  const rest = { oids: new Map(), symbolic: new Map() };
  expect(formatBranch({ ...rest, head: { kind: 'branch', ref: 'refs/heads/feature/x' } })).toBe('feature/x');
  expect(formatBranch({ ...rest, head: { kind: 'detached', oid: A } })).toBe(`detached@${'a'.repeat(12)}`);
  expect(formatBranch({ ...rest, head: { kind: 'unknown' } })).toBeNull();
});

test('default branch: origin/HEAD, main, master', () => {
  const refs = (names: string[], symbolic: [string, string][] = []): Refs => ({
    head: { kind: 'unknown' },
    oids: new Map(names.map((name) => [name, A])),
    symbolic: new Map(symbolic),
  });
  const pair: [string, string] = ['refs/remotes/origin/HEAD', 'refs/remotes/origin/dev'];
  expect(findDefaultBranch(refs(['refs/heads/main', 'refs/remotes/origin/dev'], [pair]))?.name).toBe('origin/dev');
  expect(findDefaultBranch(refs(['refs/heads/master', 'refs/heads/main']))?.name).toBe('main');
  expect(findDefaultBranch(refs(['refs/heads/master']))?.name).toBe('master');
  expect(findDefaultBranch(refs(['refs/heads/other']))).toBeNull();
  expect(
    resolveRef(
      refs(
        [],
        [
          ['refs/a', 'refs/b'],
          ['refs/b', 'refs/a'],
        ],
      ),
      'refs/a',
    ),
  ).toBeNull();
});

test('a value of a config file is read as text', () => {
  const config = '[core]\n\tworktree = "../x"\n[extensions] objectFormat = sha256\n';
  expect(readConfigValue(config, 'worktree')).toBe('../x');
  expect(readConfigValue(config, 'objectformat')).toBe('sha256');
  expect(readConfigValue(config, 'refstorage')).toBeNull();
});

test('no parser throws', async () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc
      .array(fc.constantFrom(`:100644 100644 ${A} ${B} R1`, `100644 blob ${A}\t`, '', '\n', 'x'))
      .map((all) => all.join('\0')),
  );
  await fc.assert(
    fc.asyncProperty(text, async (input) => {
      await parseTree(input);
      await parseRawDiff(input);
      parsePackedRefs(input);
      parseRef(input);
      readConfigValue(input, 'worktree');
    }),
  );
});
