import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolder, runCli } from './run-cli.ts';

const FILES = { 'src/alpha.ts': 'export const alpha = 1;\n', 'src/beta.ts': 'export const beta = 2;\n' };

test('plan and review remember what they measured in the state folder, and say the same a second time [CONTEXT-01]', async () => {
  const folder = createFolder(FILES);
  const state = createFolder();
  const env = { CONSENSUS_REVIEW_STATE_DIR: state };
  for (const args of [
    ['plan', '--all', '-f', 'json'],
    ['review', '--all', '-f', 'markdown', '--quiet'],
  ]) {
    const [first, second] = [await runCli(args, { cwd: folder, env }), await runCli(args, { cwd: folder, env })];
    expect(first.stderr).not.toContain('warning');
    const withoutTimes = (text: string): string => text.replace(/^- \*\*Run:\*\* .*$/mu, '');
    expect(withoutTimes(second.stdout)).toBe(withoutTimes(first.stdout));
  }
  expect(readdirSync(join(state, 'index'))).not.toEqual([]);
  expect(readdirSync(folder)).toEqual(['src']);
});

test('a state folder that cannot be used is a warning, not a failure', async () => {
  const folder = createFolder({ ...FILES, blocked: 'a file where a folder should be' });
  const env = { CONSENSUS_REVIEW_STATE_DIR: join(folder, 'blocked') };
  const { code, stdout, stderr } = await runCli(['plan', 'src', '-f', 'json'], { cwd: folder, env });
  expect([code, JSON.parse(stdout).scope.files]).toEqual([0, 2]);
  expect(stderr).toMatch(/^warning: the state folder .* cannot be used/mu);
});

test('what a narrower index leaves out stays searchable', async () => {
  const folder = createFolder(FILES);
  const state = createFolder();
  const env = { CONSENSUS_REVIEW_STATE_DIR: state };
  await runCli(['index'], { cwd: folder, env });
  await runCli(['index', '--include', 'src/alpha.ts'], { cwd: folder, env });
  const find = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await runCli(['search', 'export const', '-f', 'json', ...args], { cwd: folder, env });
    return JSON.parse(stdout).results.map((result: { file_path: string }) => result.file_path);
  };
  expect(await find('--include', 'src/alpha.ts')).toEqual(['src/alpha.ts']);
  expect(await find('--exclude', 'src/alpha.ts')).toEqual(['src/beta.ts']);
  expect((await find()).sort()).toEqual(['src/alpha.ts', 'src/beta.ts']);
  expect(existsSync(join(state, 'index'))).toBe(true);
});
