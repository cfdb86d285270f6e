/**
 * The AuditDriver port: hunts, follows flows and validates for an audit (phases 2 to 4); with the types of its tasks and results,
 * of the survey (phase 1) and the baseline scan. Results are data, nothing rejects; what an agent claims and what the program saw
 * stay apart. Implemented in reviewers/embedded/audit/ and reviewers/model/audit/, called by engine/audit/.
 */

import type { Mode } from '../protocol/budget/mode.ts';
import type { TurnPlan } from '../protocol/budget/turns.ts';
import type { AuditMode } from '../protocol/coverage/audit-mode.ts';
import type { CoverageEvidence, InapplicabilityEvidence } from '../protocol/coverage/coverage-evidence.ts';
import type { CoverageStatus, Dimension } from '../protocol/findings/dimension.ts';
import type { ClaimedFinding, Finding, LineRange } from '../protocol/findings/finding.ts';
import type { CutoffReason } from '../protocol/output/agent-claims.ts';
import type { AgentOutput } from '../protocol/output/agent-output.ts';
import type { Validation } from '../protocol/output/result-blocks.ts';
import type { AttackChain } from '../protocol/rounds/attack-chains.ts';
import type { AuditRecon } from '../protocol/rounds/audit-recon.ts';
import type { FalsePositive, PastSearch, RoundContext } from '../protocol/rounds/round-context.ts';
import type { Hotspot } from '../protocol/rounds/state-transfer.ts';
import type { HistoryIndex } from '../protocol/rounds/state-transfer-rules.ts';
import type { ValidationBatch } from '../protocol/rounds/validation-plan.ts';
import type { AnalyzerRow } from './analyzer.ts';
import type { DriverLimits, ReviewTools } from './driver.ts';
import type { IndexedFile } from './file-index.ts';
import type { Snapshot } from './repository.ts';

// ---------------------------------------------------------------------------------------------------- phase 2

export interface HuntTask {
  readonly agentId: string;
  readonly round: number;
  readonly emergency: boolean;
  readonly mode: AuditMode;
  readonly dimensions: readonly Dimension[];
  readonly turns: TurnPlan;
  /** Search and read calls (FACT-04). */
  readonly maxToolCalls: number;
  /** Findings that count from this agent; null = all (TRUNC-12). */
  readonly maxFindings: number | null;
  /** The agent's area: the whole scope, or its share where agents split a dimension. */
  readonly files: readonly IndexedFile[];
  readonly recon: AuditRecon;
  readonly hotspots: readonly Hotspot[];
  readonly findings: readonly Finding[];
  /** State of the rounds before; null in the first. */
  readonly transfer: { readonly context: RoundContext; readonly history: HistoryIndex } | null;
}

/** What the host saw an agent do; coverage is computed from this alone (HOST-01). */
export interface HuntTrail {
  readonly filesRead: readonly string[];
  /**
   * Lines that were given to the agent, which is what it may cite; `filesRead` are those it has answered to. By file; null for
   * one that reads the files itself, as analyzers do (OUTPUT-11).
   */
  readonly delivered: Readonly<Record<string, readonly LineRange[]>> | null;
  readonly searches: readonly PastSearch[];
  readonly evidence: readonly CoverageEvidence[];
  readonly inapplicable: readonly InapplicabilityEvidence[];
  readonly cells: readonly CoverageCell[];
  /** Entry points as `file:line` whose way to the sinks was followed. */
  readonly tracedEntryPoints: readonly string[];
  readonly cleanFiles: readonly string[];
  readonly falsePositives: readonly FalsePositive[];
  readonly hotspots: readonly Hotspot[];
  readonly toolCalls: Readonly<Record<string, number>>;
  /** Files read again for a gap or a hotspot (TRANSFER-11). */
  readonly rereads: number;
  /** Calls the rules of the state transfer forbade. */
  readonly refusals: number;
  readonly documentsLoaded: readonly string[];
}

/** A file in a dimension; in the control dimensions an endpoint, in the file whose function answers it. */
export interface CoverageCell {
  readonly dimension: Dimension;
  readonly path: string;
  readonly endpoint?: EndpointName;
  readonly status: Exclude<CoverageStatus, 'not-applicable'>;
  /** Of a shallow cell: lines of sinks whose data was not followed to its source or to a check; null where no line is known (FLOW-04). */
  readonly unresolved?: readonly (number | null)[];
}

export interface EndpointName {
  /** `file:line` as recon names it. */
  readonly place: string;
  readonly label: string;
}

export const EMPTY_TRAIL: HuntTrail = {
  filesRead: [],
  delivered: null,
  searches: [],
  evidence: [],
  inapplicable: [],
  cells: [],
  tracedEntryPoints: [],
  cleanFiles: [],
  falsePositives: [],
  hotspots: [],
  toolCalls: {},
  rereads: 0,
  refusals: 0,
  documentsLoaded: [],
};

/** How the work on a task ended. `replied`: there is an output, whole or cut. */
export type HuntEnding = 'replied' | 'failed' | 'sibling_error' | 'not_found' | 'timeout' | 'aborted';

export interface HuntResult {
  readonly ending: HuntEnding;
  readonly reason: string | null;
  readonly output: AgentOutput;
  readonly trail: HuntTrail;
  readonly usedTokens: number;
  readonly budgetMode: Mode;
  readonly cutoffReason: CutoffReason | null;
  /** Whose words its findings are; null for analyzers, and where several models have answered by turns. */
  readonly model: string | null;
}

