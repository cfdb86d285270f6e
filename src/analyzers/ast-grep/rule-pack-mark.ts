/** A mark of our rule pack: the same mark means the same rules. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { RULES_FOLDER } from './rules-folder.ts';

const isRule = (name: string): boolean => name.endsWith('.yml') && !name.endsWith('.cases.yml');

export async function markRulePack(folder: URL = RULES_FOLDER): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll('\\', '/')).filter(isRule);
  const texts = await Promise.all(names.sort().map((name) => readFile(new URL(name, folder), 'utf8')));
  return createHash('sha256')
    .update(JSON.stringify(names.map((name, i) => [name, texts[i]])))
    .digest('hex');
}
