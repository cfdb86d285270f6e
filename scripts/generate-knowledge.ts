/**
 * Writes what is derived of `knowledge/`: the tables as JSON beside the code that reads them, and title and tables of every
 * knowledge document; the words around them are left alone. With `--check` it writes nothing and fails where a file differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { hasCategory } from '../src/analyzers/rule-tables/rule-text.ts';
import { priceTable } from '../src/protocol/budget/price-schema.ts';
import { cweFamilies } from '../src/protocol/findings/cwe-family-row.ts';
import { entryRows } from '../src/recon/knowledge/entry-row.ts';
import { listDocuments, refreshDocument } from '../src/recon/knowledge/format-knowledge.ts';
import { knowledgeRows } from '../src/recon/knowledge/knowledge-row.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

function readTable<Rows>(path: string, schema: z.ZodType<Rows>): Rows {
  const result = schema.safeParse(parse(read(path)));
  if (result.success) return result.data;
  throw new Error(`${path}: ${z.prettifyError(result.error)}`, { cause: result.error });
}

/** One row per line, so that a change of a row is a change of a line. */
const formatRows = (rows: readonly unknown[]): string =>
  `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`;

const weaknesses = readTable(
  'knowledge/weaknesses.yml',
  cweFamilies.refine(
    (rows) => rows.every(({ category }) => hasCategory('security-reviewer', category)),
    'security-reviewer has no such category',
  ),
);
const languages = readTable('knowledge/languages.yml', knowledgeRows);
const frameworks = readTable('knowledge/frameworks.yml', knowledgeRows);
const prices = readTable('knowledge/prices.yml', priceTable);
const entries = readTable('knowledge/entries.yml', entryRows);

const files = new Map([
  ['src/protocol/findings/cwe-families.json', formatRows(weaknesses)],
  ['src/recon/knowledge/languages.json', formatRows(languages)],
  ['src/recon/knowledge/frameworks.json', formatRows(frameworks)],
  ['src/recon/knowledge/entries.json', formatRows(entries)],
  [
    'src/protocol/budget/model-prices.json',
    `{"asOf":${JSON.stringify(prices.asOf)},"models":${formatRows(prices.models).trimEnd()}}\n`,
  ],
  ...listDocuments(languages, frameworks).map(({ path, row }) => {
    const document = `knowledge/${path}`;
    return [document, refreshDocument(read(document), row)] as const;
  }),
]);

const isCheck = process.argv.includes('--check');
for (const [path, text] of files) {
  if (readIfThere(path) === text) continue;
  if (isCheck) {
    process.stderr.write(`${path} is not what \`npm run knowledge\` writes\n`);
    process.exitCode = 1;
  } else writeFileSync(join(root, path), text);
}

function readIfThere(path: string): string | null {
  try {
    return read(path);
  } catch {
    return null;
  }
}
