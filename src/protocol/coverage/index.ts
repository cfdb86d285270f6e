/**
 * Re-exports the public part of this folder (coverage of files and dimensions, audit modes, gaps, follow-up command, waves):
 * protocol/index.ts passes it on as `consensus-review/protocol`. Our own code imports the files themselves.
 */
export { coverageRatio, isCoverageMet, mergeAgents, mergeRounds } from './audit-coverage.ts';
export { AUDIT_MODE_PROFILES, AUDIT_MODES, type AuditMode } from './audit-mode.ts';
export { coveragePercent, coverageWeight, isCovered, mergeRanges } from './coverage.ts';
export { formatFollowUp, formatReRun, parseFollowUp } from './follow-up.ts';
export { listGaps } from './gaps.ts';
export { assignFiles, decideNextWave, estimateWaves, type WaveDecision, type WaveState } from './waves.ts';
