import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createFolderFixture, createGitFixture, openSnapshot } from '../../../test/contracts/temporary-repository.ts';
import { createLedger } from '../../engine/ledger.ts';
import type { AgentTools } from '../../ports/agent-tools.ts';
import type { Selection, Snapshot } from '../../ports/repository.ts';
import { DEFAULT_THRESHOLDS } from '../../protocol/budget/thresholds.ts';
import { createTokenCounter } from '../tokens.ts';
import { createAgentTools } from './agent-tools.ts';
import { normalizePath } from './readable-files.ts';

const counter = createTokenCounter();

const toolsOver = (snapshot: Snapshot, isExcluded?: (path: string) => boolean): AgentTools =>
  createAgentTools({
    snapshot,
    account: createLedger(1_000_000, DEFAULT_THRESHOLDS),
    counter,
    thresholds: DEFAULT_THRESHOLDS,
    search: null,
    ...(isExcluded ? { isExcluded } : {}),
  });

const openTools = async (root: string, selection: Selection = { kind: 'all' }): Promise<AgentTools> =>
  toolsOver(await openSnapshot(root, selection));

/** A repository beside a file that no tool may show. */
function createTrap() {
  const outside = createFolderFixture({ 'secret.txt': 'OUTSIDE-CANARY\n' });
  const inside = createGitFixture({ 'src/a.ts': 'const a = 1;\n', '.gitignore': '.env\n' });
  inside.write({ '.env': 'IGNORED-CANARY\n' });
  symlinkSync(outside.path('secret.txt'), inside.path('link.txt'));
  symlinkSync(outside.root, inside.path('linked'));
  symlinkSync('/dev/zero', inside.path('zero'));
  symlinkSync('loop', inside.path('loop'));
  execFileSync('mkfifo', [inside.path('pipe')]);
  inside.git('config', 'remote.origin.url', 'https://user:GIT-CANARY@example.org/x');
  return { outside, inside };
}

describe('no path leads outside the root or to what is hidden', () => {
  test.each<[string, (outside: string) => string]>([
    ['climbing', (outside) => `../${outside.split('/').at(-1)}/secret.txt`],
    ['climbing from within', (outside) => `src/../../${outside.split('/').at(-1)}/secret.txt`],
    ['absolute', (outside) => `${outside}/secret.txt`],
    ['a link to a file', () => 'link.txt'],
    ['through a link to a folder', () => 'linked/secret.txt'],
    ['a device', () => 'zero'],
    ['an absolute device', () => '/dev/zero'],
    ['a pipe', () => 'pipe'],
    ['a link to itself', () => 'loop'],
    ['a folder', () => 'src'],
    ['what git ignores', () => '.env'],
    ["git's own files", () => '.git/config'],
    ["git's own files in disguise", () => './/.git/./config'],
    ['a NUL', () => 'src/a.ts\0.png'],
    ['a NUL alone', () => '\0'],
    ['nothing', () => ''],
    ['a dot', () => '.'],
    ['a path of a million characters', () => 'a/'.repeat(500_000)],
    ['a name of the language', () => '__proto__'],
    ['a URL', () => 'file:///etc/passwd'],
  ])('%s', async (_name, nameTrap) => {
    const { outside, inside } = createTrap();
    const tools = await openTools(inside.root);
    const path = nameTrap(outside.root);
    for (const name of ['read_file', 'outline']) {
      const answer = await tools.call(name, { path });
      expect(answer).toMatchObject({ kind: 'failed', delivered: [] });
      expect(answer.text).not.toContain('CANARY');
      expect(answer.text.length).toBeLessThan(1500);
    }
    for (const name of ['grep', 'semantic_search']) {
      const args = name === 'grep' ? { pattern: 'CANARY', path } : { query: 'CANARY', path };
      expect((await tools.call(name, args)).text).not.toMatch(/(?:OUTSIDE|IGNORED|GIT)-CANARY/u);
    }
    expect((await tools.call('list_files', { path })).text).not.toContain('secret.txt');
  });

  test('searching everything finds nothing outside either, and lists no hidden file', async () => {
    const { inside } = createTrap();
    const tools = await openTools(inside.root);
    expect((await tools.call('grep', { pattern: '-CANARY' })).text).toContain('no line matches');
    expect((await tools.call('semantic_search', { query: '-CANARY' })).text).toContain('nothing found');
    const list = (await tools.call('list_files', {})).text;
    expect(list).toContain('src/a.ts  typescript');
    expect(list).not.toMatch(/secret\.txt|\.env|\.git\//u);
  });

  test('a file that becomes a link after it was listed is not followed', async () => {
    const { outside, inside } = createTrap();
    const tools = await openTools(inside.root);
    expect((await tools.call('list_files', {})).text).toContain('src/a.ts');
    inside.remove('src');
    symlinkSync(outside.root, inside.path('src'));
    writeFileSync(outside.path('a.ts'), 'OUTSIDE-CANARY\n');
    const answer = await tools.call('read_file', { path: 'src/a.ts' });
    expect(answer.kind).toBe('failed');
    expect(answer.text).not.toContain('CANARY');
  });

  test('of a revision the tools show its text, not that of the disk', async () => {
    const { inside } = createTrap();
    inside.write({ 'src/a.ts': 'const a = 2;\n' });
    inside.git('add', 'src/a.ts');
    inside.git('commit', '-qm', 'second');
    inside.write({ 'src/a.ts': 'DISK\n' });
    const tools = await openTools(inside.root, { kind: 'commit', revision: 'HEAD' });
    expect((await tools.call('read_file', { path: 'src/a.ts' })).text).toContain('const a = 2;');
    expect((await tools.call('grep', { pattern: 'DISK' })).text).toContain('no line matches');
  });

  test('what the project excludes is not shown, whoever asks', async () => {
    const { root } = createFolderFixture({ 'a.ts': 'CANARY\n', 'customers.csv': 'CANARY\n' });
    const tools = toolsOver(await openSnapshot(root, { kind: 'all' }), (path) => path.endsWith('.csv'));
    expect(await tools.call('read_file', { path: 'customers.csv' })).toMatchObject({ kind: 'failed' });
    expect((await tools.call('grep', { pattern: 'CANARY' })).delivered.map(({ path }) => path)).toEqual(['a.ts']);
  });

  test('a path is normalized to one beneath the root or to none', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '..', '.', '', '\0', 'b.ts')), (parts) => {
        const path = normalizePath(parts.join('/'));
        if (path !== null) expect(join('/root', path)).toBe(path === '' ? '/root' : `/root/${path}`);
      }),
    );
  });
});

