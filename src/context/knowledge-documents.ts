/** Reads documents of the knowledge pack by the names that recon chooses. Never opens anything outside the pack. */
import { readdir, readFile } from 'node:fs/promises';

export const KNOWLEDGE_FOLDER: URL = new URL('../../knowledge/', import.meta.url);

/** The text of `express.md`; null for a name that is not in the pack. */
export async function readKnowledge(name: string, folder: URL = KNOWLEDGE_FOLDER): Promise<string | null> {
  for (const part of ['languages/', 'frameworks/']) {
    const place = new URL(part, folder);
    if ((await readdir(place)).includes(name)) return await readFile(new URL(name, place), 'utf8');
  }
  return null;
}
