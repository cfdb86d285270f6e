import { findCweFamily } from '../../../protocol/cwe-family.js';
import { findExposure } from '../../../protocol/osv-advisory.js';
import { compareVersions } from '../../../protocol/package-version.js';
import { compareSeverity } from '../../../protocol/severity.js';
import { isManifestPath, readManifest } from './dependencies.js';
import { findPinned } from './locked-versions.js';
import { createProjectAnalyzer } from './project-analyzer.js';
export const NO_ADVISORIES = 'advisories not checked: no source configured';
export function createAdvisoriesAnalyzer(source) {
    const begin = (snapshot, signal) => {
        const seen = [];
        return {
            check: async (document) => {
                const manifest = readManifest(document);
                const paths = await snapshot.paths();
                for (const pinned of manifest === null ? [] : await findPinned(document.path, manifest, snapshot, paths))
                    seen.push({ document, pinned });
                return [];
            },
            finish: () => (source === null || seen.length === 0 ? [] : judge(seen, source, signal)),
        };
    };
    const frame = (signal) => createProjectAnalyzer({
        name: 'advisories',
        reviewer: 'vulnerability-reviewer',
        accepts: isManifestPath,
        begin: (snapshot) => begin(snapshot, signal),
    });
    const absence = source === null ? NO_ADVISORIES : null;
    return {
        ...frame(AbortSignal.abort()),
        absence,
        scan: async (files, snapshot, signal) => absence === null
            ? frame(signal).scan(files, snapshot, signal)
            : { status: 'absent', reason: absence, findings: [], unfinished: [] },
    };
}
async function judge(seen, source, signal) {
    const answer = await source.lookUp(seen.map(({ pinned }) => pinned), signal);
    if (answer.kind === 'unavailable')
        throw new Error(`advisories not checked: ${answer.reason}`);
    return seen.flatMap(({ document, pinned }) => {
        const hits = answer.advisories.flatMap((advisory) => {
            const exposure = findExposure(advisory, pinned);
            return exposure === null ? [] : [{ advisory, exposure }];
        });
        return hits.length === 0 ? [] : [describeExposure(document, pinned, hits.toSorted(compareHits))];
    });
}
/** Worst first; then by number, so that two runs agree. */
const compareHits = (a, b) => compareSeverity(a.advisory.severity, b.advisory.severity) ||
    (b.advisory.cvss ?? 0) - (a.advisory.cvss ?? 0) ||
    (a.advisory.id < b.advisory.id ? -1 : 1);
/** All advisories of one version of a package are one finding: there is one thing to do about them. */
function describeExposure(document, pinned, hits) {
    const [worst] = hits;
    if (worst === undefined)
        throw new Error('no advisory');
    const { advisory, exposure } = worst;
    const { name, version, isDirect, line } = pinned;
    const patched = findLastPatch(hits, pinned);
    const others = hits.length === 1 ? '' : ` and ${hits.length - 1} more`;
    const family = findCweFamily(advisory.cwe);
    return {
        document,
        line,
        rule: 'known-vulnerability',
        severity: advisory.severity,
        category: isDirect ? 'cve' : 'transitive',
        dimension: 'D10',
        cwe: family?.cwe ?? advisory.cwe ?? 'CWE-1395',
        title: `${name} ${version} has known vulnerabilities: ${advisory.cve}${others}`,
        issue: `${advisory.summary || 'The advisory has no summary'} (${advisory.id}, affects ${exposure.affectedVersions}).${isDirect ? '' : ' It comes in through another dependency.'}`,
        recommendation: patched === null
            ? `No fixed version is known: replace \`${name}\`, or make sure that the affected function is not reached.`
            : `Update \`${name}\` to ${patched} or later${isDirect ? '' : ', or the dependency that brings it in'}, and write the lock file again.`,
        extra: {
            dependency: name,
            cve: advisory.cve,
            cvss: advisory.cvss,
            affected_versions: exposure.affectedVersions,
            patched_version: patched,
            workaround: null,
            direct: isDirect,
            installed_version: version,
            advisories: hits.map((hit) => hit.advisory.id),
            references: advisory.references,
        },
    };
}
/** The version that is free of all of them; null where one has no fix. */
function findLastPatch(hits, { ecosystem }) {
    const patches = hits.map(({ exposure }) => exposure.patchedVersion);
    if (patches.includes(null))
        return null;
    const known = patches.filter((patch) => patch !== null);
    return known.toSorted((a, b) => compareVersions(ecosystem, b, a) ?? 0)[0] ?? null;
}
