/**
 * Compares two versions as their ecosystem orders them (semver for npm, Go and crates, PEP 440 for PyPI, Gem::Version for
 * RubyGems, Maven's own), null for text that is no version; tests ranges and normalizes package names. Used by advisories/ and reviewers/embedded/audit/see-version.ts.
 */
import { compareText } from '../../protocol/text/compare-text.ts';
import { compareMavenVersions, readMavenVersion } from './maven-version.ts';

export const ADVISORY_ECOSYSTEMS = ['npm', 'PyPI', 'Go', 'RubyGems', 'Maven', 'crates.io'] as const;
/** Names as OSV writes them. */
export type AdvisoryEcosystem = (typeof ADVISORY_ECOSYSTEMS)[number];

export interface PackageVersion {
  readonly ecosystem: AdvisoryEcosystem;
  readonly name: string;
  readonly version: string;
}

/** Negative, zero or positive; null where one of them is no version. */
export function compareVersions(ecosystem: AdvisoryEcosystem, a: string, b: string): number | null {
  if (ecosystem === 'PyPI') return compareBy(readPython, comparePython, a, b);
  if (ecosystem === 'RubyGems') return compareBy(readGem, compareGem, a, b);
  if (ecosystem === 'Maven') return compareBy(readMavenVersion, compareMavenVersions, a, b);
  return compareBy(readSemver, compareSemver, a, b);
}

/** Manifests write them small. */
export const findEcosystem = (name: string): AdvisoryEcosystem | null =>
  ADVISORY_ECOSYSTEMS.find((known) => known.toLowerCase() === name.toLowerCase()) ?? null;

/** Names that an ecosystem regards as one. */
export const normalizePackageName = (ecosystem: AdvisoryEcosystem, name: string): string =>
  ecosystem === 'PyPI' ? name.toLowerCase().replace(/[-_.]+/gu, '-') : name;

const BOUND = /^(>=|<=|>|<|==?)?\s*(\S+)$/u;

/**
 * Whether one of the spans of `>= 1.0, < 1.4.2, >= 2.0, < 2.1` or `<2.1.0 || >=3.0.0 <3.2.0` holds for it, or it is the version
 * named; a span begins at each lower bound. False where something cannot be read.
 */
export function isInRange(ecosystem: AdvisoryEcosystem, version: string, range: string): boolean {
  if (range === 'all versions') return true;
  const spans: string[][] = [];
  for (const bound of range.replace(/([<>=])\s+/gu, '$1').match(/\|\||[^\s,|]+/gu) ?? []) {
    if (bound === '||') spans.push([]);
    else if (bound.startsWith('>') || spans.length === 0) spans.push([bound]);
    else spans.at(-1)?.push(bound);
  }
  return spans.some((span) => span.length > 0 && span.every((bound) => holds(ecosystem, version, bound)));
}

function holds(ecosystem: AdvisoryEcosystem, version: string, bound: string): boolean {
  const [, sign = '=', limit = ''] = BOUND.exec(bound) ?? [];
  const order = compareVersions(ecosystem, version, limit);
  if (order === null) return false;
  if (order === 0) return sign.includes('=');
  return order < 0 ? sign.startsWith('<') : sign.startsWith('>');
}

function compareBy<T>(
  read: (text: string) => T | null,
  compare: (a: T, b: T) => number,
  ...texts: [string, string]
): number | null {
  const [a, b] = [read(texts[0].trim()), read(texts[1].trim())];
  return a === null || b === null ? null : compare(a, b);
}

/** Whole numbers of any length, as text without leading zeros. */
const trimZeros = (digits: string): string => digits.replace(/^0+(?=\d)/u, '');
const compareDigits = (a: string, b: string): number => a.length - b.length || compareText(a, b);

/** Compares part by part; what is missing counts as `filler`. */
function compareParts<T>(a: readonly T[], b: readonly T[], filler: T, compare: (a: T, b: T) => number): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const order = compare(a[i] ?? filler, b[i] ?? filler);
    if (order !== 0) return order;
  }
  return 0;
}