// ---------------------------------------------------------------------------------------------------- phase 3

export interface DeepDiveTask {
  readonly hotspots: readonly Hotspot[];
  /** Findings whose flow is wanted: all Critical and High ones, and those at the hotspots. */
  readonly findings: readonly Finding[];
  /** Candidate chains, to be shown or refuted. */
  readonly chains: readonly AttackChain[];
}

export interface FlowStep {
  readonly file: string;
  readonly line: number;
  readonly what: string;
}

/** What is read from a request, as written, and where. */
export interface RequestValue {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** `byModel`: a model states it, of lines that it was given. */
export type FlowOutcome = FollowedFlow & { readonly byModel?: boolean };

type FollowedFlow =
  | {
      readonly kind: 'complete';
      readonly steps: readonly FlowStep[];
      /** Place of the entry point, as recon names it; null where it is none of recon's. */
      readonly entry: string | null;
      /** The value of the request that was followed from there to the flaw; absent where only the calls were. */
      readonly value?: RequestValue;
    }
  | {
      readonly kind: 'broken';
      readonly steps: readonly FlowStep[];
      readonly reason: 'reflection' | 'dynamic_dispatch' | 'callback' | 'async_boundary' | 'external_library';
    }
  /** The flaw lies in one place; there is no way from a source to follow (a key, a setting, a version). */
  | {
      readonly kind: 'in-place';
      /** Place of an entry point from which the code around it is reached, where one is known. */
      readonly entry?: string | null;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

export interface DeepDiveResult {
  readonly flows: ReadonlyMap<string, FlowOutcome>;
  readonly hotspotsCovered: readonly Hotspot[];
  /** By id of the chain; a chain without an answer stays a candidate. */
  readonly chains: ReadonlyMap<string, ChainAnswer>;
  readonly reason: string | null;
}

export interface ChainAnswer {
  readonly holds: boolean;
  readonly reason: string;
  /** False where it is an agent's word about lines it was never given; then the chain is neither shown nor refuted. */
  readonly isVerified: boolean;
}

// ---------------------------------------------------------------------------------------------------- phase 4

export interface ValidationTask {
  readonly agentId: string;
  readonly batch: ValidationBatch;
  /** Ids are those of the batch; of Semgrep's hits `SG-001`. */
  readonly findings: readonly Finding[];
}

export interface ValidatorDecision extends Omit<Validation, 'original'> {
  /** Code that contradicts the finding, quoted; a Critical is rejected with it only. */
  readonly contradiction: { readonly file: string; readonly line: number; readonly quote: string } | null;
  /** What a tester would send, composed from the code, or why there is nothing to send (FACT-10). Never run. */
  readonly proof?: { readonly request: string } | { readonly reason: string };
  /** Place of the entry point the validator followed it back to, where it did. */
  readonly entry?: string | null;
}

/** A finding a validator looked at and could not decide: which steps it took, and what stood in the way. */
export type UndecidedFinding = Pick<Validation, 'id' | 'verification' | 'reason'>;

export interface ValidationOutcome {
  readonly kind: 'decided' | 'failed';
  readonly reason: string | null;
  readonly decisions: readonly ValidatorDecision[];
  /** How it was checked, for the report: `re-traced from the entry point`, `model anthropic/x`. */
  readonly method: string;
  readonly undecided?: readonly UndecidedFinding[];
}

// ---------------------------------------------------------------------------------------------------- the driver

/** What one agent of an audit works with: its own account and tools, opened and metered by the host (HOST-01, AUD-26). */
export type AuditSession = ReviewTools;

/** Hunts, deepens and validates. Nothing rejects; a driver that throws counts as failed. */
export interface AuditDriver {
  /** `embedded`, or provider and name of the model. */
  readonly name: string;
  /** Absent where nothing is known. */
  readonly limits?: DriverLimits;
  hunt(task: HuntTask, session: AuditSession, signal: AbortSignal): Promise<HuntResult>;
  deepen(task: DeepDiveTask, session: AuditSession, signal: AbortSignal): Promise<DeepDiveResult>;
  validate(task: ValidationTask, session: AuditSession, signal: AbortSignal): Promise<ValidationOutcome>;
}

export interface RefutedClaim {
  readonly claim: ClaimedFinding;
  readonly reason: string;
}

/** The scan that runs beside the first round (FACT-06, AUD-30). */
export interface BaselineScan {
  readonly semgrep: {
    readonly status: 'completed' | 'partial' | 'absent' | 'failed';
    readonly reason: string | null;
    readonly findings: readonly ClaimedFinding[];
    /** As the program says; not in recordings made before it was kept. */
    readonly version?: string | null;
  };
  readonly embedded: {
    readonly status: 'completed' | 'partial' | 'failed';
    readonly findings: readonly ClaimedFinding[];
    /** What was assumed from one file and does not stand in the project. */
    readonly refuted?: readonly RefutedClaim[];
  };
  readonly analyzers: readonly AnalyzerRow[];
}

export type ScanBaseline = (
  files: readonly IndexedFile[],
  snapshot: Snapshot,
  signal: AbortSignal,
) => Promise<BaselineScan>;

/** Phase 1, by the host from the files (FACT-03). */
export type SurveyProject = (files: readonly IndexedFile[], snapshot: Snapshot) => Promise<AuditRecon>;
