/**
 * Questions with known answers, from the history of real packages: an entry of a changelog, and the files that differ
 * between that release and the one before. Packages come from the npm registry once and stay in `.cache/history`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const CACHE = join(import.meta.dirname, '..', '.cache', 'history');

interface Package {
  readonly name: string;
  /** The last version that ships both its sources and its changelog. */
  readonly version: string;
  readonly file: string;
}

/** The ranking was chosen on `tuned`; `heldOut` was measured afterwards and never looked into. */
export const QUESTION_SETS = {
  tuned: [
    { name: 'eslint', version: '7.32.0', file: 'CHANGELOG.md' },
    { name: 'codemirror', version: '5.65.2', file: 'CHANGELOG.md' },
    { name: 'knex', version: '0.95.15', file: 'CHANGELOG.md' },
  ],
  heldOut: [
    { name: 'stylelint', version: '13.13.1', file: 'CHANGELOG.md' },
    { name: 'mongoose', version: '5.9.29', file: 'History.md' },
    { name: 'ember-cli', version: '3.4.3', file: 'CHANGELOG.md' },
    { name: 'jsdom', version: '11.12.0', file: 'Changelog.md' },
    { name: 'jscs', version: '3.0.7', file: 'CHANGELOG.md' },
    { name: 'serverless', version: '1.83.0', file: 'CHANGELOG.md' },
    { name: 'eslint-plugin-react', version: '7.24.0', file: 'CHANGELOG.md' },
    { name: 'sails', version: '1.4.4', file: 'CHANGELOG.md' },
    { name: 'stylus', version: '0.54.8', file: 'History.md' },
  ],
} satisfies Record<string, readonly Package[]>;

export type QuestionSet = keyof typeof QUESTION_SETS;

/** Releases looked at in each package, and how many files one may touch for its entries to mean something. */
const RELEASES: Readonly<Record<QuestionSet, number>> = { tuned: 160, heldOut: 60 };
const MAX_TOUCHED = 5;
const MAX_ENTRIES = 8;
/** In a small tree ten results are no feat. */
const MIN_SOURCES = 100;

export interface ReleaseCase {
  readonly name: string;
  /** The tree before the change. */
  readonly root: string;
  readonly queries: readonly string[];
  /** Files of that tree that the release changed. */
  readonly touched: ReadonlySet<string>;
}

interface Release {
  readonly version: string;
  readonly entries: readonly string[];
}

const HEADING = /^(?:#+ *)?(?:<a name="[^"]*"><\/a>)?(?:#+ *)?\[?v?(\d+\.\d+\.\d+)\]?(?=[\s(]|$)/u;
const NOT_CODE =
  /^(?:docs?|chore|build|upgrade|sponsors|release|test|readme|merge|update dependenc|bump|\d+\.|typings?\b)/iu;

const cleanEntry = (line: string): string =>
  line
    .replace(/^\s*[*-]\s*/u, '')
    .replace(/\[`?[0-9a-f]{7,40}`?\]\([^)]*\)/gu, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1')
    .replace(/https?:\S+/gu, '')
    .replace(/\((?:[^()]*#\d+[^()]*|[A-Z][\w.' -]*|[0-9a-f]{7,40}|,|\s)*\)/gu, '')
    .replace(/#\d+/gu, '')
    .trim();

export function parseChangelog(text: string): readonly Release[] {
  const releases: { version: string; entries: string[] }[] = [];
  for (const line of text.split('\n')) {
    const version = HEADING.exec(line)?.[1];
    if (version !== undefined) releases.push({ version, entries: [] });
    else if (!/^\s*(?:#|$|<)/u.test(line)) releases.at(-1)?.entries.push(cleanEntry(line));
  }
  return releases.map(({ version, entries }) => ({
    version,
    entries: entries.filter((entry) => entry.split(/\s+/u).length >= 4 && !NOT_CODE.test(entry)),
  }));
}

const registry = (): string =>
  execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .replace(/\/$/u, '');

async function fetchPackage(from: string, name: string, version: string): Promise<string | null> {
  const folder = join(CACHE, `${name}-${version}`);
  if (existsSync(folder)) return folder;
  const response = await fetch(`${from}/${name}/-/${name}-${version}.tgz`);
  if (!response.ok) return null;
  const partial = `${folder}.partial`;
  mkdirSync(partial, { recursive: true });
  execFileSync('tar', ['-xzf', '-', '--strip-components=1', '-C', partial], {
    input: Buffer.from(await response.arrayBuffer()),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  renameSync(partial, folder);
  return folder;
}

const SOURCE = /\.(?:[cm]?[jt]sx?|css|scss|json|html)$/u;
const NOT_SOURCE = /(?:^|\/)(?:package\.json|dist|build|docs?|node_modules|es5)(?:\/|$)|\.min\./u;
const MAX_BYTES = 400_000;

export const listSources = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => SOURCE.test(path) && !NOT_SOURCE.test(path) && statSync(join(root, path)).size <= MAX_BYTES)
    .sort();

function findTouched(before: string, after: string): ReadonlySet<string> {
  const isTouched = (path: string): boolean => {
    const later = join(after, path);
    return existsSync(later) && !readFileSync(join(before, path)).equals(readFileSync(later));
  };
  return new Set(listSources(before).filter(isTouched));
}

type Fetch = (version: string) => Promise<string | null>;

/** Null where the entries of a release could not be told apart, or say nothing about the sources. */
async function toCase(
  fetchVersion: Fetch,
  release: Release,
  before: string | undefined,
): Promise<Omit<ReleaseCase, 'name'> | null> {
  const { version, entries: queries } = release;
  if (before === undefined || queries.length === 0 || queries.length > MAX_ENTRIES) return null;
  const [root, next] = [await fetchVersion(before), await fetchVersion(version)];
  if (root === null || next === null || listSources(root).length < MIN_SOURCES) return null;
  const touched = findTouched(root, next);
  return touched.size === 0 || touched.size > MAX_TOUCHED ? null : { root, queries, touched };
}

export async function collectCases(set: QuestionSet): Promise<readonly ReleaseCase[]> {
  mkdirSync(CACHE, { recursive: true });
  const from = registry();
  const cases: ReleaseCase[] = [];
  for (const { name, version, file } of QUESTION_SETS[set]) {
    const fetchVersion: Fetch = (wanted) => fetchPackage(from, name, wanted);
    const newest = await fetchVersion(version);
    if (newest === null) throw new Error(`${name}@${version} could not be fetched`);
    const releases = parseChangelog(readFileSync(join(newest, file), 'utf8')).slice(0, RELEASES[set]);
    for (const [i, release] of releases.entries()) {
      const found = await toCase(fetchVersion, release, releases[i + 1]?.version);
      if (found !== null) cases.push({ name: `${name} ${release.version}`, ...found });
    }
  }
  return cases;
}
