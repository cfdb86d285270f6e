/**
 * Compiles the tables of rules: the YAML files of a table are validated and written as one JSON file. A row that does not fit
 * stops it with its file name.
 */
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';
import { formatWithExpressions } from './expressions.ts';
import { RULES_FOLDER } from './rules-folder.ts';
import { TABLES } from './tables.ts';

/** The compiled files by their names. Throws with file and fault. */
export async function compileTables(folder: URL = RULES_FOLDER): Promise<ReadonlyMap<string, string>> {
  const tables = Object.entries(TABLES).map(async ([name, row]) => {
    const rows = await readRows(new URL(`${name}/`, folder), row);
    return [`${name}.json`, `[\n${rows.map(formatWithExpressions).join(',\n')}\n]\n`] as const;
  });
  return new Map(await Promise.all(tables));
}

async function readRows(folder: URL, row: z.ZodType): Promise<readonly unknown[]> {
  // What several rows of a file share is an anchor under `shared`.
  const schema = z.strictObject({ shared: z.record(z.string(), z.unknown()).optional(), rules: z.array(row).min(1) });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yml')).sort();
  const files = names.map(async (name) => {
    const file = new URL(name, folder);
    const result = schema.safeParse(parse(await readFile(file, 'utf8')));
    if (result.success) return result.data.rules;
    throw new Error(`${fileURLToPath(file)}: ${z.prettifyError(result.error)}`, { cause: result.error });
  });
  return (await Promise.all(files)).flat();
}
