/**
 * Large trees of real source for the benchmarks: what is written by hand inside big npm packages, copied once
 * to the folder for temporary files. Holds only files that every tool agrees to read, so that lists can be compared.
 */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { classifyName } from '../src/context/classify-file.ts';

const PACKAGES = join(import.meta.dirname, '..', '.cache', 'trees', 'packages');
/** Outside of this repository, whose own settings would hold for a folder beneath it. */
const TREES = join(tmpdir(), 'consensus-review-trees');

/** Their own dependencies come with them; together some 50,000 files. */
const INSTALLED = [
  'aws-sdk@2',
  'three',
  'monaco-editor',
  'typescript@5',
  '@angular/core',
  '@angular/common',
  '@angular/compiler',
  '@angular/router',
  '@angular/forms',
  '@mui/material',
  '@babel/core',
  '@babel/preset-env',
  'webpack',
  'rxjs',
  'lodash',
  'date-fns',
  'eslint',
  '@types/node',
  'next',
  'firebase',
];

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx|json|md|css|html|ya?ml|txt|proto)$/u;
/** Names that one tool or another leaves out by default. */
const DISPUTED = /(?:^|\/)(?:node_modules|bower_components|vendor|third_party|venv|\.[^/]+)(?:\/|$)|[^ -~]/u;
const MAX_BYTES = 1_000_000;
/** Many packages hold a folder of one-line files for every function; without those a file has some 2,500 tokens on average. */
const MIN_BYTES = 400;

function installPackages(): void {
  if (existsSync(join(PACKAGES, 'node_modules', 'firebase'))) return;
  mkdirSync(PACKAGES, { recursive: true });
  writeFileSync(join(PACKAGES, 'package.json'), '{ "private": true }\n');
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...INSTALLED];
  if (spawnSync('npm', npm, { cwd: PACKAGES, stdio: 'inherit' }).status !== 0)
    throw new Error('npm install of the packages failed');
}

function isPlainSource(path: string): boolean {
  const { size } = statSync(path);
  if (size < MIN_BYTES || size > MAX_BYTES) return false;
  return !readFileSync(path).includes(0);
}

/** Every file of the packages that belongs into a tree: its place in the tree, and where it comes from. */
function listSources(): readonly (readonly [string, string])[] {
  const top = join(PACKAGES, 'node_modules');
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name) && classifyName(entry.name) === null)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(top.length + 1).replaceAll('/node_modules/', '/nested/'), path] as const)
    .filter(([name, path]) => !DISPUTED.test(name) && isPlainSource(path))
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Every n-th source, so that a small tree is a sample of the large one; made once. */
export function prepareTree(files: number): string {
  const tree = join(TREES, `sources-${files}`);
  if (existsSync(tree)) return tree;
  installPackages();
  const sources = listSources();
  if (sources.length < files) throw new Error(`only ${sources.length} sources for a tree of ${files}`);
  const partial = `${tree}.partial`;
  for (let i = 0; i < files; i += 1) {
    const [name, path] = sources[Math.floor((i * sources.length) / files)] ?? ['', ''];
    mkdirSync(dirname(join(partial, name)), { recursive: true });
    copyFileSync(path, join(partial, name));
  }
  renameSync(partial, tree);
  return tree;
}

/** As many small files as asked for, a hundred to a folder. */
export function prepareSmallFiles(files: number): string {
  const tree = join(TREES, `small-${files}`);
  if (existsSync(tree)) return tree;
  const partial = `${tree}.partial`;
  for (let i = 0; i < files; i += 1) {
    const folder = join(partial, `d${Math.floor(i / 10_000)}`, `d${Math.floor(i / 100) % 100}`);
    if (i % 100 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `f${i % 100}.ts`),
      `export const value${i} = ${i};\nexport const double = () => value${i} * 2;\n`,
    );
  }
  renameSync(partial, tree);
  return tree;
}
