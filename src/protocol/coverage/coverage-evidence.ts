/**
 * From what the host saw an agent do to the status of one dimension (FACT-01, FACT-02). Evidence is counted by the host;
 * nothing here believes a claim. Where a project has fewer sinks, endpoints or workflows than a rule asks for, all of them do.
 */

import type { CoverageStatus, Dimension } from '../findings/dimension.ts';
import { mayBeNotApplicable } from './audit-coverage.ts';
import { AUDIT_MODE_PROFILES, type AuditMode } from './audit-mode.ts';

export interface SinkEvidence {
  readonly track: 'sink';
  readonly dimension: 'D1' | 'D4' | 'D5' | 'D6';
  /** Different searches that were run, and how many of them hit nothing. */
  readonly searches: number;
  readonly emptySearches: number;
  readonly sinks: number;
  /** Files with a hit, and those of them whose sink was traced back to a source. */
  readonly filesHit: number;
  readonly filesTraced: number;
  readonly completeFlows: number;
  readonly checks: readonly string[];
}

export interface ControlEvidence {
  readonly track: 'control';
  readonly dimension: 'D3' | 'D9';
  readonly searches: number;
  readonly endpoints: number;
  readonly endpointsVerified: number;
  /** Resource types that exist, and those whose create, read, update and delete rights agree. */
  readonly resourceTypes: number;
  readonly consistentResourceTypes: number;
  /** D3: sensitive endpoints; D9: workflows. Those that exist, and those followed from end to end. */
  readonly chains: number;
  readonly chainsFollowed: number;
}

export interface ConfigEvidence {
  readonly track: 'config';
  readonly dimension: 'D2' | 'D7' | 'D8' | 'D10';
  readonly searches: number;
  readonly checks: readonly string[];
}

export type CoverageEvidence = SinkEvidence | ControlEvidence | ConfigEvidence;

/** Checks behind a covered dimension (FACT-01), beside the counts of its track. */
export const REQUIRED_CHECKS: Readonly<Record<Dimension, readonly string[]>> = {
  D1: [],
  D2: ['middleware', 'token-lifecycle'],
  D3: [],
  D4: ['external-reach', 'type-lists'],
  D5: ['path-to-call'],
  D6: ['scheme', 'address', 'rebinding'],
  D7: ['key-lifecycle'],
  D8: ['main-files', 'production-against-development'],
  D9: [],
  D10: ['versions-against-cves'],
};

const REQUIRED_FLOWS = 3;
const REQUIRED_CHAINS = { D3: 5, D9: 2 } as const;
const REQUIRED_RESOURCE_TYPES = 3;
const EMPTY_SEARCHES = 3;
const MANY_FILES = 10;

export function rateEvidence(evidence: CoverageEvidence, mode: AuditMode): CoverageStatus {
  switch (evidence.track) {
    case 'sink':
      return rateSink(evidence);
    case 'control':
      return rateControl(evidence, mode);
    case 'config':
      return rateConfig(evidence);
  }
}

const hasChecks = (dimension: Dimension, done: readonly string[]): boolean =>
  REQUIRED_CHECKS[dimension].every((check) => done.includes(check));

function rateSink(evidence: SinkEvidence): CoverageStatus {
  if (evidence.filesHit === 0 && evidence.emptySearches >= EMPTY_SEARCHES) return 'covered';
  const enoughFiles = evidence.filesHit < MANY_FILES || evidence.filesTraced * 10 >= evidence.filesHit * 3;
  const flows = evidence.dimension === 'D1' ? Math.max(1, Math.min(REQUIRED_FLOWS, evidence.sinks)) : 1;
  const deep =
    evidence.filesTraced > 0 &&
    enoughFiles &&
    evidence.completeFlows >= flows &&
    hasChecks(evidence.dimension, evidence.checks);
  if (deep) return 'covered';
  return evidence.searches > 0 || evidence.filesTraced > 0 ? 'shallow' : 'missing';
}

/** Share of endpoints whose controls were verified, 0..1. */
export const endpointRatio = (evidence: Pick<ControlEvidence, 'endpoints' | 'endpointsVerified'>): number =>
  evidence.endpoints > 0 ? Math.min(1, evidence.endpointsVerified / evidence.endpoints) : 0;

function rateControl(evidence: ControlEvidence, mode: AuditMode): CoverageStatus {
  const types = Math.max(1, Math.min(REQUIRED_RESOURCE_TYPES, evidence.resourceTypes));
  const chains = Math.max(1, Math.min(REQUIRED_CHAINS[evidence.dimension], evidence.chains));
  const deep =
    evidence.endpoints > 0 &&
    endpointRatio(evidence) >= AUDIT_MODE_PROFILES[mode].endpointThreshold &&
    evidence.consistentResourceTypes >= types &&
    evidence.chainsFollowed >= chains;
  if (deep) return 'covered';
  return evidence.searches > 0 || evidence.endpointsVerified > 0 ? 'shallow' : 'missing';
}

function rateConfig(evidence: ConfigEvidence): CoverageStatus {
  if (hasChecks(evidence.dimension, evidence.checks)) return 'covered';
  return evidence.searches > 0 || evidence.checks.length > 0 ? 'shallow' : 'missing';
}

