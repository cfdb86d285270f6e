/**
 * Repeats a coordinator program until its return signal says complete, a limit is reached, it fails or the user interrupts, and
 * returns how it ended. All effects are arguments. The full summary is opened once at the end, and only for debugging or after an
 * error (COMPLY-10..16, SIG-07, SIG-08). Called by signal-loop-command.ts.
 */
import type { ProgramEnd } from '../../programs/external-process.ts';
import type { LoopLimits } from '../../protocol/signals/loop-limits.ts';
import {
  type FollowedOutput,
  followOutput,
  type LoopState,
  needsFullSummary,
  START_OF_LOOP,
} from '../../protocol/signals/orchestrator.ts';
import { addIteration, EMPTY_REDUCTION, type ReductionTotal } from '../../protocol/signals/reduction.ts';
import type { SignalFields } from '../../protocol/signals/signal.ts';
import { formatFields } from '../../protocol/signals/signal-text.ts';

/** What a coordinator learns of the iteration before. */
export interface IterationContext {
  readonly iteration: number;
  /** The last signal; null at the start. */
  readonly last: SignalFields | null;
  /** Its usage reached the share at which a checkpoint is due. */
  readonly isCheckpointDue: boolean;
}

export interface LoopPorts {
  readonly runIteration: (context: IterationContext) => Promise<ProgramEnd>;
  /** Tokens of the full summary by its size, without opening it; null where it is out of reach. */
  readonly sizeSummary: (path: string) => number | null;
  readonly readSummary: (path: string) => Promise<SummaryRead>;
  readonly countTokens: (text: string) => number;
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
  readonly interrupt: AbortSignal;
}

export type SummaryRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly reason: string };

export interface LoopOptions {
  readonly limits: LoopLimits;
  readonly isDebugging: boolean;
}

export interface LoopOutcome {
  /** `halted`: a limit; `failed`: nothing to steer by. */
  readonly kind: 'complete' | 'halted' | 'failed' | 'interrupted';
  readonly reason: string;
  readonly iterations: number;
  readonly last: SignalFields | null;
  /** Signals against what an orchestrator without them would read. */
  readonly reduction: ReductionTotal;
  /** True where a full size is known by the size of a file alone. */
  readonly isEstimated: boolean;
  readonly summary: (SummaryRead & { readonly path: string }) | null;
}

interface Progress {
  readonly state: LoopState;
  readonly last: SignalFields | null;
  readonly isCheckpointDue: boolean;
  readonly reduction: ReductionTotal;
  readonly isEstimated: boolean;
}

type Ending = Pick<LoopOutcome, 'kind' | 'reason'> & { readonly wantsSummary: boolean };

const START: Progress = {
  state: START_OF_LOOP,
  last: null,
  isCheckpointDue: false,
  reduction: EMPTY_REDUCTION,
  isEstimated: false,
};

export async function runSignalLoop(ports: LoopPorts, options: LoopOptions): Promise<LoopOutcome> {
  let progress = START;
  for (;;) {
    const { last, isCheckpointDue } = progress;
    const end = await ports.runIteration({ iteration: progress.state.iterations + 1, last, isCheckpointDue });
    const stop = judgeEnd(end, ports);
    if (stop !== null) return conclude(progress, { ...stop, wantsSummary: stop.kind === 'failed' }, ports, options);
    const { stdout, exitCode } = end as Extract<ProgramEnd, { kind: 'ended' }>;
    const decision = followOutput(progress.state, stdout, options.limits);
    progress = advance(progress, decision, stdout, ports);
    if (exitCode !== 0) ports.warn(`the program ended with exit ${exitCode ?? 'by a signal'}`);
    for (const warning of decision.warnings) ports.warn(warning);
    for (const line of decision.log) ports.log(line);
    if (decision.kind === 'continue') {
      if (decision.checkpoint) ports.log(describeCheckpoint(decision.fields, options.limits));
      continue;
    }
    return conclude(progress, endOf(decision), ports, options);
  }
}

/** A program that gave no output to follow; null for one that did. */
function judgeEnd(end: ProgramEnd, { interrupt }: LoopPorts): Pick<LoopOutcome, 'kind' | 'reason'> | null {
  if (interrupt.aborted) return { kind: 'interrupted', reason: 'interrupted' };
  if (end.kind === 'ended') return null;
  const what = end.kind === 'stopped' ? 'the program was stopped' : 'the program could not be started';
  return { kind: 'failed', reason: `${what}: ${end.reason}` };
}

const HALTED = {
  'context-exhausted': 'the context is exhausted',
  'context-limit': 'the context usage reached the limit',
  stuck: 'iterations changed nothing',
  'max-iterations': 'the limit of iterations is reached',
  'no-signal': 'the output holds no signal',
  'broken-signal': 'the signal cannot be read',
} as const;

function endOf(decision: Exclude<FollowedOutput, { kind: 'continue' }>): Ending {
  if (decision.kind === 'complete')
    return { kind: 'complete', reason: 'no continuation is required', wantsSummary: false };
  const wantsSummary = needsFullSummary(decision, false);
  return { kind: wantsSummary ? 'failed' : 'halted', reason: HALTED[decision.reason], wantsSummary };
}

function advance(progress: Progress, decision: FollowedOutput, stdout: string, ports: LoopPorts): Progress {
  const { fields } = decision;
  const isCheckpointDue = decision.kind === 'continue' && decision.checkpoint;
  const { state } = decision;
  if (fields === null) return { ...progress, state, isCheckpointDue };
  if (needsFullSummary(decision, false)) return { ...progress, state, isCheckpointDue, last: fields };
  const path = fields.summary_path;
  const summaryTokens = typeof path === 'string' ? ports.sizeSummary(path) : null;
  const signalTokens = ports.countTokens(`${formatFields(fields).join('\n')}\n`);
  const fullTokens = summaryTokens ?? ports.countTokens(stdout);
  return {
    state,
    last: fields,
    isCheckpointDue,
    reduction: addIteration(progress.reduction, signalTokens, fullTokens),
    isEstimated: progress.isEstimated || summaryTokens !== null,
  };
}

function describeCheckpoint(fields: SignalFields | null, { checkpointPercent }: LoopLimits): string {
  const path = fields?.checkpoint_path;
  return `Checkpoint: the context usage reached ${checkpointPercent}%${typeof path === 'string' ? `; see ${path}` : ''}`;
}

async function conclude(
  { state, last, reduction, isEstimated }: Progress,
  { kind, reason, wantsSummary }: Ending,
  ports: LoopPorts,
  { isDebugging }: LoopOptions,
): Promise<LoopOutcome> {
  const path = last?.summary_path;
  const isAsked = (wantsSummary || isDebugging) && kind !== 'interrupted' && typeof path === 'string';
  const summary = isAsked ? { ...(await ports.readSummary(path)), path } : null;
  return { kind, reason, iterations: state.iterations, last, reduction, isEstimated, summary };
}
