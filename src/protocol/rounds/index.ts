/**
 * Re-exports the public part of this folder (rounds of an audit: agents, registry, evaluation, convergence, state transfer,
 * chains, validation …): protocol/index.ts passes it on as `consensus-review/protocol`. Our own code imports the files
 * themselves.
 */
export { countFirstRoundAgents, countLaterRoundAgents } from './agent-count.ts';
export {
  type AgentRegistry,
  checkReadiness,
  decideRetry,
  registerAgent,
  updateAgent,
} from './agent-registry.ts';
export { formatRegistryRow, type RegistryRow } from './agent-registry-wire.ts';
export { selectChains } from './attack-chains.ts';
export { type AuditMarker, checkReportGate, formatMarker } from './audit-markers.ts';
export { type AuditProgress, acknowledgePlan, advanceAudit, startAudit } from './audit-phases.ts';
export { decideNextRound, type RoundMove } from './convergence.ts';
export { chooseTargets, judgeDeepDive } from './deep-dive.ts';
export { decideEmergency } from './emergency.ts';
export { type Evaluation, evaluateRound } from './evaluation.ts';
export { type AuditHistory, buildStateTransfer, type StateTransfer } from './state-transfer.ts';
export { indexHistory, judgeRead, judgeSearch } from './state-transfer-rules.ts';
export { validateStateTransfer } from './state-transfer-validation.ts';
export { decideAfterFailure } from './total-failure.ts';
export { applyVerdict, planValidation, type ValidationPlan } from './validation-plan.ts';
