/**
 * Looks up the exact package versions that manifests and lock files of the scope name in a local OSV database and returns one finding of
 * vulnerability-reviewer per affected version, with all its advisories and whether the project imports the package. Loaded by
 * declaration.ts, which reports the analyzer absent where no database is configured.
 */
import type { Snapshot } from '../../ports/repository.ts';
import { findCweFamily } from '../../protocol/findings/cwe-family.ts';
import { compareSeverity } from '../../protocol/findings/severity.ts';
import type { Scan } from '../declaration.ts';
import { findPinned, type PinnedPackage } from '../packages/locked-versions.ts';
import { compareVersions } from '../packages/package-version.ts';
import { readManifest } from '../packages/read-manifest.ts';
import { createProjectScan, type Observation, type ScanSession } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { describeCopy } from './advisory-copy.ts';
import { type Advisory, type Exposure, findExposure } from './osv-advisory.ts';
import { lookUpAdvisories } from './osv-database.ts';
import { findReach, type PackagePlace, type PackageReach } from './package-reach.ts';

/** Every scan asks the database once, at its end. */
export function createAdvisoriesScan(database: string): Scan {
  return (files, snapshot, signal) => {
    const begin = (): ScanSession => openSession(database, snapshot, signal);
    return createProjectScan({ reviewer: 'vulnerability-reviewer', begin })(files, snapshot, signal);
  };
}

function openSession(database: string, snapshot: Snapshot, signal: AbortSignal): ScanSession {
  const seen: PackagePlace[] = [];
  let note: string | undefined;
  return {
    get note() {
      return note;
    },
    check: async (document) => {
      const manifest = readManifest(document);
      const paths = await snapshot.paths();
      for (const pinned of manifest === null ? [] : await findPinned(document.path, manifest, snapshot, paths))
        seen.push({
          document,
          pinned: { ...pinned, isDirect: pinned.isDirect && !isListedForOthers(document, pinned) },
        });
      return [];
    },
    finish: async () => {
      if (seen.length === 0) return [];
      const { observations, unread } = await judge(seen, database, snapshot, signal);
      note = [
        describeSource(database, seen),
        unread > 0 ? `entries of the database that could not be read: ${unread}` : '',
      ]
        .filter((part) => part !== '')
        .join('; ');
      if (note === '') note = undefined;
      return observations;
    },
  };
}

/** Of which day the data is, and which ecosystems of the project it does not have. Empty where the user brought another database. */
function describeSource(database: string, seen: readonly PackagePlace[]): string {
  const copy = describeCopy(database);
  if (copy === null) return '';
  const names = copy.ecosystems.map(({ name }) => name);
  const missing = [...new Set(seen.map(({ pinned }) => pinned.ecosystem))].filter((name) => !names.includes(name));
  const lack = missing.length === 0 ? '' : `; no data of ${missing.join(', ')}: run consensus-review advisories update`;
  return `advisories as of ${copy.updated_at.slice(0, 10)} (${names.join(', ')})${lack}`;
}

/** `require x v1.2.3 // indirect` of Go, and what pip-compile lists `# via` another package: named here, needed elsewhere. */
function isListedForOthers({ lines, path }: TextDocument, { ecosystem, line }: PinnedPackage): boolean {
  const [own = '', next = ''] = [lines[line - 1], lines[line]];
  if (ecosystem === 'Go') return /\/\/\s*indirect\b/u.test(own);
  if (ecosystem !== 'PyPI' || !path.endsWith('.txt')) return false;
  const [, via] = /#\s*via\b(.*)/u.exec(own) ?? /^\s*#\s*via\b(.*)/u.exec(next) ?? [];
  return via !== undefined && !via.includes('-r ');
}

async function judge(
  seen: readonly PackagePlace[],
  database: string,
  snapshot: Snapshot,
  signal: AbortSignal,
): Promise<{ readonly observations: readonly Observation[]; readonly unread: number }> {
  const packages = seen.map(({ pinned }) => pinned);
  const answer = await lookUpAdvisories(database, packages, signal);
  if (answer.kind === 'unavailable') throw new Error(`advisories not checked: ${answer.reason}`);
  const exposed = seen.flatMap(({ document, pinned }) => {
    const hits = answer.advisories.flatMap((advisory) => {
      const exposure = findExposure(advisory, pinned);
      return exposure === null ? [] : [{ advisory, exposure }];
    });
    return hits.length === 0 ? [] : [{ document, pinned, hits: hits.toSorted(compareHits) }];
  });
  const reach = await findReach(exposed, seen, snapshot, signal);
  const observations = exposed.map((each, at) => describeExposure(each, reach[at] as PackageReach));
  return { observations, unread: answer.unread };
}

interface Exposed extends PackagePlace {
  readonly hits: readonly Hit[];
}

interface Hit {
  readonly advisory: Advisory;
  readonly exposure: Exposure;
}

/** Worst first; then by number, so that two runs agree. */
const compareHits = (a: Hit, b: Hit): number =>
  compareSeverity(a.advisory.severity, b.advisory.severity) ||
  (b.advisory.cvss ?? 0) - (a.advisory.cvss ?? 0) ||
  (a.advisory.id < b.advisory.id ? -1 : 1);

/** All advisories of one version of a package are one finding: there is one thing to do about them. */
function describeExposure({ document, pinned, hits }: Exposed, reach: PackageReach): Observation {
  const [worst] = hits;
  if (worst === undefined) throw new Error('no advisory');
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
    issue: `${advisory.summary || 'The advisory has no summary'} (${advisory.id}, affects ${exposure.affectedVersions}). ${reach.text}`,
    recommendation: recommend(pinned, patched, reach),
    extra: {
      dependency: name,
      cve: advisory.cve,
      cvss: advisory.cvss,
      affected_versions: exposure.affectedVersions,
      patched_version: patched,
      workaround: null,
      direct: isDirect,
      imported: reach.isImported,
      imported_at: reach.places,
      installed_version: version,
      advisories: hits.map((hit) => hit.advisory.id),
      references: advisory.references,
    },
  };
}

function recommend({ name, isDirect }: PinnedPackage, patched: string | null, reach: PackageReach): string {
  const remove = reach.isImported === false && isDirect ? `Remove \`${name}\` if nothing needs it. Else: ` : '';
  if (patched === null)
    return `${remove}No fixed version is known: replace \`${name}\`, or make sure that the affected function is not reached.`;
  const through = isDirect ? '' : ', or the dependency that brings it in';
  return `${remove}Update \`${name}\` to ${patched} or later${through}, and write the lock file again.`;
}

/** The version that is free of all of them; null where one has no fix. */
function findLastPatch(hits: readonly Hit[], { ecosystem }: PinnedPackage): string | null {
  const patches = hits.map(({ exposure }) => exposure.patchedVersion);
  if (patches.includes(null)) return null;
  const known = patches.filter((patch) => patch !== null);
  return known.toSorted((a, b) => compareVersions(ecosystem, b, a) ?? 0)[0] ?? null;
}
