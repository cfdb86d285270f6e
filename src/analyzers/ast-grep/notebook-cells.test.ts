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

const EVIL = code('import os\n', 'os.system(input())');
const PYTHON = code('a = 1\n');

test.each<[what: string, file: string]>([
  ['a notebook that says it is in another language', write([EVIL], { kernelspec: { name: 'python3', language: 'x' } })],
  ['a cell that another program runs', write([PYTHON, code('%%script python3\n', 'import os\n')])],
  ['cells behind more than are read', write([...Array.from({ length: 5_000 }, () => PYTHON), EVIL])],
  ['a text that does not end', `${write([PYTHON]).slice(0, -1)}, "x": "`],
])('%s is not finished, and that is told', async (_, file) => {
  expect(await scan(file)).toMatchObject({ status: 'partial', unfinished: ['a.ipynb'] });
});

test.each<[what: string, file: string]>([
  ['text', write([{ cell_type: 'markdown', source: ['# a\n'] }], { kernelspec: { language: 'R' } })],
  ['an empty cell in another language', write([code('  \n')], { kernelspec: { language: 'R' } })],
  ['a page of text', write([PYTHON, code('%%markdown\n', '# a\n')])],
])('%s is nothing to read', async (_, file) => {
  expect(await scan(file)).toMatchObject({ status: 'completed' });
});

test('a kind of cell is read as JSON writes it', () => {
  const file = write([EVIL]).replace('"code"', '"\\u0063ode"');
  expect(linesOf(file)).toEqual(['import os', 'os.system(input())']);
});

test('a cell whose lines share a line of the file leaves the file unfinished', async () => {
  const outcome = await scan(write([{ cell_type: 'code', source: 'import os\nos.system(input())' }]));
  expect(outcome).toMatchObject({ status: 'partial', unfinished: ['a.ipynb'] });
});
