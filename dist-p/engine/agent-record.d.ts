/**
 * The growing record of one agent on one assignment, and what is left of it: what was delivered, said and finished, how it
 * ended, and what that means for its files (HOST-10, REV-15, REV-16). Judges what happened; makes nothing happen.
 */
import type { AgentTools, AnalyzerRow, AskedModels, AssignedFile, Assignment, Clock, CutAnswer, Driver, Emit, ReviewOutcome, Snapshot, TokenCounter } from '../ports.ts';
import type { AgentClaims } from '../protocol/agent-claims.ts';
import type { Opinion } from '../protocol/consensus.ts';
import type { LineRange } from '../protocol/finding.ts';
import type { HeardClaim } from '../protocol/recollection.ts';
import type { AgentStatus, CutoffReason, Mode, Verdict } from '../protocol/report-document.ts';
import type { SkippedFile } from '../protocol/synthesis.ts';
import type { Thresholds } from '../protocol/thresholds.ts';
import type { AcceptedFinding } from './accept-finding.ts';
import { type Ledger } from './ledger.ts';
import type { OpenTools } from './review-request.ts';
/** What is left of an agent's wave: plain, readonly, JSON-safe. */
export interface AgentRun {
    readonly agent: string;
    /** The model that was asked; null for analyzers. */
    readonly model: string | null;
    readonly round: number;
    readonly wave: number;
    readonly budgetTokens: number;
    readonly usedTokens: number;
    readonly mode: Mode;
    readonly status: AgentStatus;
    readonly cutoffReason: CutoffReason | null;
    /** The agent's own verdict; null = derived from its findings. */
    readonly verdict: Verdict | null;
    readonly vetoReasons: readonly string[];
    readonly message: string | null;
    readonly done: readonly string[];
    /** Never reviewable by this agent, with the reason. */
    readonly barred: readonly SkippedFile[];
    /** Assigned and not finished; a further wave may take them. */
    readonly open: readonly string[];
    /** Done after full analysis had ended (REV-18). */
    readonly reduced: readonly string[];
    readonly skipped: {
        readonly medium: number;
        readonly low: number;
    };
    readonly findings: readonly AcceptedFinding[];
    /** Claims that name no file of the assignment. */
    readonly homeless: readonly string[];
    /** Findings recorded per file over all waves so far, so that a later wave goes on behind them. */
    readonly recorded: Readonly<Record<string, number>>;
    /** Lines of files that reached the agent over all waves so far; none where reading needs no delivery. */
    readonly delivered: Readonly<Record<string, readonly LineRange[]>>;
    /** Files it has looked into, finished or not. */
    readonly begun: readonly string[];
    readonly analyzers: readonly AnalyzerRow[];
    readonly notes: readonly string[];
    readonly cuts: readonly CutAnswer[];
    readonly claimed: AgentClaims | null;
    /** What it thinks of findings of others, by the reports behind them. */
    readonly opinions: readonly RunOpinion[];
    /** Of `done`: what it was not given, since it had reviewed it in an earlier run. */
    readonly recalled: readonly string[];
    /** Files it said to have finished while in full analysis, and spoke of no more. */
    readonly closed: readonly string[];
    /** What the model claimed in this run, as it said it. */
    readonly heard: readonly HeardClaim[];
    /** Every file it has looked into with its tools. */
    readonly looked: readonly string[];
    readonly asked: AskedModels;
}
export interface RunOpinion {
    readonly stance: Opinion['stance'];
    readonly model: string | null;
    readonly reports: readonly string[];
}
export interface AgentRunPorts {
    /** What watchers call it. */
    readonly label: string;
    readonly driver: Driver;
    readonly snapshot: Snapshot;
    readonly counter: TokenCounter;
    readonly clock: Clock;
    readonly emit: Emit;
    readonly thresholds: Thresholds;
    readonly openTools: OpenTools;
    readonly timeoutMs: number;
    /** Fires when the user or a limit ends the run. */
    readonly signal: AbortSignal;
}
/** The growing record of one run. */
export interface Desk {
    readonly assignment: Assignment;
    readonly ports: AgentRunPorts;
    readonly ledger: Ledger;
    readonly files: ReadonlyMap<string, AssignedFile>;
    readonly done: Set<string>;
    readonly barred: Map<string, SkippedFile>;
    readonly refused: Set<string>;
    readonly reduced: Set<string>;
    readonly findings: AcceptedFinding[];
    readonly homeless: string[];
    readonly heard: HeardClaim[];
    readonly closed: Set<string>;
    readonly recorded: Map<string, number>;
    readonly analyzers: AnalyzerRow[];
    tools: AgentTools | null;
    /** Mode in which the file under review was begun. */
    fileMode: Mode;
    medium: number;
    low: number;
}
export declare const ending: (status: ReviewOutcome['status'], cutoffReason: CutoffReason, message: string | null) => ReviewOutcome;
/** Lines an agent may speak of; null where it was given the whole file, or reads without being delivered to. */
export declare function deliveredOf({ ports, assignment, tools }: Desk, file: AssignedFile | null, delivered?: ReadonlyMap<string, readonly LineRange[]> | undefined): readonly LineRange[] | null;
/** So far: nothing has ended well yet. */
export declare const countDone: (desk: Desk) => number;
export declare function openDesk(assignment: Assignment, ports: AgentRunPorts): Desk;
export declare function closeDesk(desk: Desk, outcome: ReviewOutcome): AgentRun;
