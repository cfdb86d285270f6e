/** The tables of rules: what their compiler refuses and how it names the fault, and what is read of them. */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { compileTables } from './compile-tables.ts';
import { formatWithExpressions, parseWithExpressions } from './expressions.ts';
import { readTable } from './read-table.ts';
import { expression } from './rule-text.ts';
import { RULES_FOLDER } from './rules-folder.ts';
import { TABLES } from './tables.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rule-tables-'));
  for (const name of Object.keys(TABLES))
    await cp(new URL(`${name}/`, RULES_FOLDER), join(folder, name), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

/** Compiles all tables with one file more in the table of ruff. */
async function compileWith(written: unknown): Promise<ReadonlyMap<string, string>> {
  await writeFile(join(folder, 'ruff', 'sample.yml'), stringify(written));
  return compileTables(pathToFileURL(`${folder}/`));
}

const ROW = {
  code: 'X100',
  reviewer: 'python-reviewer',
  category: 'control-flow',
  severity: 'HIGH',
  confidence: 'high',
  cwe: null,
  title: 'Sample',
  message: 'Why it matters.',
  fix: 'What to do.',
};

test('files of a table follow each other by name, and defaults are filled in', async () => {
  const rows = JSON.parse((await compileWith({ shared: { a: 'b' }, rules: [ROW] })).get('ruff.json') ?? '');
  const codes = rows.map(({ code }: { readonly code: string }) => code);
  expect([codes[0], codes.indexOf('X100') < codes.indexOf('S304')]).toEqual(['B002', true]);
  expect(rows).toContainEqual({ ...ROW, dimension: null });
});

test.each([
  ['an unknown key', { rules: [{ ...ROW, sevrity: 'HIGH' }] }, 'sevrity'],
  ['a category of another reviewer', { rules: [{ ...ROW, category: 'secrets' }] }, 'no such category'],
  ['a row without advice', { rules: [{ ...ROW, fix: undefined }] }, 'fix'],
  ['words that are no sentence', { rules: [{ ...ROW, message: 'Why it matters' }] }, 'full stop'],
  ['a broken expression', { rules: [{ ...ROW, marked: '(' }] }, 'marked'],
  ['a weakness of a quality rule', { rules: [{ ...ROW, cwe: 'CWE-78', dimension: 'D1' }] }, 'a security rule'],
  ['no rows', { rules: [] }, 'rules'],
])('refuses %s and names the file', async (_name, written, fault) => {
  const error = await compileWith(written).catch((caught: unknown) => caught);
  expect(String(error)).toContain('sample.yml');
  expect(String(error)).toContain(fault);
});

test('alternatives are joined, and flags stand at the beginning', () => {
  const parse = (written: unknown) => expression('gd').parse(written);
  expect([parse('a'), parse('(?im)^a'), parse(['(?i)a', 'b', '(?:c|d)'])]).toEqual([
    /a/dgu,
    /^a/dgimu,
    /a|b|(?:c|d)/dgiu,
  ]);
  expect(expression().safeParse([]).success).toBe(false);
});

test('what is compiled is read back as it was, expressions with their flags', () => {
  const rows = [{ id: 'a', pattern: /a\/b/giu, nested: { list: [/c/u, 1, null] } }];
  expect(parseWithExpressions(formatWithExpressions(rows))).toEqual(rows);
});

test.each([
  ['ruff', readTable('ruff').map(({ code }) => code)],
  ['oxlint', readTable('oxlint').map(({ code }) => code)],
  ['configuration', readTable('configuration').map(({ id }) => id)],
  ['markdownlint', readTable('markdownlint').map(({ code }) => code)],
  ['staticcheck', readTable('staticcheck').map(({ prefix }) => prefix)],
])('no rule of %s has two rows', (_table, ids) => {
  expect(ids).toEqual([...new Set(ids)]);
});
