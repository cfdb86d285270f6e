/**
 * Questions from the releases of Django: an entry of the release notes of a bug-fix release, and the files that differ between it and
 * the release before. Source packages come from PyPI once and stay in `.cache/history`. Used by search-quality.ts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { ReleaseCase } from './release-history.ts';

const CACHE = join(import.meta.dirname, '..', '.cache', 'history');
/** Address of the page that lists Django's source packages, as pip asks for it: its index address with `/django/` behind it. */
const INDEX = process.env.BENCH_DJANGO_INDEX ?? '';
/** Releases from this one on, and how many files of the package one may touch for its entries to mean something. */
const FIRST = [3, 0] as const;
const MAX_TOUCHED = 5;
const MAX_ENTRIES = 8;

interface SourcePackage {
  readonly version: readonly number[];
  readonly url: string;
}

const compare = (a: readonly number[], b: readonly number[]): number => {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
};

async function listPackages(): Promise<readonly SourcePackage[]> {
  if (INDEX === '')
    throw new Error('BENCH_DJANGO_INDEX is not set: name the page of a package index that lists Django.');
  const page = await (await fetch(INDEX)).text();
  return [...page.matchAll(/href="(?<href>[^"]+\/django-(?<version>\d+(?:\.\d+)+)\.tar\.gz)/giu)]
    .map(({ groups }) => ({
      version: (groups?.version ?? '').split('.').map(Number),
      url: new URL(groups?.href ?? '', INDEX).href,
    }))
    .filter(({ version }) => compare(version, FIRST) >= 0)
    .sort((a, b) => compare(a.version, b.version));
}

async function fetchSources({ version, url }: SourcePackage): Promise<string | null> {
  const folder = join(CACHE, `django-${version.join('.')}`);
  if (existsSync(folder)) return folder;
  const response = await fetch(url);
  if (!response.ok) return null;
  mkdirSync(`${folder}.partial`, { recursive: true });
  execFileSync('tar', ['-xzf', '-', '--strip-components=1', '-C', `${folder}.partial`], {
    input: Buffer.from(await response.arrayBuffer()),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  renameSync(`${folder}.partial`, folder);
  return folder;
}

/** As a reader sees it: without roles and tickets. */
const cleanEntry = (text: string): string =>
  text
    .replace(/\(?:ticket:`\d+`(?:,?\s*:ticket:`\d+`)*\)?/gu, '')
    .replace(/:(?:[\w-]+:)*[\w-]*`([^`<]*?)\s*(?:<[^>]*>)?`/gu, (_, name: string) => name.replace(/^[~!.]+/u, ''))
    .replaceAll('`', '')
    .replace(/\s+/gu, ' ')
    .trim();

export function parseNotes(text: string): readonly string[] {
  const fixes = [...text.matchAll(/^\* (.*(?:\n(?: {2}.*|[ \t]*$))*)/gmu)]
    .map(([, entry = '']) => entry)
    .filter((entry) => entry.includes('ticket'));
  const flaws = [...text.matchAll(/^CVE-[\d-]+: (.*)\n[-=]+$/gmu)].map(([, title = '']) => title);
  return [...fixes, ...flaws].map(cleanEntry).filter((entry) => entry.split(' ').length >= 4);
}

/** Code and pages, of the package and of its tests. */
export const listDjangoSources = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:py|html|js|css)$/u.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !/(?:^docs\/|\/locale\/)/u.test(path))
    .sort();

const isTouched = (path: string, before: string, after: string): boolean =>
  path !== 'django/__init__.py' &&
  existsSync(join(after, path)) &&
  !readFileSync(join(before, path)).equals(readFileSync(join(after, path)));

export interface DjangoCase extends ReleaseCase {
  /** Files of its tests that the release changed; `touched` holds those of the package alone. */
  readonly tests: ReadonlySet<string>;
}

const isFixOf = (before: SourcePackage, { version }: SourcePackage): boolean =>
  version.length === 3 && before.version.slice(0, 2).join() === version.slice(0, 2).join();

/** Null where the entries of a release could not be told apart, or say nothing about the package. */
async function toCase(before: SourcePackage, current: SourcePackage): Promise<DjangoCase | null> {
  const [root, next] = [await fetchSources(before), await fetchSources(current)];
  const version = current.version.join('.');
  const notes = join(next ?? '', 'docs/releases', `${version}.txt`);
  if (root === null || next === null || !existsSync(notes)) return null;
  const queries = parseNotes(readFileSync(notes, 'utf8'));
  const differing = listDjangoSources(root).filter((path) => isTouched(path, root, next));
  const touched = new Set(differing.filter((path) => path.startsWith('django/')));
  if (queries.length > MAX_ENTRIES || touched.size === 0 || touched.size > MAX_TOUCHED) return null;
  const tests = new Set(differing.filter((path) => !touched.has(path)));
  return { name: `django ${version}`, root, queries, touched, tests };
}

/** An entry of several releases is asked for once. */
export async function collectDjangoCases(): Promise<readonly DjangoCase[]> {
  mkdirSync(CACHE, { recursive: true });
  const packages = await listPackages();
  const asked = new Set<string>();
  const cases: DjangoCase[] = [];
  for (const [i, current] of packages.entries()) {
    const before = packages[i - 1];
    const found = before !== undefined && isFixOf(before, current) ? await toCase(before, current) : null;
    const queries = (found?.queries ?? []).filter((query) => !asked.has(query));
    for (const query of queries) asked.add(query);
    if (found !== null && queries.length > 0) cases.push({ ...found, queries });
  }
  return cases;
}
