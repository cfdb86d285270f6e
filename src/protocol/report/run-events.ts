/**
 * What happens in a run, as it happens: the events of reviews and audits, and their documents on the wire (`-f jsonl`).
 * Events are flat, so that a document is the same fields under snake_case names. Nothing is decided here.
 */
import type { Dimension } from '../findings/dimension.ts';
import type { Severity } from '../findings/severity.ts';
import type { Evaluation } from '../rounds/evaluation.ts';
import type { AnalyzerStatus, Isolation, Mode, ReportSignal, RoundDecision } from './report-document.ts';

export const EVENTS_SCHEMA = 'consensus-review/events@1';

/** The first event of every run. */
export interface RunStartedEvent {
  readonly kind: 'run';
  readonly runId: string;
  readonly playbook: 'review' | 'audit';
  readonly mode: 'review' | 'quick' | 'standard' | 'deep';
  readonly model: string;
}

/** A phase is entered or left. `wave` is the round in an audit; `state` the state of the audit, as in `ROUND_2_RUNNING`. */
export interface PhaseEvent {
  readonly kind: 'phase';
  readonly phase: 1 | 2 | 3 | 4 | 5;
  readonly name: string;
  readonly status: 'started' | 'finished';
  readonly wave: number;
  readonly state?: string;
}

export interface StepEvent {
  readonly kind: 'step';
  readonly step: 'scope' | 'index';
  readonly status: 'started' | 'finished';
  readonly files: number;
}

export interface PlanEvent {
  readonly kind: 'plan';
  readonly wave: number;
  readonly totalTokens: number;
  readonly scale: number;
  readonly isolation: Isolation;
  readonly agents: number;
}

export interface BranchEvent {
  readonly kind: 'branch';
  readonly agent: string;
  readonly branchId: string;
  readonly status: 'created' | 'returned';
}

/** A reviewer of a wave or a hunt agent of a round; `dimensions`, and `outcome` once it is over, only of the latter. */
export interface AgentEvent {
  readonly kind: 'agent';
  readonly agent: string;
  readonly wave: number;
  readonly status: 'started' | 'progress' | 'finished';
  readonly usageRatio: number;
  readonly mode: Mode;
  readonly findings: number;
  readonly filesDone: number;
  readonly filesTotal: number;
  readonly message: string | null;
  readonly dimensions?: readonly Dimension[];
  readonly outcome?: 'completed' | 'truncated' | 'failed';
}

/** After a wave or a round; `wave` is the round in an audit. */
export interface DecisionEvent {
  readonly kind: 'decision';
  readonly wave: number;
  readonly decision: 'next-wave' | RoundDecision | 'restart';
  readonly reason: string;
}

/** A return signal, when its wave, phase or run is over (HOST-08). */
export interface SignalEvent {
  readonly kind: 'signal';
  readonly signal: ReportSignal;
}

/** A move of the audit's state machine, by the names of its states. */
export interface TransitionEvent {
  readonly kind: 'transition';
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
}

export interface ReconEvent {
  readonly kind: 'recon';
  readonly modules: number;
  readonly entryPoints: number;
  readonly dependencies: number;
  readonly loc: number;
  readonly isLibrary: boolean;
}

/** A scan that runs beside the hunt. */
export interface BaselineEvent {
  readonly kind: 'baseline';
  readonly analyzer: string;
  readonly status: 'started' | AnalyzerStatus;
  readonly findings: number;
  readonly reason: string | null;
}

export interface RoundEvent {
  readonly kind: 'round';
  readonly round: number;
  readonly isEmergency: boolean;
  readonly status: 'started' | 'finished';
  readonly agents: number;
  readonly dimensions: readonly Dimension[];
  readonly findings: number;
}

/** An agent's output was cut; `recovery` says in words what was done with it. */
export interface TruncationEvent {
  readonly kind: 'truncation';
  readonly agent: string;
  readonly round: number;
  readonly severity: 'mild' | 'severe';
  readonly keptFindings: number;
  readonly recovery: string;
}

