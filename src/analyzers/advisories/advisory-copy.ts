/**
 * Finds and reads the index of the OSV copy that `advisories update` keeps in the state folder: its folder, its date, its ecosystems;
 * null where there is none. Each update writes a folder of its own, so a run that reads the old one is not disturbed. Used by
 * wiring/update-advisories.ts (which writes it), wiring/settings.ts and advisories.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';

const copySchema = z.object({
  source: z.string(),
  updated_at: z.string(),
  folder: z.string().regex(/^[\w-]+$/u),
  ecosystems: z.array(z.object({ name: z.string(), entries: z.int(), bytes: z.int(), sha256: z.string() })),
});

export type AdvisoryCopy = z.infer<typeof copySchema>;

const FOLDER = 'advisories';
const INDEX = 'current.json';

export const advisoriesFolder = (stateDir: string): string => join(stateDir, FOLDER);
export const advisoryIndex = (stateDir: string): string => join(stateDir, FOLDER, INDEX);

/** What is known of the copy; null where there is none that can be read. */
export function readAdvisoryCopy(stateDir: string): AdvisoryCopy | null {
  try {
    const parsed = copySchema.safeParse(JSON.parse(readFileSync(advisoryIndex(stateDir), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** The folder to look up advisories in; null where there is no copy. */
export function findAdvisoryCopy(stateDir: string): string | null {
  if (!existsSync(advisoryIndex(stateDir))) return null;
  const copy = readAdvisoryCopy(stateDir);
  return copy === null ? null : join(advisoriesFolder(stateDir), copy.folder);
}

/** What is known of a database, where it is such a copy. */
export function describeCopy(database: string): AdvisoryCopy | null {
  const folder = dirname(database);
  if (basename(folder) !== FOLDER) return null;
  const copy = readAdvisoryCopy(dirname(folder));
  return copy?.folder === basename(database) ? copy : null;
}
