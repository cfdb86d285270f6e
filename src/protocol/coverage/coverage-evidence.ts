/**
 * Rates from what the program saw an agent do (searches, flows followed, endpoints and settings checked) how well one audit
 * dimension is covered, lists what is missing in words, and decides whether a dimension does not apply (FACT-01, FACT-02). Claims
 * of the agent do not count. Called by engine/audit/rate-round.ts, engine/audit/compose-audit.ts and
 * engine/audit/compose-audit-document.ts.
 */

import {
  type Check,
  type CoverageStatus,
  chainsOf,
  checksOf,
  type Dimension,
  type DimensionOf,
  flowsOf,
  MISSING_CHECKS,
} from '../findings/dimension.ts';
import { mayBeNotApplicable } from './audit-coverage.ts';
import { AUDIT_MODE_PROFILES, type AuditMode } from './audit-mode.ts';

export interface SinkEvidence {
  readonly track: 'sink';
  readonly dimension: DimensionOf<'sink'>;
  /** Different searches that were run, and how many of them hit nothing. */
  readonly searches: number;
  readonly emptySearches: number;
  readonly sinks: number;
  /** Files with a hit, and those of them whose sink was traced back to a source. */
  readonly filesHit: number;
  readonly filesTraced: number;
  readonly completeFlows: number;
  readonly checks: readonly Check[];
}

export interface ControlEvidence {
  readonly track: 'control';
  readonly dimension: DimensionOf<'control'>;
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
  readonly dimension: DimensionOf<'config'>;
  readonly searches: number;
  readonly checks: readonly Check[];
}

export type CoverageEvidence = SinkEvidence | ControlEvidence | ConfigEvidence;

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

type Checked = Pick<SinkEvidence | ConfigEvidence, 'dimension' | 'checks'>;

const missingChecks = ({ dimension, checks }: Checked): readonly Check[] =>
  checksOf(dimension).filter((check) => !checks.includes(check));

/** A project that has fewer than are asked for is done with all of them; one that has none still lacks one. */
const neededOf = (required: number, existing: number): number => Math.max(1, Math.min(required, existing));
const neededFlows = ({ dimension, sinks }: Pick<SinkEvidence, 'dimension' | 'sinks'>): number =>
  neededOf(flowsOf(dimension), sinks);
const neededChains = ({ dimension, chains }: Pick<ControlEvidence, 'dimension' | 'chains'>): number =>
  neededOf(chainsOf(dimension).needed, chains);
const neededTypes = ({ resourceTypes }: Pick<ControlEvidence, 'resourceTypes'>): number =>
  neededOf(REQUIRED_RESOURCE_TYPES, resourceTypes);

function rateSink(evidence: SinkEvidence): CoverageStatus {
  if (evidence.filesHit === 0 && evidence.emptySearches >= EMPTY_SEARCHES) return 'covered';
  const enoughFiles = evidence.filesHit < MANY_FILES || evidence.filesTraced * 10 >= evidence.filesHit * 3;
  const deep =
    evidence.filesTraced > 0 &&
    enoughFiles &&
    evidence.completeFlows >= neededFlows(evidence) &&
    missingChecks(evidence).length === 0;
  if (deep) return 'covered';
  return evidence.searches > 0 || evidence.filesTraced > 0 ? 'shallow' : 'missing';
}

/** Share of endpoints whose controls were verified, 0..1. */
export const endpointRatio = (evidence: Pick<ControlEvidence, 'endpoints' | 'endpointsVerified'>): number =>
  evidence.endpoints > 0 ? Math.min(1, evidence.endpointsVerified / evidence.endpoints) : 0;

function rateControl(evidence: ControlEvidence, mode: AuditMode): CoverageStatus {
  const deep =
    evidence.endpoints > 0 &&
    endpointRatio(evidence) >= AUDIT_MODE_PROFILES[mode].endpointThreshold &&
    evidence.consistentResourceTypes >= neededTypes(evidence) &&
    evidence.chainsFollowed >= neededChains(evidence);
  if (deep) return 'covered';
  return evidence.searches > 0 || evidence.endpointsVerified > 0 ? 'shallow' : 'missing';
}

function rateConfig(evidence: ConfigEvidence): CoverageStatus {
  if (missingChecks(evidence).length === 0) return 'covered';
  return evidence.searches > 0 || evidence.checks.length > 0 ? 'shallow' : 'missing';
}

const listMissingChecks = (evidence: Checked): readonly string[] =>
  missingChecks(evidence).map((check) => MISSING_CHECKS[check]);

/** What evidence lacks for ✅, in words; empty where it lacks nothing. */
export function listShortfalls(evidence: CoverageEvidence, mode: AuditMode): readonly string[] {
  if (rateEvidence(evidence, mode) === 'covered') return [];
  switch (evidence.track) {
    case 'sink':
      return listSinkShortfalls(evidence);
    case 'control':
      return listControlShortfalls(evidence, mode);
    case 'config':
      return listMissingChecks(evidence);
  }
}

function listSinkShortfalls(evidence: SinkEvidence): readonly string[] {
  const { filesHit, filesTraced, completeFlows } = evidence;
  if (filesHit === 0) return [`no call of it is known, and fewer than ${EMPTY_SEARCHES} searches can be trusted`];
  const flows = neededFlows(evidence);
  const enoughFiles = filesHit < MANY_FILES || filesTraced * 10 >= filesHit * 3;
  return [
    ...(completeFlows < flows ? [`${completeFlows} of ${flows} full flows from an entry point`] : []),
    ...(filesTraced === 0 || !enoughFiles ? [`calls of ${filesTraced} of ${filesHit} files were traced`] : []),
    ...listMissingChecks(evidence),
  ];
}

function listControlShortfalls(evidence: ControlEvidence, mode: AuditMode): readonly string[] {
  const { endpoints, endpointsVerified, consistentResourceTypes } = evidence;
  if (endpoints === 0) return ['no endpoint is known'];
  const needed = Math.round(100 * AUDIT_MODE_PROFILES[mode].endpointThreshold);
  const types = neededTypes(evidence);
  const chains = neededChains(evidence);
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
  const { kind } = chainsOf(dimension);
  return chains === 0
    ? `no ${kind} is known`
    : `${chainsFollowed} of ${needed} ${needed === 1 ? kind : `${kind}s`} followed`;
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

export const isLibraryProject = (recon: { readonly httpEntries: number; readonly exportedApis: number }): boolean =>
  recon.httpEntries === 0 && recon.exportedApis >= 5;
