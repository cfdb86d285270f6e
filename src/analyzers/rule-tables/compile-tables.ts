/**
 * Reads and validates the YAML rows of every rule table (tables.ts) and compiles each table into one JSON text. Throws with the file name
 * of a row that does not fit. Called by scripts/compile-rules.ts.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { formatWithExpressions } from './expressions.ts';
import { RULES_FOLDER } from './rules-folder.ts';
import { EXTRACTS, TABLES } from './tables.ts';

/** The compiled files by their names. Throws with file and fault. */
export async function compileTables(folder: URL = RULES_FOLDER): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [name, row] of Object.entries(TABLES)) {
    const rows = await readRows(new URL(`${name}/`, folder), row);
    files.set(`${name}.json`, formatRows(rows));
    for (const [part, { table, extract }] of Object.entries(EXTRACTS))
      if (table === name) files.set(`${part}.json`, formatRows(extract(rows as Parameters<typeof extract>[0])));
  }
  return files;
}

/** One row per line, so that a change of a rule is a change of a line. */
const formatRows = (rows: readonly unknown[]): string => `[\n${rows.map(formatWithExpressions).join(',\n')}\n]\n`;

const isTable = (name: string): boolean => name.endsWith('.yml') && !name.endsWith('.cases.yml');

async function readRows(folder: URL, row: z.ZodType): Promise<readonly unknown[]> {
  // What several rows of a file share is an anchor under `shared`.
  const schema = z.strictObject({ shared: z.record(z.string(), z.unknown()).optional(), rules: z.array(row).min(1) });
  const names = (await readdir(folder)).filter(isTable).sort();
  const files = names.map(async (name) => {
    const file = new URL(name, folder);
    const result = schema.safeParse(parse(await readFile(file, 'utf8')));
    if (result.success) return result.data.rules;
    throw new Error(`${fileURLToPath(file)}: ${z.prettifyError(result.error)}`, { cause: result.error });
  });
  return (await Promise.all(files)).flat();
}