/** An agent that stands in for one that was cut or failed. */
export interface RetryEvent {
  readonly kind: 'retry';
  readonly agent: string;
  readonly retryOf: string;
  readonly round: number;
  readonly dimensions: readonly Dimension[];
  readonly reason: string;
}

/** The three steps of an evaluation, always in the order of `step`. What another step would say is empty or null. */
export interface EvaluationEvent {
  readonly kind: 'evaluation';
  readonly round: number;
  readonly step: 'detect-truncation' | 'rate-coverage' | 'ask-questions';
  readonly interruptedAgents: readonly string[];
  readonly gaps: readonly Dimension[];
  /** 0..1 */
  readonly coverageRatio: number | null;
  readonly isMet: boolean | null;
  readonly unsearched: boolean | null;
  readonly allTraced: boolean | null;
  readonly combinations: boolean | null;
}

/** The deep dive followed a hotspot or a finding. */
export interface DeepDiveEvent {
  readonly kind: 'deep-dive';
  readonly target: string;
  readonly files: number;
  readonly outcome: 'flow-complete' | 'flow-open' | 'refuted';
}

export interface ChainEvent {
  readonly kind: 'chain';
  readonly chain: string;
  readonly title: string;
  readonly findings: readonly string[];
  readonly severity: Severity;
}

/** What Phase 4 made of one finding. */
export interface ValidationEvent {
  readonly kind: 'validation';
  readonly finding: string;
  readonly validator: string;
  readonly outcome: 'confirmed' | 'downgraded' | 'rejected' | 'needs_manual';
  readonly severity: Severity;
  readonly reason: string;
}

/** A line of the audit's log, as `[PHASE] …` (FACT-03). */
export interface MarkerEvent {
  readonly kind: 'marker';
  readonly line: string;
}

/** Everything a watcher may want to know, as it happens. */
export type RunEvent =
  | RunStartedEvent
  | PhaseEvent
  | StepEvent
  | PlanEvent
  | BranchEvent
  | AgentEvent
  | DecisionEvent
  | SignalEvent
  | TransitionEvent
  | ReconEvent
  | BaselineEvent
  | RoundEvent
  | TruncationEvent
  | RetryEvent
  | EvaluationEvent
  | DeepDiveEvent
  | ChainEvent
  | ValidationEvent
  | MarkerEvent;

const SILENT = {
  interruptedAgents: [],
  gaps: [],
  coverageRatio: null,
  isMet: null,
  unsearched: null,
  allTraced: null,
  combinations: null,
} as const;

/** The steps an evaluation took, in the order in which it took them (EVALUATE-01). */
export const evaluationEvents = (round: number, evaluation: Evaluation): readonly EvaluationEvent[] =>
  evaluation.steps.map((step) => {
    const event = { kind: 'evaluation', round, step, ...SILENT } as const;
    if (step === 'detect-truncation') return { ...event, interruptedAgents: evaluation.interruptedAgents };
    if (step === 'rate-coverage')
      return { ...event, gaps: evaluation.gaps, coverageRatio: evaluation.ratio, isMet: evaluation.met };
    return { ...event, ...evaluation.answers };
  });

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Text;

type WireFields<Event extends RunEvent> = Event extends RunEvent
  ? { readonly [Key in keyof Event as Key extends 'kind' ? 'event' : SnakeCase<Key & string>]: Event[Key] }
  : never;

/** An event under its wire names. */
export type EventDocument = WireFields<RunEvent>;

const toSnake = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);

export function toEventDocument({ kind, ...fields }: RunEvent): EventDocument {
  const wire = Object.entries(fields).map(([name, value]) => [toSnake(name), value] as const);
  return { event: kind, ...Object.fromEntries(wire) } as unknown as EventDocument;
}