describe('no question takes forever', () => {
  test.each([
    ['(a+)+$', 'fine'],
    ['(a|aa)+$', 'fine'],
    ['(.*a){30}', 'fine'],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'fine'],
    ['(a{1000}){1000}', 'failed'],
    ['(?<=a)b', 'failed'],
    ['(a)\\1', 'failed'],
    ['[', 'failed'],
    ['a\nb', 'failed'],
    ['a\0', 'failed'],
    ['', 'failed'],
    ['a'.repeat(2000), 'failed'],
    ['--help', 'fine'],
    ['-e', 'fine'],
    ['--pre=/bin/sh', 'fine'],
  ])('grep for %j: %s', async (pattern, expected) => {
    const { root } = createFolderFixture({ 'a.txt': `${'a'.repeat(200_000)}!\n`.repeat(4) });
    const started = performance.now();
    const answer = await (await openTools(root)).call('grep', { pattern });
    expect(performance.now() - started).toBeLessThan(30_000);
    expect(answer.kind === 'failed' ? 'failed' : 'fine').toBe(expected);
  });

  test('files too large, of one line, of a million lines, binary, of broken text', async () => {
    const { root, path } = createFolderFixture({
      'huge.txt': Buffer.alloc(3_000_000, 'a\n'),
      'one-line.js': 'x'.repeat(900_000),
      'lines.txt': 'a\n'.repeat(450_000),
      'image.png': Buffer.from([1, 0, 2, 0]),
      'broken.txt': Buffer.from([0x61, 0xff, 0xfe, 0x0a, 0xc3]),
    });
    mkdirSync(path('deep'));
    const tools = await openTools(root);
    expect((await tools.call('read_file', { path: 'huge.txt' })).text).toContain('too-large');
    expect((await tools.call('read_file', { path: 'image.png' })).text).toContain('binary');
    const one = await tools.call('read_file', { path: 'one-line.js' });
    expect(one).toMatchObject({ kind: 'cut', delivered: [] });
    expect(one.text.length).toBeLessThan(3000);
    expect(await tools.call('read_file', { path: 'lines.txt' })).toMatchObject({ kind: 'cut' });
    expect((await tools.call('read_file', { path: 'lines.txt', start_line: 449_999 })).text).toContain('450000\ta');
    expect((await tools.call('read_file', { path: 'broken.txt' })).kind).toBe('whole');
    expect((await tools.call('outline', { path: 'lines.txt' })).text).toContain('[cut: only the first 100000 lines');
    expect(await tools.call('grep', { pattern: 'a', limit: 200 })).toMatchObject({ kind: 'cut' });
  });
});
