/**
 * Re-exports the public part of this folder (budget, isolation, usage modes, file priority, thresholds, audit turns):
 * protocol/index.ts passes it on as `consensus-review/protocol`. Our own code imports the files themselves.
 */
export { calculateBudget, calculateScale, MAX_SCALE, SCALE_STEP_TOKENS, sumTokens } from './budget.ts';
export { decideIsolation } from './isolation.ts';
export { judgeSubmission, type Mode, modeAt, mustAbort, remainingPercent, shapeFinding, usedPercent } from './mode.ts';
export { comparePriority, priorityTier } from './priority.ts';
export { checkThresholds, DEFAULT_THRESHOLDS, type Thresholds } from './thresholds.ts';
export { planTurns, type TurnPlan, toolCallLimit } from './turns.ts';
