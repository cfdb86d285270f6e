/**
 * Re-exports the public part of this folder (brief summaries, return signals, their validation, the loop's decisions):
 * protocol/index.ts passes it on as `consensus-review/protocol`. Our own code imports the files themselves.
 */
export { type Brief, type CoordinatorType, formatBrief, parseBrief } from './brief.ts';
export { decideContinuation, followOutput, type LoopDecision } from './orchestrator.ts';
export { addIteration, contextReductionPercent, EMPTY_REDUCTION } from './reduction.ts';
export { type Signal, toSignal, toWireSignal, type WireSignal } from './signal.ts';
export {
  buildDebugSignal,
  buildImplementerSignal,
  buildResearchSignal,
  buildTestingSignal,
} from './signal-build.ts';
export { formatSignal, type ParsedSignal, parseSignal } from './signal-text.ts';
export { type SignalValidation, validateSignal } from './signal-validation.ts';
