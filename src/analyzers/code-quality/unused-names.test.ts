import { expect, test } from 'vitest';
import { placesOf, scanProject } from '../../../test/scan-project.ts';
import { openAnalyzer } from '../open-analyzer.ts';
import { codeQuality } from './declaration.ts';

const analyzer = openAnalyzer(codeQuality);

test.each<[string, string, readonly string[]]>([
  ['an import nobody uses', "import { a, b as c } from './x.ts';\nexport const d = a;\n", ['unused-import src/m.ts:1']],
  [
    'a default and a namespace',
    "import x from './x.ts';\nimport * as y from './y.ts';\nexport {};\n",
    ['unused-import src/m.ts:1'],
  ],
  ['a type', "import type { T } from './x.ts';\nexport const a = 1;\n", ['unused-import src/m.ts:1']],
  ['all used', "import x, { type A, b as c } from './x.ts';\nexport const d = (a: A) => c(x, a);\n", []],
  ['for its effect alone', "import './x.ts';\nexport const a = 1;\n", []],
  ['exported again', "import { a } from './x.ts';\nexport { a };\n", []],
  ['in a doc comment', "import { A } from './x.ts';\n/** @type {A} */\nexport const a = 1;\n", []],
  ['in a template', "import { a } from './x.ts';\nexport const b = `${a}`;\n", []],
  ['in a string only', "import { a } from './x.ts';\nexport const b = 'a';\n", ['unused-import src/m.ts:1']],
  ['over several lines', "import {\n  a,\n  b,\n} from './x.ts';\nexport const c = a;\n", ['unused-import src/m.ts:1']],
  ['a private function', 'export const a = 1;\nfunction help() {\n  return 1;\n}\n', ['unused-function src/m.ts:2']],
  ['a private function that is called', 'export const a = help();\nfunction help() {\n  return 1;\n}\n', []],
  ['an exported function', 'export function help() {\n  return 1;\n}\n', []],
  ['a script, whose names others may call', 'function help() {\n  return 1;\n}\n', []],
  ['eval, which may use anything', "import { a } from './x.ts';\nexport const b = eval('a');\n", []],
])('%s', async (_name, text, places) => {
  expect(placesOf(await scanProject(analyzer, { 'src/m.ts': text }))).toEqual(places);
});

test('markup uses React unseen; declarations are left alone', async () => {
  const markup = "import React from 'react';\nexport const a = <b />;\n";
  const files = { 'src/a.tsx': markup, 'src/b.d.ts': "import { a } from './x.ts';\nexport {};\n" };
  expect(placesOf(await scanProject(analyzer, files))).toEqual([]);
});
