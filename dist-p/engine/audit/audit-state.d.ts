/** Everything an audit has recorded, readonly and JSON-safe, and what follows from it for the next round. */
import type { BaselineScan, CoverageCell, HuntResult, KnownFinding } from '../../audit-port.ts';
import type { Reaudit } from '../../protocol/agent-claims.ts';
import type { AgentRegistry } from '../../protocol/agent-registry.ts';
import type { ModuleFinding } from '../../protocol/attack-chains.ts';
import type { PartialRatings } from '../../protocol/audit-coverage.ts';
import type { PhaseMarker } from '../../protocol/audit-markers.ts';
import type { AuditProgress } from '../../protocol/audit-phases.ts';
import { type AuditRecon } from '../../protocol/audit-recon.ts';
import type { RoundMove } from '../../protocol/convergence.ts';
import type { Dimension, DimensionCoverage } from '../../protocol/dimension.ts';
import type { Evaluation } from '../../protocol/evaluation.ts';
import type { ReportSignal } from '../../protocol/report-document.ts';
import type { AuditHistory, Hotspot, TransferLosses } from '../../protocol/state-transfer.ts';
import type { AcceptedFinding } from '../accept-finding.ts';
import type { Survey } from '../survey.ts';
import { type AuditPlan } from './plan-audit.ts';
/** A finding the host has taken over, numbered over all agents and rounds. */
export interface AuditFinding {
    readonly id: string;
    readonly agent: string;
    readonly round: number;
    readonly claim: AcceptedFinding;
    /** What the agent says of its own check (FACT-05). */
    readonly selfCheck: 'pass' | 'partial' | 'skip';
    /** At the place of a known false positive: in the record, not counted (TRANSFER-15). */
    readonly isFlagged: boolean;
}
/** One agent's work on one task, as it ended. */
export interface HuntRecord {
    readonly agentId: string;
    readonly retryOf: string | null;
    readonly round: number;
    readonly emergency: boolean;
    readonly isRestart: boolean;
    readonly dimensions: readonly Dimension[];
    readonly maxTurns: number;
    readonly budgetTokens: number;
    readonly files: number;
    /** Dimensions of which recon saw a place in the agent's files. */
    readonly present: readonly Dimension[];
    readonly result: HuntResult;
    readonly findings: readonly AuditFinding[];
    readonly needsReaudit: readonly Reaudit[];
    /** Findings of a reduced retry beyond its limit (TRUNC-12). */
    readonly refusedFindings: number;
    readonly claimedCoverage: Readonly<Partial<Record<Dimension, string>>>;
}
export interface RoundRecord {
    readonly round: number;
    readonly emergency: boolean;
    readonly evaluation: Evaluation;
    readonly move: RoundMove;
    readonly transferLosses: TransferLosses | null;
}
export interface AuditState {
    readonly survey: Survey;
    readonly recon: AuditRecon;
    readonly plan: AuditPlan;
    readonly progress: AuditProgress;
    readonly registry: AgentRegistry;
    readonly hunts: readonly HuntRecord[];
    readonly rounds: readonly RoundRecord[];
    readonly baseline: BaselineScan | null;
    readonly markers: readonly PhaseMarker[];
    /** Every marker line so far, as it went out (FACT-03). */
    readonly transcript: readonly string[];
    readonly restartUsed: boolean;
    /** Why hunting came to nothing; null where it did not (AUD-25). */
    readonly huntFailure: string | null;
    readonly transferWarnings: readonly string[];
    /** Of the phases that are over, as they went out. */
    readonly signals: readonly ReportSignal[];
}
export declare const listFindings: (state: Pick<AuditState, 'hunts'>) => readonly AuditFinding[];
/** What the host set aside: known false positives, and what its own check did not find in the code. */
export declare const listRefused: (state: Pick<AuditState, 'hunts'>) => readonly AuditFinding[];
export declare const listCounted: (state: Pick<AuditState, 'hunts'>) => readonly AuditFinding[];
export declare const toKnown: ({ id, agent, round, claim }: AuditFinding) => KnownFinding;
/** Hotspots agents named and the places of grave findings of the baseline in what was asked for, each once. */
export declare function listHotspots(state: Pick<AuditState, 'hunts' | 'baseline' | 'plan'>): readonly Hotspot[];
/** Dimensions with a hotspot or a Critical or High finding (AUD-07). */
export declare function listAlarming(state: Pick<AuditState, 'hunts' | 'baseline' | 'plan' | 'recon'>): readonly Dimension[];
/** What is handed to the next round, from the records of all rounds so far. */
export declare const buildHistory: (state: AuditState, coverage: DimensionCoverage) => AuditHistory;
export declare const toModuleFinding: (recon: AuditRecon, { id, claim }: AuditFinding) => ModuleFinding;
export declare const cellKey: ({ dimension, path, endpoint }: Omit<CoverageCell, 'status'>) => string;
/** Best status of each dimension and file, or endpoint, over all agents and rounds. */
export declare function mergeCells(hunts: readonly HuntRecord[]): readonly CoverageCell[];
export declare const roundRatingsOf: (rounds: readonly RoundRecord[]) => readonly PartialRatings[];
