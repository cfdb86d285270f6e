/** Reads `npm audit --json` (report version 2). Never throws. */
import { severityOfScore } from './cvss.js';
import { normalizeCwe } from './cwe-family.js';
import { asFields, asList, asText, readJson } from './tool-hits.js';
export function parseNpmAudit(text) {
    const document = asFields(readJson(text));
    const { vulnerabilities } = document;
    if (typeof vulnerabilities !== 'object' || vulnerabilities === null || Array.isArray(vulnerabilities)) {
        const reason = asText(document.message) || asText(asFields(document.error).summary);
        return { kind: 'unusable', reason: reason || 'no table of vulnerabilities' };
    }
    const read = Object.values(asFields(vulnerabilities)).map(readPackage);
    const packages = read.filter((entry) => entry !== null);
    // A package that is affected only through another is told there.
    return {
        kind: 'parsed',
        packages: packages.filter(({ advisories }) => advisories.length > 0),
        malformed: read.length - packages.length,
    };
}
const WORDS = {
    critical: 'CRITICAL',
    high: 'HIGH',
    moderate: 'MEDIUM',
    low: 'LOW',
    info: 'LOW',
};
function readPackage(value) {
    const entry = asFields(value);
    const name = asText(entry.name);
    const severity = WORDS[asText(entry.severity)];
    if (name === '' || severity === undefined)
        return null;
    const advisories = asList(entry.via).flatMap(readAdvisory);
    return {
        name,
        isDirect: entry.isDirect === true,
        range: asText(entry.range),
        severity,
        advisories: advisories.toSorted((a, b) => (b.cvss ?? 0) - (a.cvss ?? 0) || (a.url < b.url ? -1 : 1)),
        fixedBy: asText(asFields(entry.fixAvailable).version) || null,
    };
}
/** `via` holds advisories, and names of packages that have their own entry. */
function readAdvisory(value) {
    const advisory = asFields(value);
    const title = asText(advisory.title);
    if (title === '')
        return [];
    const { score } = asFields(advisory.cvss);
    const cvss = typeof score === 'number' && score > 0 && score <= 10 ? score : null;
    return [
        {
            title,
            url: asText(advisory.url),
            range: asText(advisory.range),
            cvss,
            cwe: asList(advisory.cwe).flatMap((cwe) => normalizeCwe(asText(cwe)) ?? [])[0] ?? null,
            severity: cvss === null ? (WORDS[asText(advisory.severity)] ?? 'MEDIUM') : severityOfScore(cvss),
        },
    ];
}
