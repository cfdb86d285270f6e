/**
 * Known vulnerabilities in OSV format: reading an entry, and deciding whether a version of a package is affected. An entry
 * that cannot be understood is null; a version that cannot be ordered is affected only where it is listed by name.
 */
import { scoreCvss, severityOfScore } from './cvss.js';
import { normalizeCwe } from './cwe-family.js';
import { ADVISORY_ECOSYSTEMS, compareVersions } from './package-version.js';
import { asFields, asList, asText } from './tool-hits.js';
const MAX_REFERENCES = 3;
const MAX_SUMMARY = 300;
/** Null where it is no advisory, was withdrawn, or concerns none of our ecosystems. */
export function parseAdvisory(value) {
    const entry = asFields(value);
    const id = asText(entry.id);
    if (id === '' || asText(entry.withdrawn) !== '')
        return null;
    const affected = asList(entry.affected).flatMap(readAffected);
    if (affected.length === 0)
        return null;
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
const isKnownEcosystem = (name) => ADVISORY_ECOSYSTEMS.includes(name);
/** Names that an ecosystem regards as one. */
export const normalizePackageName = (ecosystem, name) => ecosystem === 'PyPI' ? name.toLowerCase().replace(/[-_.]+/gu, '-') : name;
function readAffected(value) {
    const entry = asFields(value);
    const { ecosystem, name } = asFields(entry.package);
    const known = asText(ecosystem);
    if (!isKnownEcosystem(known) || asText(name) === '')
        return [];
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
const EVENT_KINDS = ['introduced', 'fixed', 'last_affected'];
function readEvent(value) {
    const event = asFields(value);
    return EVENT_KINDS.flatMap((kind) => (asText(event[kind]) === '' ? [] : [{ kind, version: asText(event[kind]) }]));
}
function readScore(severity) {
    const scores = asList(severity).flatMap((entry) => scoreCvss(asText(asFields(entry).score)) ?? []);
    return scores.length === 0 ? null : Math.max(...scores);
}
const WORDS = {
    CRITICAL: 'CRITICAL',
    HIGH: 'HIGH',
    MODERATE: 'MEDIUM',
    MEDIUM: 'MEDIUM',
    LOW: 'LOW',
};
/** Packages made to do harm carry no score. */
function readSeverity(id, cvss, word) {
    if (id.startsWith('MAL-'))
        return 'CRITICAL';
    if (cvss !== null)
        return severityOfScore(cvss);
    return WORDS[word.toUpperCase()] ?? 'MEDIUM';
}
/** Whether and how this version is affected; null where it is not. */
export function findExposure(advisory, found) {
    const name = normalizePackageName(found.ecosystem, found.name);
    const entries = advisory.affected.filter((entry) => entry.ecosystem === found.ecosystem && entry.name === name);
    for (const entry of entries) {
        const range = entry.ranges.find((events) => isInRange(events, found));
        const isListed = entry.versions.some((version) => isSameVersion(found, version));
        if (range !== undefined)
            return { affectedVersions: formatRange(range), patchedVersion: findPatch(range, found) };
        if (isListed)
            return { affectedVersions: found.version, patchedVersion: findPatch(entry.ranges.flat(), found) };
    }
    return null;
}
const isSameVersion = ({ ecosystem, version }, other) => version === other || compareVersions(ecosystem, version, other) === 0;
/** `0` is before every version. */
const compareToEvent = ({ ecosystem, version }, event) => event.kind === 'introduced' && event.version === '0' ? 1 : compareVersions(ecosystem, version, event.version);
function isInRange(events, found) {
    let isAffected = false;
    for (const event of sortEvents(events, found.ecosystem)) {
        const order = compareToEvent(found, event);
        if (order === null)
            return false;
        if (event.kind === 'introduced' && order >= 0)
            isAffected = true;
        if (event.kind === 'fixed' && order >= 0)
            isAffected = false;
        if (event.kind === 'last_affected' && order > 0)
            isAffected = false;
    }
    return isAffected;
}
const sortEvents = (events, ecosystem) => events.toSorted((a, b) => {
    if (a.version === '0' || b.version === '0')
        return Number(b.version === '0') - Number(a.version === '0');
    return compareVersions(ecosystem, a.version, b.version) ?? 0;
});
function findPatch(events, found) {
    const fixes = events.filter(({ kind }) => kind === 'fixed').map(({ version }) => version);
    const later = fixes.filter((fix) => (compareVersions(found.ecosystem, fix, found.version) ?? 0) > 0);
    return later.toSorted((a, b) => compareVersions(found.ecosystem, a, b) ?? 0)[0] ?? null;
}
const SIGNS = { introduced: '>=', fixed: '<', last_affected: '<=' };
const formatRange = (events) => events
    .filter(({ kind, version }) => kind !== 'introduced' || version !== '0')
    .map(({ kind, version }) => `${SIGNS[kind]} ${version}`)
    .join(', ') || 'all versions';
