/**
 * Reads a document of the knowledge pack (`knowledge/languages`, `knowledge/frameworks`) by name from the files that ship with the
 * package; null where there is none (TURNS-01). Called for audit agents on a model (wiring/audit-ports.ts).
 */
import { readFile } from 'node:fs/promises';

const FOLDERS = ['languages', 'frameworks'] as const;
/** A name is never a path. */
const NAME = /^[a-z0-9-]{1,40}\.md$/u;

/** Null where there is no document of that name. */
export async function readKnowledge(name: string): Promise<string | null> {
  if (!NAME.test(name)) return null;
  for (const folder of FOLDERS) {
    try {
      return await readFile(new URL(`../../knowledge/${folder}/${name}`, import.meta.url), 'utf8');
    } catch {
      // The other folder may have it.
    }
  }
  return null;
}
