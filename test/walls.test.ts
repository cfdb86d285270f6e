import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findTool } from './tools.ts';

const root = join(import.meta.dirname, '..');
let tree = '';

/** Of every folder one import that its wall forbids. */
const FOLDERS: readonly (readonly [folder: string, forbidden: string])[] = [
  ['protocol', 'ports'],
  ['protocol/collections', 'protocol/text'],
  ['protocol/text', 'protocol/source'],
  ['protocol/source', 'protocol/redaction'],
  ['protocol/redaction', 'protocol/calls'],
  ['protocol/calls', 'protocol/reviewers'],
  ['protocol/reviewers', 'protocol/findings'],
  ['protocol/findings', 'protocol/cache'],
  ['protocol/cache', 'protocol/budget'],
  ['protocol/budget', 'protocol/config'],
  ['protocol/config', 'protocol/coverage'],
  ['protocol/coverage', 'protocol/output'],
  ['protocol/output', 'protocol/rounds'],
  ['protocol/rounds', 'protocol/signals'],
  ['protocol/signals', 'protocol/report'],
  ['protocol/report', 'protocol/evaluation'],
  ['protocol/evaluation', 'ports'],
  ['ports', 'engine'],
  ['prompts', 'ports'],
  ['report', 'ports'],
  ['recon', 'analyzers'],
  ['storage', 'runs'],
  ['repository', 'analyzers'],
  ['programs', 'analyzers'],
  ['models', 'reviewers/model'],
  ['analyzers', 'engine'],
  ['context', 'reviewers/model'],
  ['runs', 'engine'],
  ['telemetry', 'engine'],
  ['engine', 'analyzers'],
  ['reviewers/embedded', 'engine'],
  ['reviewers/model', 'engine'],
  ['wiring', 'cli'],
  ['fleet', 'cli'],
  ['mcp', 'cli'],
  ['lsp', 'cli'],
  ['web', 'wiring'],
  ['forges', 'wiring'],
  ['cli', 'testing'],
  ['testing', 'cli'],
];

const up = (folder: string): string => '../'.repeat(folder.split('/').length);

const PLANTED: readonly (readonly [rule: string, file: string, text: string])[] = [
  ...FOLDERS.map(
    ([folder, forbidden]) =>
      [
        `below-${folder.replace('/', '-')}`,
        `src/${folder}/planted-wall.ts`,
        `import '${up(folder)}${forbidden}/x.ts';\nexport const a = 1;\n`,
      ] as const,
  ),
  ['known-folders', 'src/new-folder/planted.ts', "import '../protocol/x.ts';\nexport const b = 1;\n"],
  ['pure-has-no-io', 'src/protocol/planted-h.ts', "import 'node:fs';\nexport const h = 1;\n"],
  ['engine-has-no-io', 'src/engine/planted-i.ts', "import 'node:fs';\nexport const i = 1;\n"],
  ['pure-uses-zod-only', 'src/report/planted-j.ts', "import 'yaml';\nexport const j = 1;\n"],
  [
    'compiled-schemas',
    'src/engine/planted-o.ts',
    "import '../protocol/config/config-schema.ts';\nexport const o = 1;\n",
  ],
  ['no-circular', 'src/engine/planted-k.ts', "import './planted-l.ts';\nexport const k = 1;\n"],
  ['no-orphans', 'src/engine/planted-m.ts', 'export const m = 1;\n'],
  ['src-not-to-test', 'src/engine/planted-n.ts', "import '../../test/x.ts';\nexport const n = 1;\n"],
];

const SUPPORT: readonly (readonly [file: string, text: string])[] = [
  ...FOLDERS.map(([folder]) => [`src/${folder}/x.ts`, 'export const x = 1;\n'] as const),
  ['test/x.ts', 'export const x = 1;\n'],
  ['src/protocol/config/config-schema.ts', 'export const schema = 1;\n'],
  ['src/engine/planted-l.ts', "import './planted-k.ts';\nexport const l = 1;\n"],
];

const cruise = (): string =>
  spawnSync(
    process.execPath,
    [findTool('depcruise'), '--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src'],
    {
      cwd: tree,
      encoding: 'utf8',
    },
  ).stdout;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'walls-'));
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json'])
    cpSync(join(root, name), join(tree, name));
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const [file, text] of [...SUPPORT, ...PLANTED.map(([, file, text]) => [file, text] as const)]) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

test('every wall falls for its planted violation', () => {
  const output = cruise();
  const silent = PLANTED.filter(
    ([rule, file]) => !new RegExp(`${rule}: [^\\n]*${file.replaceAll('.', '\\.')}`, 'u').test(output),
  );
  expect(
    silent.map(([rule]) => rule),
    output,
  ).toEqual([]);
});

const foldersOf = (path: string): readonly string[] =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

test('every folder of src/ and of src/protocol/ has a wall', () => {
  const rooms = new Set(FOLDERS.map(([folder]) => folder.split('/')[0]));
  const ideas = new Set(FOLDERS.map(([folder]) => folder.split('/')[1]));
  expect(foldersOf('src').filter((folder) => !rooms.has(folder))).toEqual([]);
  expect(foldersOf('src/protocol').filter((folder) => !ideas.has(folder))).toEqual([]);
});
