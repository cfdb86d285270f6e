/**
 * A folder of many small files under git, for deadlines: `node bench/wide-tree.ts FOLDER [FILES]`. 500 files per folder in three
 * languages, 40 lines each; committed, with a branch on which every file differs by a line where `--change` is given.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PER_FOLDER = 500;

const KINDS: readonly (readonly [extension: string, body: (name: string) => string])[] = [
  ['ts', (name) => `export function ${name}(value: string): string {\n  return value.trim();\n}\n`],
  ['py', (name) => `def ${name}(value):\n    return value.strip()\n\n`],
  ['go', (name) => `package wide\n\nfunc ${name}(value string) string {\n\treturn value\n}\n`],
];

const git = (folder: string, ...args: readonly string[]): void => {
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'gc.auto=0', ...args], {
    cwd: folder,
    stdio: 'ignore',
  });
};

const pathOf = (i: number): string => {
  const [extension] = KINDS[i % KINDS.length] as (typeof KINDS)[number];
  return join(`d${Math.floor(i / PER_FOLDER)}`, `f${i}.${extension}`);
};

export function createWideTree(folder: string, files: number, { isChanged = false } = {}): void {
  for (let i = 0; i < files; i += 1) {
    if (i % PER_FOLDER === 0) mkdirSync(join(folder, `d${i / PER_FOLDER}`), { recursive: true });
    const body = (KINDS[i % KINDS.length] as (typeof KINDS)[number])[1];
    writeFileSync(join(folder, pathOf(i)), body(`name${i}`));
  }
  git(folder, 'init', '-q', '-b', 'main');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'first');
  if (!isChanged) return;
  git(folder, 'checkout', '-q', '-b', 'change');
  for (let i = 0; i < files; i += 1) appendFileSync(join(folder, pathOf(i)), '\n');
}

if (import.meta.main) {
  const [folder, files = '200000', change] = process.argv.slice(2);
  if (folder === undefined) throw new Error('node bench/wide-tree.ts FOLDER [FILES] [--change]');
  createWideTree(folder, Number(files), { isChanged: change === '--change' });
}
