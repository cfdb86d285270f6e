/**
 * Downloads the OSV data of the ecosystems in use into the state folder, checks it and puts it in place as a whole (`advisories
 * update`). Names and versions of dependencies are not sent anywhere: whole ecosystems are fetched and looked up here. Called by
 * cli/commands/advisories-command.ts.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AdvisoryCopy,
  advisoriesFolder,
  advisoryIndex,
  readAdvisoryCopy,
} from '../analyzers/advisories/advisory-copy.ts';
import { parseAdvisory } from '../analyzers/advisories/osv-advisory.ts';
import { readZip } from '../analyzers/advisories/zip-archive.ts';
import { ReviewError } from '../errors.ts';
import { fileNameOf } from '../protocol/source/paths.ts';
import { readJson } from '../protocol/text/json-object.ts';
import { createRepository } from '../repository/repository.ts';
import { replaceFile } from '../storage/replace-file.ts';

export const OSV_ADDRESS = 'https://osv-vulnerabilities.storage.googleapis.com';

/** Ecosystems whose versions can be compared, by the manifest that shows their use. */
const MANIFESTS: Readonly<Record<string, RegExp>> = {
  npm: /^package\.json$/u,
  PyPI: /^(?:requirements[\w.-]*\.txt|pyproject\.toml)$/u,
  Go: /^go\.mod$/u,
  RubyGems: /^Gemfile$/u,
  Maven: /^pom\.xml$/u,
  'crates.io': /^Cargo\.toml$/u,
};
export const ECOSYSTEMS: readonly string[] = Object.keys(MANIFESTS);

export interface AdvisoryPlan {
  readonly address: string;
  readonly ecosystems: readonly string[];
  readonly folder: string;
}

/** What would be downloaded: what is asked for, else what the project uses, and what was downloaded before. */
export async function planUpdate(
  root: string,
  stateDir: string,
  asked: { readonly address: string | null; readonly ecosystems: readonly string[] | null },
): Promise<AdvisoryPlan> {
  const address = requireAddress(asked.address ?? OSV_ADDRESS);
  const before = readAdvisoryCopy(stateDir)?.ecosystems.map(({ name }) => name) ?? [];
  const wanted = asked.ecosystems ?? [...before, ...(await findEcosystems(root))];
  const unknown = wanted.find((name) => !ECOSYSTEMS.includes(name));
  if (unknown !== undefined)
    throw new ReviewError('bad-value', `--ecosystems ${unknown}: expected some of ${ECOSYSTEMS.join(', ')}.`);
  return {
    address,
    ecosystems: ECOSYSTEMS.filter((name) => wanted.includes(name)),
    folder: advisoriesFolder(stateDir),
  };
}

function requireAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isHere)))
    throw new ReviewError('bad-value', `--from ${address}: expected an https address.`);
  // It is shown, kept and named in reports.
  if (url.username !== '' || url.password !== '')
    throw new ReviewError('bad-value', '--from: expected an address without a user name and password.');
  return address.replace(/\/+$/u, '');
}

async function findEcosystems(root: string): Promise<readonly string[]> {
  await using repository = await createRepository({ root });
  const rules = { include: [], exclude: [], ignoreLines: [], maxFileBytes: 1 };
  const paths = await (await repository.open({ kind: 'all' }, rules)).paths();
  const names = new Set([...paths].filter((path) => !path.includes('node_modules/')).map(fileNameOf));
  return ECOSYSTEMS.filter((name) => [...names].some((file) => MANIFESTS[name]?.test(file)));
}

export interface Download {
  readonly name: string;
  readonly entries: number;
  readonly bytes: number;
}

/** All or nothing: the old copy stays until every archive of the new one is checked. Throws ReviewError('download-failed'). */
export async function updateAdvisories(
  { address, ecosystems, folder }: AdvisoryPlan,
  stateDir: string,
  { now, tell }: { readonly now: number; readonly tell: (download: Download) => void },
): Promise<AdvisoryCopy> {
  const updatedAt = new Date(now).toISOString();
  const name = `${updatedAt.slice(0, 10)}-${randomBytes(4).toString('hex')}`;
  const place = join(folder, `${name}${UNDER_WAY}`);
  await mkdir(place, { recursive: true, mode: 0o700 });
  const before = await listOld(folder, now);
  try {
    const done: AdvisoryCopy['ecosystems'] = [];
    for (const ecosystem of ecosystems) {
      const bytes = await download(`${address}/${ecosystem}/all.zip`);
      const entries = checkArchive(bytes, ecosystem);
      await writeFile(join(place, `${ecosystem}.zip`), bytes, { mode: 0o600 });
      done.push({
        name: ecosystem,
        entries,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      });
      tell({ name: ecosystem, entries, bytes: bytes.length });
    }
    const copy = { source: address, updated_at: updatedAt, folder: name, ecosystems: done };
    await rename(place, join(folder, name));
    await replaceFile(advisoryIndex(stateDir), `${JSON.stringify(copy, null, 2)}\n`);
    await Promise.all(
      before.map((old) => rm(join(folder, old), { recursive: true, force: true }).catch(() => undefined)),
    );
    return copy;
  } catch (error) {
    await rm(place, { recursive: true, force: true });
    throw error;
  }
}

const REQUEST_MS = 600_000;
const MAX_BYTES = 1_000_000_000;
const MAX_ENTRY_BYTES = 4_000_000;

async function download(url: string): Promise<Buffer> {
  const refuse = (reason: string): ReviewError => new ReviewError('download-failed', `${url}: ${reason}.`);
  try {
    const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(REQUEST_MS) });
    if (answer.status !== 200) throw refuse(`the server answered ${answer.status}`);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > MAX_BYTES) throw refuse(`more than ${MAX_BYTES} bytes`);
      chunks.push(Buffer.from(chunk));
    }
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof ReviewError) throw error;
    const { message, cause } = error as Error;
    throw refuse(cause instanceof Error ? cause.message : message);
  }
}

/** Counts the advisories of the ecosystem; an archive that is cut, damaged or of something else is refused. */
function checkArchive(bytes: Buffer, ecosystem: string): number {
  const refuse = (reason: string): ReviewError => new ReviewError('download-failed', `${ecosystem}: ${reason}.`);
  let known = 0;
  let all = 0;
  try {
    for (const entry of readZip(bytes)) {
      if (!entry.name.endsWith('.json')) continue;
      all += 1;
      const advisory = parseAdvisory(readJson(entry.read(MAX_ENTRY_BYTES).toString('utf8')));
      if (advisory?.affected.some((each) => each.ecosystem === ecosystem)) known += 1;
    }
  } catch (error) {
    throw refuse(`the archive is damaged: ${(error as Error).message}`);
  }
  if (known === 0) throw refuse(`none of ${all} entries is an advisory of ${ecosystem} in OSV format`);
  return known;
}

/** Ends the name of a folder until all of it is there. */
const UNDER_WAY = '.new';
const DAY_MS = 86_400_000;

/** Copies that this update replaces. Not those of another one at the same time, unless it began a day ago and nobody ended it. */
async function listOld(folder: string, now: number): Promise<readonly string[]> {
  const entries = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const ages = await Promise.all(
    entries.map(async ({ name }) => {
      const found = await stat(join(folder, name)).catch(() => null);
      return { name, age: now - (found?.mtimeMs ?? now) };
    }),
  );
  return ages.filter(({ name, age }) => !name.endsWith(UNDER_WAY) || age > DAY_MS).map(({ name }) => name);
}
