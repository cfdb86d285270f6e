/**
 * Analyzer of vulnerability-reviewer: exact versions from manifests and lock files against a source of known
 * vulnerabilities. Without a source it is absent and says that advisories were not checked.
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
import { findImports, type ImportState } from './package-imports.ts';

/** Every scan asks the database once, at its end. */
export function createAdvisoriesScan(database: string): Scan {
  return (files, snapshot, signal) => {
    const begin = (): ScanSession => openSession(database, snapshot, signal);
    return createProjectScan({ reviewer: 'vulnerability-reviewer', begin })(files, snapshot, signal);
  };
}

function openSession(database: string, snapshot: Snapshot, signal: AbortSignal): ScanSession {
  const seen: Seen[] = [];
  let note: string | undefined;
  return {
    get note() {
      return note;
    },
    check: async (document) => {
      const manifest = readManifest(document);
      const paths = await snapshot.paths();
      for (const pinned of manifest === null ? [] : await findPinned(document.path, manifest, snapshot, paths))
        seen.push({ document, pinned });
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
function describeSource(database: string, seen: readonly Seen[]): string {
  const copy = describeCopy(database);
  if (copy === null) return '';
  const names = copy.ecosystems.map(({ name }) => name);
  const missing = [...new Set(seen.map(({ pinned }) => pinned.ecosystem))].filter((name) => !names.includes(name));
  const lack = missing.length === 0 ? '' : `; no data of ${missing.join(', ')}: run consensus-review advisories update`;
  return `advisories as of ${copy.updated_at.slice(0, 10)} (${names.join(', ')})${lack}`;
}

interface Seen {
  readonly document: TextDocument;
  readonly pinned: PinnedPackage;
}

async function judge(
  seen: readonly Seen[],
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
  const wanted = exposed.map(({ document, pinned }) => ({ ...pinned, manifest: document.path }));
  const imports = wanted.length === 0 ? [] : await findImports(wanted, snapshot, signal);
  const observations = exposed.map((each, at) => describeExposure(each, imports[at] ?? UNKNOWN));
  return { observations, unread: answer.unread };
}

const UNKNOWN: ImportState = { kind: 'unknown', reason: 'not searched' };

interface Exposed extends Seen {
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
function describeExposure({ document, pinned, hits }: Exposed, imports: ImportState): Observation {
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
    issue: `${advisory.summary || 'The advisory has no summary'} (${advisory.id}, affects ${exposure.affectedVersions}).${isDirect ? '' : ' It comes in through another dependency.'} ${describeImports(imports, pinned)}`,
    recommendation: recommend(pinned, patched, imports),
    extra: {
      dependency: name,
      cve: advisory.cve,
      cvss: advisory.cvss,
      affected_versions: exposure.affectedVersions,
      patched_version: patched,
      workaround: null,
      direct: isDirect,
      // Through another package it may be reached all the same.
      imported: imports.kind === 'imported' ? true : imports.kind === 'not-imported' && isDirect ? false : null,
      imported_at: imports.kind === 'imported' ? imports.places : [],
      installed_version: version,
      advisories: hits.map((hit) => hit.advisory.id),
      references: advisory.references,
    },
  };
}

function recommend({ name, isDirect }: PinnedPackage, patched: string | null, imports: ImportState): string {
  const remove = imports.kind === 'not-imported' && isDirect ? `Remove \`${name}\` if nothing needs it. Else: ` : '';
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

/** Whether code of the project reaches it, as far as imports tell. */
function describeImports(imports: ImportState, { isDirect }: PinnedPackage): string {
  if (imports.kind === 'unknown') return `Whether it is imported is not known: ${imports.reason}.`;
  if (imports.kind === 'not-imported')
    return isDirect ? 'No file of the project imports it.' : 'No file of the project imports it itself.';
  const others = imports.count - 1;
  return `Imported in ${imports.places[0]}${others === 0 ? '' : ` and ${others} more file${others === 1 ? '' : 's'}`}.`;
}