// ---------------------------------------------------------------------------------------------------- semver

interface Semver {
  readonly release: readonly string[];
  readonly pre: readonly string[];
}

const SEMVER = /^v?(\d+(?:\.\d+){0,3})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/u;

function readSemver(text: string): Semver | null {
  const [, release, pre] = SEMVER.exec(text.slice(0, 256)) ?? [];
  if (release === undefined) return null;
  return { release: release.split('.').map(trimZeros), pre: pre === undefined ? [] : pre.split('.') };
}

function compareSemver(a: Semver, b: Semver): number {
  const order = compareParts(a.release, b.release, '0', compareDigits);
  if (order !== 0) return order;
  if (a.pre.length === 0 || b.pre.length === 0) return Number(a.pre.length === 0) - Number(b.pre.length === 0);
  return compareParts<string | null>(a.pre, b.pre, null, compareIdentifiers);
}

/** Numbers come before words, a shorter list before a longer one. */
function compareIdentifiers(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  const [isNumberA, isNumberB] = [/^\d+$/u.test(a), /^\d+$/u.test(b)];
  if (isNumberA && isNumberB) return compareDigits(trimZeros(a), trimZeros(b));
  return isNumberA === isNumberB ? compareText(a, b) : Number(isNumberB) - Number(isNumberA);
}

// ---------------------------------------------------------------------------------------------------- PEP 440

interface PythonVersion {
  readonly epoch: string;
  readonly release: readonly string[];
  /** Where the version stands among those of its release: kind and number, part by part. */
  readonly order: readonly (readonly [rank: number, number: string])[];
}

const PYTHON =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(?:post|rev|r)[-_.]?(\d*))?([-_.]?dev[-_.]?(\d*))?(?:\+[a-z0-9]+(?:[-_.][a-z0-9]+)*)?$/u;

const PRE_RANKS: Readonly<Record<string, number>> = { a: 1, alpha: 1, b: 2, beta: 2, c: 3, rc: 3, pre: 3, preview: 3 };
const FINAL_RANK = 4;

function readPython(text: string): PythonVersion | null {
  const match = PYTHON.exec(text.slice(0, 256).toLowerCase());
  if (match === null) return null;
  const [, epoch = '0', release = '0', pre, preNumber, dashed, post, dev, devNumber] = match;
  const isPost = dashed !== undefined || post !== undefined;
  const isDev = dev !== undefined;
  const preRank = pre === undefined ? (isDev && !isPost ? 0 : FINAL_RANK) : (PRE_RANKS[pre] ?? FINAL_RANK);
  return {
    epoch: trimZeros(epoch),
    release: release.split('.').map(trimZeros),
    order: [
      [preRank, trimZeros(preNumber || '0')],
      [isPost ? 1 : 0, trimZeros(dashed || post || '0')],
      [isDev ? 0 : 1, trimZeros(devNumber || '0')],
    ],
  };
}

const comparePython = (a: PythonVersion, b: PythonVersion): number =>
  compareDigits(a.epoch, b.epoch) ||
  compareParts(a.release, b.release, '0', compareDigits) ||
  compareParts(a.order, b.order, [0, '0'], ([rankA, x], [rankB, y]) => rankA - rankB || compareDigits(x, y));

// ---------------------------------------------------------------------------------------------------- RubyGems

function readGem(text: string): readonly string[] | null {
  if (!/^\d+(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/u.test(text.slice(0, 256))) return null;
  return text.replace('-', '.pre.').match(/\d+|[A-Za-z]+/gu) ?? null;
}

/** Words stand for versions before the release; zeros at the end change nothing. */
const compareGem = (a: readonly string[], b: readonly string[]): number =>
  compareParts(a, b, '0', (x, y) => {
    const [isNumberX, isNumberY] = [/^\d/u.test(x), /^\d/u.test(y)];
    if (isNumberX && isNumberY) return compareDigits(trimZeros(x), trimZeros(y));
    return isNumberX === isNumberY ? compareText(x, y) : Number(isNumberX) - Number(isNumberY);
  });
