/**
 * Searches a local copy of OSV data (a folder of JSON files and zip archives, or one file of these) for the advisories of given packages;
 * a failure is an answer, `lookUpAdvisories` never throws. Called by advisories.ts. `requireDatabase` refuses a wrong `advisory_database`
 * before the run, for declaration.ts.
 */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { ReviewError } from '../../errors.ts';
import { readJson } from '../../protocol/text/json-object.ts';
import { normalizePackageName, type PackageVersion } from '../packages/package-version.ts';
import { type Advisory, parseAdvisory } from './osv-advisory.ts';
import { readZip } from './zip-archive.ts';

const MAX_ENTRY_BYTES = 4_000_000;
const MAX_ARCHIVE_BYTES = 2_000_000_000;
const YIELD_EVERY = 500;

export type AdvisoryAnswer =
  | {
      readonly kind: 'found';
      /** Those that name one of the packages, whatever the version. */
      readonly advisories: readonly Advisory[];
      /** Entries that could not be read. */
      readonly unread: number;
    }
  | { readonly kind: 'unavailable'; readonly reason: string };

type PackageName = Omit<PackageVersion, 'version'>;

const packageKey = ({ ecosystem, name }: PackageName): string =>
  `${ecosystem}\0${normalizePackageName(ecosystem, name)}`;

/** Asks the database at `path` about packages. Never throws. */
export const lookUpAdvisories = (
  path: string,
  packages: readonly PackageName[],
  signal: AbortSignal,
): Promise<AdvisoryAnswer> =>
  search(path, new Set(packages.map(packageKey)), signal).catch((error: unknown) => ({
    kind: 'unavailable',
    reason: `${path}: ${error instanceof Error ? error.message : String(error)}`,
  }));

/** Throws ReviewError where nothing can be looked up there. What breaks later is found when it is read. */
export async function requireDatabase(path: string): Promise<void> {
  const fault = await findDatabaseFault(path);
  if (fault === null) return;
  throw new ReviewError('bad-config', `advisory_database: ${path} ${fault}.`, {
    advice:
      'Name a folder or a zip archive of the OSV database with `advisory_database` or CONSENSUS_REVIEW_ADVISORY_DATABASE, or leave it out.',
  });
}

async function findDatabaseFault(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null) return 'does not exist';
  const names = found.isDirectory() ? await listNames(path).catch(() => []) : [''];
  for (const name of names) if (await holdsAdvisory(join(path, name))) return null;
  return 'holds no advisory in OSV format, neither as JSON nor in a zip archive';
}

async function holdsAdvisory(path: string): Promise<boolean> {
  try {
    for await (const text of readEntries(path))
      if (text !== null && parseAdvisory(readJson(text)) !== null) return true;
    return false;
  } catch {
    return false;
  }
}

const listNames = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /\.(?:json|zip)$/u.test(name)).toSorted();

async function search(path: string, wanted: ReadonlySet<string>, signal: AbortSignal): Promise<AdvisoryAnswer> {
  const advisories = new Map<string, Advisory>();
  let entries = 0;
  let known = 0;
  let unread = 0;
  for await (const text of readEntries(path)) {
    signal.throwIfAborted();
    entries += 1;
    if (entries % YIELD_EVERY === 0) await setImmediate();
    const value = text === null ? undefined : readJson(text);
    if (value === undefined) unread += 1;
    const advisory = parseAdvisory(value);
    if (advisory !== null) known += 1;
    if (advisory !== null && concerns(advisory, wanted)) advisories.set(advisory.id, advisory);
  }
  if (known === 0) return { kind: 'unavailable', reason: `${path}: no advisory in OSV format` };
  return { kind: 'found', advisories: [...advisories.values()], unread };
}

const concerns = ({ affected }: Advisory, wanted: ReadonlySet<string>): boolean =>
  affected.some((each) => wanted.has(packageKey(each)));

/** Text of each entry, null where it could not be read. */
async function* readEntries(path: string): AsyncGenerator<string | null> {
  const found = await stat(path);
  const { size } = found;
  if (found.isDirectory()) {
    for (const name of await listNames(path)) yield* readEntries(join(path, name));
    // A pipe may never answer.
  } else if (!found.isFile()) yield null;
  else if (path.endsWith('.zip')) yield* readArchive(path, size);
  else yield size > MAX_ENTRY_BYTES ? null : await readFile(path, 'utf8');
}

async function* readArchive(path: string, size: number): AsyncGenerator<string | null> {
  if (size > MAX_ARCHIVE_BYTES) throw new Error(`larger than ${MAX_ARCHIVE_BYTES} bytes`);
  for (const entry of readZip(await readFile(path))) {
    if (!entry.name.endsWith('.json')) continue;
    yield readText(entry.read);
  }
}

function readText(read: (maxBytes: number) => Buffer): string | null {
  try {
    return read(MAX_ENTRY_BYTES).toString('utf8');
  } catch {
    return null;
  }
}