const CHECK_LABELS: Readonly<Record<string, string>> = {
  middleware: 'the guards were not all read',
  'token-lifecycle': 'no token, password or session was followed from a request to its end',
  'key-lifecycle': 'no key, hash or random value was followed from a request to its end',
  'external-reach': 'no way from outside was examined',
  'type-lists': 'no list of allowed types was looked for',
  'path-to-call': 'no path was followed to the file system call',
  scheme: 'schemes were not examined',
  address: 'addresses were not examined',
  rebinding: 'rebinding was not examined',
  'main-files': 'the main files were not all read',
  'production-against-development': 'production was not compared with development',
  'versions-against-cves': 'versions were not compared with advisories',
};

const listMissingChecks = (dimension: Dimension, done: readonly string[]): readonly string[] =>
  REQUIRED_CHECKS[dimension].filter((check) => !done.includes(check)).map((check) => CHECK_LABELS[check] ?? check);

/** What evidence lacks for ✅, in words; empty where it lacks nothing. */
export function listShortfalls(evidence: CoverageEvidence, mode: AuditMode): readonly string[] {
  if (rateEvidence(evidence, mode) === 'covered') return [];
  switch (evidence.track) {
    case 'sink':
      return listSinkShortfalls(evidence);
    case 'control':
      return listControlShortfalls(evidence, mode);
    case 'config':
      return listMissingChecks(evidence.dimension, evidence.checks);
  }
}

function listSinkShortfalls(evidence: SinkEvidence): readonly string[] {
  const { filesHit, filesTraced, completeFlows, sinks } = evidence;
  if (filesHit === 0) return [`no call of it is known, and fewer than ${EMPTY_SEARCHES} searches can be trusted`];
  const flows = evidence.dimension === 'D1' ? Math.max(1, Math.min(REQUIRED_FLOWS, sinks)) : 1;
  const enoughFiles = filesHit < MANY_FILES || filesTraced * 10 >= filesHit * 3;
  return [
    ...(completeFlows < flows ? [`${completeFlows} of ${flows} full flows from an entry point`] : []),
    ...(filesTraced === 0 || !enoughFiles ? [`calls of ${filesTraced} of ${filesHit} files were traced`] : []),
    ...listMissingChecks(evidence.dimension, evidence.checks),
  ];
}

function listControlShortfalls(evidence: ControlEvidence, mode: AuditMode): readonly string[] {
  const { dimension, endpoints, endpointsVerified, resourceTypes, consistentResourceTypes } = evidence;
  if (endpoints === 0) return ['no endpoint is known'];
  const needed = Math.round(100 * AUDIT_MODE_PROFILES[mode].endpointThreshold);
  const types = Math.max(1, Math.min(REQUIRED_RESOURCE_TYPES, resourceTypes));
  const chains = Math.max(1, Math.min(REQUIRED_CHAINS[dimension], evidence.chains));
  return [
    ...(endpointRatio(evidence) * 100 < needed
      ? [`${endpointsVerified} of ${endpoints} endpoints verified, ${needed}% needed`]
      : []),
    ...(consistentResourceTypes < types
      ? [`rights agree for ${consistentResourceTypes} of ${types} types of resources`]
      : []),
    ...(evidence.chainsFollowed < chains ? [describeChains(evidence, chains)] : []),
  ];
}

function describeChains({ dimension, chains, chainsFollowed }: ControlEvidence, needed: number): string {
  const [one, many] = dimension === 'D3' ? ['sensitive endpoint', 'sensitive endpoints'] : ['workflow', 'workflows'];
  return chains === 0 ? `no ${one} is known` : `${chainsFollowed} of ${needed} ${needed === 1 ? one : many} followed`;
}

/** The two lines in which the report shows a control dimension. */
export const formatControlEvidence = (evidence: ControlEvidence): readonly string[] => [
  `epr: verified=${evidence.endpointsVerified} total=${evidence.endpoints} rate=${Math.floor(100 * endpointRatio(evidence))}%`,
  `crud_types: ${evidence.consistentResourceTypes}`,
];

export interface InapplicabilityEvidence {
  readonly dimension: Dimension;
  readonly reconHits: number;
  /** Searches without a hit, each with the sub-category it belongs to. */
  readonly emptyPatterns: readonly { readonly pattern: string; readonly subCategory: string }[];
  /** Why it does not apply, as it will stand in the report. */
  readonly note: string;
}

/** Whether a dimension may be called N/A: nothing found, looked for widely enough, and written down. */
export function isInapplicable(evidence: InapplicabilityEvidence, isLibrary: boolean): boolean {
  const patterns = new Set(evidence.emptyPatterns.map(({ pattern }) => pattern));
  const subCategories = new Set(evidence.emptyPatterns.map(({ subCategory }) => subCategory));
  return (
    mayBeNotApplicable(evidence.dimension, isLibrary) &&
    evidence.reconHits === 0 &&
    patterns.size >= 3 &&
    subCategories.size >= 2 &&
    evidence.note.trim() !== ''
  );
}

/** Dimensions that do not apply to a library (FACT-02). */
export const LIBRARY_INAPPLICABLE = ['D2', 'D3', 'D6'] as const satisfies readonly Dimension[];

export const isLibraryProject = (recon: { readonly httpEntries: number; readonly exportedApis: number }): boolean =>
  recon.httpEntries === 0 && recon.exportedApis >= 5;
