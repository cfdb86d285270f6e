/**
 * Decides after each output of a coordinator whether the loop goes on, is complete or halts, and why, from the return signal in
 * the output alone (PARSE-07, COMPLY-10..15, SIG-07, SIG-08). Says when the full summary has to be opened. Called by
 * cli/commands/signal-loop.ts.
 */
import { DEFAULT_LOOP_LIMITS, type LoopLimits } from './loop-limits.ts';
import { CONTEXT_EXHAUSTED_PERCENT, hasWork, type SignalCore, type SignalFields, toSignalCore } from './signal.ts';
import { formatWork, parseSignal } from './signal-text.ts';

/** Iterations in a row without any change after which a loop is stuck. */
const STUCK_AFTER = 2;

export interface LoopState {
  readonly iterations: number;
  readonly lastWork: string | null;
  readonly lastProgress: number;
  /** Iterations in a row that changed nothing. */
  readonly unchanged: number;
}

export const START_OF_LOOP: LoopState = { iterations: 0, lastWork: null, lastProgress: 0, unchanged: 0 };

type HaltReason = 'context-exhausted' | 'context-limit' | 'stuck' | 'max-iterations' | 'no-signal' | 'broken-signal';

interface LoopStep {
  readonly state: LoopState;
  /** Lines for the progress log: the brief, never the full summary. */
  readonly log: readonly string[];
  readonly warnings: readonly string[];
}

export type LoopDecision = LoopStep &
  (
    | { readonly kind: 'continue'; readonly checkpoint: boolean }
    | { readonly kind: 'complete' }
    | { readonly kind: 'halt'; readonly reason: HaltReason }
  );

export interface LoopSignal extends SignalCore {
  /** The host's own count of delivered lines and decided cells, where it has one. */
  readonly progress?: number;
  /** As the coordinator's envelope says. */
  readonly stuckDetected?: boolean;
}

/** A decision and what could be read of the signal it rests on; null where there was none. */
export type FollowedOutput = LoopDecision & { readonly fields: SignalFields | null };

/** One coordinator output: its signal read leniently, each mended field a warning (SIG-04). */
export function followOutput(
  state: LoopState,
  output: string,
  limits: LoopLimits = DEFAULT_LOOP_LIMITS,
): FollowedOutput {
  const next = { ...state, iterations: state.iterations + 1 };
  const parsed = parseSignal(output, { mode: 'lenient' });
  if (parsed === null)
    return {
      kind: 'halt',
      reason: 'no-signal',
      state: next,
      log: [],
      warnings: ['the output holds no signal'],
      fields: null,
    };
  const { fields } = parsed;
  const warnings = parsed.problems.map(({ message }) => message);
  const core = toSignalCore(fields);
  if (core.kind === 'incomplete') {
    const missing = `the signal lacks a readable ${core.missing.join(', ')}`;
    return { kind: 'halt', reason: 'broken-signal', state: next, log: [], warnings: [...warnings, missing], fields };
  }
  const signal = { ...core.signal, stuckDetected: fields.stuck_detected === true };
  const decision = decideContinuation(state, signal, limits);
  return { ...decision, warnings: [...warnings, ...decision.warnings], fields };
}

/** A limit forces the end even if the coordinator wants to go on. */
export function decideContinuation(state: LoopState, signal: LoopSignal, limits: LoopLimits): LoopDecision {
  const next = advance(state, signal);
  const warnings = findContradictions(signal);
  if (!signal.requiresContinuation) return { kind: 'complete', state: next, log: formatProgress(signal), warnings };
  const reason = findLimit(next, signal, limits);
  if (reason !== null) {
    const log = [...formatProgress(signal).slice(0, -1), `Halted: ${HALT_TEXTS[reason]}`];
    return { kind: 'halt', reason, state: next, log, warnings };
  }
  const checkpoint = signal.contextUsagePercent >= limits.checkpointPercent;
  return { kind: 'continue', checkpoint, state: next, log: formatProgress(signal), warnings };
}

function advance(state: LoopState, signal: LoopSignal): LoopState {
  const work = formatWork(signal.workRemaining);
  const progress = signal.progress ?? state.lastProgress;
  const isSame = work === state.lastWork && progress === state.lastProgress;
  return {
    iterations: state.iterations + 1,
    lastWork: work,
    lastProgress: progress,
    unchanged: isSame ? state.unchanged + 1 : 0,
  };
}

const HALT_TEXTS = {
  'context-exhausted': 'the context is exhausted',
  'context-limit': 'the context usage reached the limit',
  stuck: `${STUCK_AFTER} iterations in a row changed nothing`,
  'max-iterations': 'the limit of iterations is reached',
} as const;

function findLimit(state: LoopState, signal: LoopSignal, limits: LoopLimits): keyof typeof HALT_TEXTS | null {
  const usage = signal.contextUsagePercent;
  if (signal.contextExhausted || usage >= CONTEXT_EXHAUSTED_PERCENT) return 'context-exhausted';
  if (usage >= limits.haltPercent) return 'context-limit';
  if (signal.stuckDetected === true || state.unchanged >= STUCK_AFTER) return 'stuck';
  return state.iterations >= limits.maxIterations ? 'max-iterations' : null;
}

/** Legal at a limit or when stuck, so only said (SIG-07). */
function findContradictions(signal: SignalCore): readonly string[] {
  const isOpen = hasWork(signal.workRemaining);
  if (signal.requiresContinuation === isOpen) return [];
  return isOpen
    ? [`work remains (${formatWork(signal.workRemaining)}) but no continuation is required`]
    : ['a continuation is required but no work remains'];
}

/** The progress log of one iteration, by its continuation flag (PARSE-07). */
export function formatProgress(signal: SignalCore): readonly string[] {
  const usage = `Context usage: ${signal.contextUsagePercent}%`;
  if (!signal.requiresContinuation) return [`Workflow complete: ${signal.summaryBrief}`, usage];
  return [
    `Iteration complete: ${signal.summaryBrief}`,
    `Work remaining: ${formatWork(signal.workRemaining)}`,
    usage,
    'Continuing to next iteration...',
  ];
}

/** The full summary is opened for debugging, or where the signal could not steer the loop (COMPLY-15). */
export const needsFullSummary = (decision: LoopDecision, isDebugging: boolean): boolean =>
  isDebugging || (decision.kind === 'halt' && (decision.reason === 'no-signal' || decision.reason === 'broken-signal'));
