/**
 * Parses one entry of OSV JSON into an Advisory (null where it is none, was withdrawn or is for another ecosystem), and decides whether a
 * package version is affected and which version fixes it. A version that cannot be ordered is affected only where it is listed by name.
 * Used by osv-database.ts and advisories.ts.
 */

import { scoreCvss, severityOfScore, severityOfWord } from '../../protocol/findings/cvss.ts';
import { normalizeCwe } from '../../protocol/findings/cwe-family.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { asFields, asList, asText } from '../../protocol/text/json-object.ts';
import {
  ADVISORY_ECOSYSTEMS,
  type AdvisoryEcosystem,
  compareVersions,
  normalizePackageName,
  type PackageVersion,
} from '../packages/package-version.ts';

export interface Advisory {
  readonly id: string;
  /** The CVE number, or the id where it has none. */
  readonly cve: string;
  readonly summary: string;
  readonly severity: Severity;
  /** 0..10; null where no vector can be read. */
  readonly cvss: number | null;
  readonly cwe: string | null;
  readonly references: readonly string[];
  readonly affected: readonly AffectedPackage[];
}

export interface AffectedPackage {
  readonly ecosystem: AdvisoryEcosystem;
  readonly name: string;
  readonly ranges: readonly (readonly RangeEvent[])[];
  readonly versions: readonly string[];
}

export interface RangeEvent {
  readonly kind: 'introduced' | 'fixed' | 'last_affected';
  readonly version: string;
}

/** How an advisory concerns one version. */
export interface Exposure {
  /** `>= 1.0.0, < 1.2.3`. */
  readonly affectedVersions: string;
  /** The first version without it, or null where there is none. */
  readonly patchedVersion: string | null;
}

const MAX_REFERENCES = 3;
const MAX_SUMMARY = 300;

/** Null where it is no advisory, was withdrawn, or concerns none of our ecosystems. */
export function parseAdvisory(value: unknown): Advisory | null {
  const entry = asFields(value);
  const id = asText(entry.id);
  if (id === '' || asText(entry.withdrawn) !== '') return null;
  const affected = asList(entry.affected).flatMap(readAffected);
  if (affected.length === 0) return null;
  const cvss = readScore(entry.severity);
  const specific = asFields(entry.database_specific);
  const aliases = [id, ...asList(entry.aliases).map(asText)];
  return {
    id,
    cve: aliases.find((alias) => alias.startsWith('CVE-')) ?? id,
    summary: (asText(entry.summary) || asText(entry.details)).replace(/\s+/gu, ' ').slice(0, MAX_SUMMARY),
    severity: readSeverity(id, cvss, asText(specific.severity)),
    cvss,
    cwe: asList(specific.cwe_ids).flatMap((cwe) => normalizeCwe(asText(cwe)) ?? [])[0] ?? null,
    references: asList(entry.references)
      .map((reference) => asText(asFields(reference).url))
      .filter((url) => url.startsWith('https://'))
      .slice(0, MAX_REFERENCES),
    affected,
  };
}

const isKnownEcosystem = (name: string): name is AdvisoryEcosystem =>
  ADVISORY_ECOSYSTEMS.includes(name as AdvisoryEcosystem);

function readAffected(value: unknown): readonly AffectedPackage[] {
  const entry = asFields(value);
  const { ecosystem, name } = asFields(entry.package);
  const known = asText(ecosystem);
  if (!isKnownEcosystem(known) || asText(name) === '') return [];
  return [
    {
      ecosystem: known,
      name: normalizePackageName(known, asText(name)),
      ranges: asList(entry.ranges)
        .map(asFields)
        .filter(({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM')
        .map(({ events }) => asList(events).flatMap(readEvent)),
      versions: asList(entry.versions).map(asText).filter(Boolean),
    },
  ];
}

const EVENT_KINDS = ['introduced', 'fixed', 'last_affected'] as const;

function readEvent(value: unknown): readonly RangeEvent[] {
  const event = asFields(value);
  return EVENT_KINDS.flatMap((kind) => (asText(event[kind]) === '' ? [] : [{ kind, version: asText(event[kind]) }]));
}

function readScore(severity: unknown): number | null {
  const scores = asList(severity).flatMap((entry) => scoreCvss(asText(asFields(entry).score)) ?? []);
  return scores.length === 0 ? null : Math.max(...scores);
}

/** Packages made to do harm carry no score. */
function readSeverity(id: string, cvss: number | null, word: string): Severity {
  if (id.startsWith('MAL-')) return 'CRITICAL';
  if (cvss !== null) return severityOfScore(cvss);
  return severityOfWord(word) ?? 'MEDIUM';
}

/** Whether and how this version is affected; null where it is not. */
export function findExposure(advisory: Advisory, found: PackageVersion): Exposure | null {
  const name = normalizePackageName(found.ecosystem, found.name);
  const entries = advisory.affected.filter((entry) => entry.ecosystem === found.ecosystem && entry.name === name);
  for (const entry of entries) {
    const range = entry.ranges.find((events) => isInRange(events, found));
    const isListed = entry.versions.some((version) => isSameVersion(found, version));
    if (range !== undefined) return { affectedVersions: formatRange(range), patchedVersion: findPatch(range, found) };
    if (isListed) return { affectedVersions: found.version, patchedVersion: findPatch(entry.ranges.flat(), found) };
  }
  return null;
}

const isSameVersion = ({ ecosystem, version }: PackageVersion, other: string): boolean =>
  version === other || compareVersions(ecosystem, version, other) === 0;

/** `0` is before every version. */
const compareToEvent = ({ ecosystem, version }: PackageVersion, event: RangeEvent): number | null =>
  event.kind === 'introduced' && event.version === '0' ? 1 : compareVersions(ecosystem, version, event.version);

function isInRange(events: readonly RangeEvent[], found: PackageVersion): boolean {
  let isAffected = false;
  for (const event of sortEvents(events, found.ecosystem)) {
    const order = compareToEvent(found, event);
    if (order === null) return false;
    if (event.kind === 'introduced' && order >= 0) isAffected = true;
    if (event.kind === 'fixed' && order >= 0) isAffected = false;
    if (event.kind === 'last_affected' && order > 0) isAffected = false;
  }
  return isAffected;
}

const sortEvents = (events: readonly RangeEvent[], ecosystem: AdvisoryEcosystem): readonly RangeEvent[] =>
  events.toSorted((a, b) => {
    if (a.version === '0' || b.version === '0') return Number(b.version === '0') - Number(a.version === '0');
    return compareVersions(ecosystem, a.version, b.version) ?? 0;
  });

function findPatch(events: readonly RangeEvent[], found: PackageVersion): string | null {
  const fixes = events.filter(({ kind }) => kind === 'fixed').map(({ version }) => version);
  const later = fixes.filter((fix) => (compareVersions(found.ecosystem, fix, found.version) ?? 0) > 0);
  return later.toSorted((a, b) => compareVersions(found.ecosystem, a, b) ?? 0)[0] ?? null;
}

const SIGNS = { introduced: '>=', fixed: '<', last_affected: '<=' } as const;

const formatRange = (events: readonly RangeEvent[]): string =>
  events
    .filter(({ kind, version }) => kind !== 'introduced' || version !== '0')
    .map(({ kind, version }) => `${SIGNS[kind]} ${version}`)
    .join(', ') || 'all versions';
