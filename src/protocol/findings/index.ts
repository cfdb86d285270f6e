/**
 * Re-exports the public part of this folder (findings, severities, dimensions, merging, consensus, calibration, fingerprints,
 * veto): protocol/index.ts passes it on as `consensus-review/protocol`. Our own code imports the files themselves.
 */
export { type Agreement, countAgreement } from './agreement.ts';
export { calibrateFindings, scoreRisk } from './calibration.ts';
export { decideIssue, resolveConflict } from './consensus.ts';
export {
  type CoverageStatus,
  DIMENSION_PROFILES,
  DIMENSIONS,
  type Dimension,
  formatCoverageSymbol,
  parseCoverageSymbol,
} from './dimension.ts';
export {
  type ClaimedFinding,
  CONFIDENCE,
  claimFinding,
  type Finding,
  type FindingStatus,
  type LineRange,
} from './finding.ts';
export { fingerprintOf } from './fingerprint.ts';
export { formatLines, parseLocation } from './location.ts';
export { mergeFindings, numberFindings, rankFindings } from './merge.ts';
export type { Mergeable } from './mergeable.ts';
export {
  AUDIT_SEVERITIES,
  type AuditSeverity,
  compareSeverity,
  type FailOn,
  reachesSeverity,
  SEVERITIES,
  type Severity,
  toAuditSeverity,
  type Verdict,
} from './severity.ts';
export { vetoReasonOf } from './veto.ts';
