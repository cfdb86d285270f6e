import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
let tree = '';

const PLANTED: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['protocol-is-the-floor', 'src/protocol/planted-a.ts', "import '../engine/x.ts';\nexport const a = 1;\n"],
  ['prompts-and-report-read-protocol', 'src/report/planted-b.ts', "import '../engine/x.ts';\nexport const b = 1;\n"],
  ['recon-reads-outlines', 'src/recon/planted-o.ts', "import '../adapters/x.ts';\nexport const o = 1;\n"],
  ['engine-knows-no-vendor', 'src/engine/planted-c.ts', "import '../adapters/x.ts';\nexport const c = 1;\n"],
  ['adapters-never-call-up', 'src/adapters/planted-d.ts', "import '../engine/x.ts';\nexport const d = 1;\n"],
  ['context-is-below-reviewers', 'src/context/planted-e.ts', "import '../reviewers/x.ts';\nexport const e = 1;\n"],
  ['reviewers-know-no-engine', 'src/reviewers/planted-f.ts', "import '../engine/x.ts';\nexport const f = 1;\n"],
  ['only-the-doors-wire', 'src/reviewers/planted-g.ts', "import '../adapters/x.ts';\nexport const g = 1;\n"],
  ['pure-has-no-io', 'src/protocol/planted-h.ts', "import 'node:fs';\nexport const h = 1;\n"],
  ['io-lives-at-the-edge', 'src/engine/planted-i.ts', "import 'node:fs';\nexport const i = 1;\n"],
  ['pure-uses-zod-only', 'src/report/planted-j.ts', "import 'yaml';\nexport const j = 1;\n"],
  ['no-circular', 'src/engine/planted-k.ts', "import './planted-l.ts';\nexport const k = 1;\n"],
  ['no-orphans', 'src/engine/planted-m.ts', 'export const m = 1;\n'],
  ['src-not-to-test', 'src/engine/planted-n.ts', "import '../../test/x.ts';\nexport const n = 1;\n"],
];

const SUPPORT: readonly (readonly [file: string, text: string])[] = [
  ['src/engine/x.ts', 'export const x = 1;\n'],
  ['src/adapters/x.ts', 'export const x = 1;\n'],
  ['src/reviewers/x.ts', 'export const x = 1;\n'],
  ['test/x.ts', 'export const x = 1;\n'],
  ['src/engine/planted-l.ts', "import './planted-k.ts';\nexport const l = 1;\n"],
];

const cruise = (): string =>
  spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'err', 'src'],
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
