/** Notebooks: code on its own lines, cells told, and nothing that a file may hold stops or slows it. */
import { expect, test } from 'vitest';
import { openAnalyzer } from '../open-analyzer.ts';
import { astGrep } from './declaration.ts';
import { readNotebook } from './notebook-cells.ts';

const write = (cells: readonly object[], metadata: object = {}): string =>
  JSON.stringify({ cells, metadata, nbformat: 4 }, null, 1);
const code = (...source: readonly string[]) => ({ cell_type: 'code', outputs: [], source });
const linesOf = (file: string): readonly string[] =>
  (readNotebook(file).code ?? '').split('\n').filter((line) => line !== '');

test.each<[what: string, file: string, lines: readonly string[]]>([
  [
    'code cells alone',
    write([{ cell_type: 'markdown', source: ['# x = 1\n'] }, code('a = 1\n', 'b = "q"')]),
    ['a = 1', 'b = "q"'],
  ],
  [
    'commands of the notebook',
    write([code('%matplotlib inline\n', 'if a:\n', '    !ls\n', 'x = !ls\n', 'a?')]),
    ['pass', 'if a:', '    pass', 'x = None', 'pass'],
  ],
  ['cells of another language', write([code('%%bash\n', 'rm x'), code('%%time\n', 'y = 2')]), ['pass', 'y = 2']],
  ['keys in any order', '{"cells": [\n{"source": [\n"a = 1"],\n"cell_type": "code"}]}', ['a = 1']],
  ['the old format', '{"worksheets": [{"cells": [\n{"cell_type": "code", "input": [\n"a = 1"]}]}]}', ['a = 1']],
  ['another language', write([code('a <- 1')], { kernelspec: { language: 'R' } }), []],
  ['several lines in one', write([{ cell_type: 'code', source: 'a = 1\nb = 2' }]), []],
  [
    'a key that only looks like it',
    write([{ cell_type: 'code', metadata: { source: ['no\n'] }, source: ['a = 1'] }]),
    ['a = 1'],
  ],
  ['an end too early', '{"cells": [{"cell_type": "code", "source": ["a = 1', []],
  ['no JSON', 'a = 1', []],
])('takes out %s', (_, file, lines) => {
  expect(linesOf(file)).toEqual(lines);
});

test('keeps every line of the file, and knows the cell', () => {
  const file = write([{ cell_type: 'markdown', source: ['# t'] }, code('a = 1\n', 'b = 2')]);
  const { code: found, placeOf } = readNotebook(file);
  const at = file.split('\n').findIndex((line) => line.includes('b = 2'));
  expect(found?.split('\n')).toHaveLength(file.split('\n').length);
  expect(found?.split('\n')[at]).toBe('b = 2');
  expect(placeOf(at + 1)).toEqual({ cell: 2, line: 2 });
});

test('reads hostile files to their end', () => {
  const deep = '['.repeat(200_000);
  expect(readNotebook(`{"cells": ${deep}`).code).toBeNull();
  expect(readNotebook(`{"cells": [{"cell_type": "code", "source": ["${'\\'.repeat(200_001)}`).code).toBeNull();
  expect(readNotebook('"'.repeat(200_000)).code).toBeNull();
  expect(readNotebook(`{"cells": [${'{"cell_type": "code", "source": []},'.repeat(20_000)}`).code).toBeNull();
});

async function scan(text: string) {
  const file = { path: 'a.ipynb', language: 'notebook', text, changed: null };
  const snapshot = { paths: async () => new Set<string>(), read: async () => ({ kind: 'missing' }) };
  return openAnalyzer(astGrep).scan([file], snapshot as never, new AbortController().signal);
}

test('a flaw in a cell is told at its line of the file, with its cell', async () => {
  const text = write([
    code('import pickle, requests\n'),
    code('%pip install x\n', 'data = requests.get(url).content\n', 'model = pickle.loads(data)'),
  ]);
  const outcome = await scan(text);
  const line = text.split('\n').findIndex((each) => each.includes('pickle.loads')) + 1;
  expect(outcome.findings).toMatchObject([
    { line, cwe: 'CWE-502', evidence: '    "model = pickle.loads(data)"', extra: { cell: 2, cell_line: 3 } },
  ]);
  expect(outcome.findings[0]?.issue).toContain('This is cell 2, line 3.');
});

test('a cell whose lines share a line of the file leaves the file unfinished', async () => {
  const outcome = await scan(write([{ cell_type: 'code', source: 'import os\nos.system(input())' }]));
  expect(outcome).toMatchObject({ status: 'partial', unfinished: ['a.ipynb'] });
});
