/**
 * Re-exports the public part of this folder (parsing, recovering and compressing agents' outputs, checkpoints): protocol/index.ts
 * passes it on as `consensus-review/protocol`. Our own code imports the files themselves.
 */
export type { AgentClaims, CutoffReason, Reaudit } from './agent-claims.ts';
export {
  type AgentOutput,
  type AgentOutputOptions,
  type AgentOutputStream,
  openAgentOutput,
  parseAgentOutput,
  parseAgentOutputs,
} from './agent-output.ts';
export { type Checkpoint, formatCheckpoint, listCheckpointTurns, parseCheckpoint } from './checkpoint.ts';
export { type CompressedEntry, compressFindings } from './compression.ts';
export { halveAssignment } from './halving.ts';
export { estimateOutputTokens, planFinalAnswer } from './output-estimate.ts';
export { type Recovery, recoverOutput } from './recovery.ts';
export { parseValidationResult, type ValidationResult } from './result-blocks.ts';
