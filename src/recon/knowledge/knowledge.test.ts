import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readKnowledge } from '../../context/knowledge-files.ts';
import { createTokenCounter } from '../../context/tokens.ts';
import { DOCUMENT_TURNS } from '../../protocol/budget/turns.ts';
import { classifyGuard } from '../guard-names.ts';
import type { EntryPoint } from '../recon.ts';
import { chooseKnowledge, noteLeftKnowledge } from './choose-knowledge.ts';
import { frameworkOf } from './find-framework.ts';
import { listDocuments, refreshDocument } from './format-knowledge.ts';
import { FRAMEWORK_ROWS, LANGUAGE_ROWS } from './knowledge-rows.ts';

const KNOWLEDGE_FOLDER = new URL('../../../knowledge/', import.meta.url);
const KNOWLEDGE_DOCUMENTS = listDocuments(LANGUAGE_ROWS, FRAMEWORK_ROWS);
const { count } = createTokenCounter();
const MAX_TOKENS = 600;

test('every row of the tables has its document and every document its row', () => {
  const found = readdirSync(KNOWLEDGE_FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
    .map((entry) =>
      `${entry.parentPath.slice(fileURLToPath(KNOWLEDGE_FOLDER).length)}/${entry.name}`.replace(/^\//u, ''),
    );
  expect(found.toSorted()).toEqual(KNOWLEDGE_DOCUMENTS.map(({ path }) => path).toSorted());
});

test.each(KNOWLEDGE_DOCUMENTS)('$path says what the tables say, and is short', ({ path, row }) => {
  const text = readFileSync(new URL(path, KNOWLEDGE_FOLDER), 'utf8');
  expect(text, 'run `npm run knowledge`').toBe(refreshDocument(text, row));
  expect(text).toContain(`# ${row.title}\n`);
  expect(text).toMatch(/## What goes wrong\n\n(?:- .+\n){4,}$/u);
  expect(count(text)).toBeLessThanOrEqual(MAX_TOKENS);
});

test('a document that lost its marks is left alone, and a stale table is noticed', () => {
  const [{ row }] = KNOWLEDGE_DOCUMENTS as [(typeof KNOWLEDGE_DOCUMENTS)[number]];
  expect(refreshDocument('# x\n', row)).toBe('# x\n');
  const stale = '# old title\n\n<!-- tables -->\nold\n<!-- /tables -->\n';
  expect(refreshDocument(stale, row)).not.toContain('old');
  expect(refreshDocument(refreshDocument(stale, row), row)).toBe(refreshDocument(stale, row));
});

test('guards named in the pack are taken for guards in the matrix, but for options and setup', () => {
  const setup = new Set(['options.auth', 'auth.strategy', '@EnableMethodSecurity']);
  const missed = FRAMEWORK_ROWS.flatMap(({ name, guards }) =>
    guards.filter((guard) => !setup.has(guard) && classifyGuard(guard) === null).map((guard) => `${name}: ${guard}`),
  );
  expect(missed).toEqual([]);
});

test('a framework is known by its packages and by modules below them', () => {
  expect(
    [
      'express',
      'django.db.models',
      'github.com/gin-gonic/gin.Context',
      'rest_framework.views',
      'expressive',
      'lodash',
    ].map(frameworkOf),
  ).toEqual(['express', 'django', 'gin', 'django', null, null]);
});

const entry = (framework: string): EntryPoint => ({
  file: 'a',
  line: 1,
  kind: 'http',
  framework,
  method: null,
  route: null,
  handler: null,
  handlerPlace: null,
});

test('documents of the frameworks and languages that were found, the most telling first, one per document turn [TURNS-01]', () => {
  const recon = {
    languages: [
      { name: 'typescript', files: 9, loc: 700 },
      { name: 'python', files: 2, loc: 290 },
      { name: 'ruby', files: 1, loc: 10 },
    ],
    loc: 1000,
    frameworks: ['commander', 'express', 'flask'],
    entryPoints: [entry('express'), entry('express'), entry('express'), entry('flask')],
  };
  expect(chooseKnowledge(recon)).toEqual(['express.md', 'javascript.md', 'python.md', 'flask.md']);
  expect(chooseKnowledge(recon, 2)).toEqual(['express.md', 'javascript.md']);
  const many = { ...recon, frameworks: FRAMEWORK_ROWS.map(({ name }) => name) };
  expect(chooseKnowledge(many)).toHaveLength(DOCUMENT_TURNS);
  const more = { ...recon, frameworks: ['express', 'flask', 'spring', 'rails'] };
  expect([noteLeftKnowledge(recon), noteLeftKnowledge(more)]).toEqual([
    [],
    ['knowledge documents beyond the 5 that there are turns for: rails.md'],
  ]);
  expect(chooseKnowledge({ languages: [], loc: 0, frameworks: [], entryPoints: [] })).toEqual([]);
});

test('a chosen name can be read, another cannot', async () => {
  expect(await readKnowledge('express.md')).toContain('# Express');
  expect(await readKnowledge('python.md')).toContain('# Python');
  for (const name of ['cobol.md', '../package.json', 'languages/python.md', ''])
    expect(await readKnowledge(name)).toBeNull();
});
