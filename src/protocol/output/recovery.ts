/**
 * Decides what follows when the output of an audit agent was cut off: mild keeps the whole findings, severe discards all and
 * plans one retry with half the work; its dimensions then count as shallow (TRUNC-08..16, HOST-05, AUD-14, AUD-18). Which
 * findings are whole is decided in agent-output.ts. Called by engine/audit/settle-hunt.ts.
 */

import type { Dimension } from '../findings/dimension.ts';
import type { ClaimedFinding } from '../findings/finding.ts';
import type { AgentOutput } from './agent-output.ts';
import { type HalvedAssignment, halveAssignment, RETRY_MAX_FINDINGS } from './halving.ts';

export interface RecoveryTask {
  readonly dimensions: readonly Dimension[];
  readonly maxTurns: number;
  /** A retry is never retried (TRUNC-13). */
  readonly isRetry: boolean;
}

export interface ReducedRetry extends HalvedAssignment {
  readonly maxFindings: number;
}

export interface Recovery {
  /** `keep`: Rule 1. `discard`: Rule 2. `none`: nothing was cut. */
  readonly rule: 'none' | 'keep' | 'discard';
  readonly findings: readonly ClaimedFinding[];
  /** Dimensions of the task that count as shallow because of this output. */
  readonly shallowDimensions: readonly Dimension[];
  readonly retry: ReducedRetry | null;
}

export function recoverOutput(output: AgentOutput, task: RecoveryTask): Recovery {
  if (output.truncation === 'none') {
    const shallowDimensions = output.anomalous ? task.dimensions : [];
    return { rule: 'none', findings: output.findings, shallowDimensions, retry: null };
  }
  const shallowDimensions = task.dimensions;
  if (output.truncation === 'mild') return { rule: 'keep', findings: output.findings, shallowDimensions, retry: null };
  return { rule: 'discard', findings: [], shallowDimensions, retry: planRetry(task) };
}

function planRetry({ dimensions, maxTurns, isRetry }: RecoveryTask): ReducedRetry | null {
  if (isRetry || dimensions.length === 0) return null;
  return { ...halveAssignment(dimensions, maxTurns), maxFindings: RETRY_MAX_FINDINGS };
}
