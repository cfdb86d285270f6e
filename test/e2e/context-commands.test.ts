import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, runCli } from './run-cli.ts';

const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };

test('index says what it left out and why, in every format', async () => {
  const cwd = createFolder({
    'a.ts': 'export const alpha = 1;\n',
    'b.bin': new Uint8Array([1, 0, 2]),
    'large.txt': 'word '.repeat(250_000),
  });
  const run = async (format: string) => (await runCli(['index', '-f', format], { cwd, env })).stdout;
  expect(await run('terminal')).toContain('\n1 file, 7 tokens\n\n  Left out  1 binary, 1 too-large\n');
  expect(await run('markdown')).toContain('1 file, 7 tokens\n\n- **Left out:** 1 binary, 1 too-large\n');
  expect(JSON.parse(await run('json'))).toEqual({
    path: cwd,
    branch: null,
    files_indexed: 1,
    total_tokens: 7,
    files: [{ path: 'a.ts', tokens: 7, loc: 1, language: 'typescript' }],
    ignored: [
      { path: 'b.bin', reason: 'binary' },
      { path: 'large.txt', reason: 'too-large' },
    ],
  });
});

test('search takes --path by any name inside the root, and refuses one that holds nothing', async () => {
  const cwd = createFolder({ 'src/a.ts': 'const walrus = 1;\n', 'lib/b.ts': 'const walrus = 2;\n' });
  const run = (path: string) => runCli(['search', 'walrus', '--path', path, '-f', 'json'], { cwd, env });
  for (const path of ['src', './src/', 'src/a.ts', join(cwd, 'src'), 'lib/../src']) {
    const { stdout } = await run(path);
    expect(JSON.parse(stdout).results, path).toMatchObject([{ file_path: 'src/a.ts' }]);
  }
  for (const [path, says] of [
    ['sr', /no indexed file/u],
    ['nowhere', /no indexed file/u],
    ['..', /outside the root/u],
    ['/etc', /outside the root/u],
  ] as const) {
    const { code, stdout, stderr } = await run(path);
    expect([code, stdout], path).toEqual([2, '']);
    expect(stderr).toMatch(says);
  }
});
