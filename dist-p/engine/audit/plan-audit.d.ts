/**
 * Who hunts what: the agents of a round with their dimensions, area, turns and budget (AGENTS, TURNS, AUD-08, AUD-14,
 * AUD-26). Pure; the same project gives the same plan.
 */
import type { HuntTask, KnownFinding } from '../../audit-port.ts';
import type { IndexedFile } from '../../ports.ts';
import type { PlannedHunter } from '../../protocol/audit-estimate.ts';
import type { AuditMode } from '../../protocol/audit-mode.ts';
import type { AuditRecon } from '../../protocol/audit-recon.ts';
import { type Dimension } from '../../protocol/dimension.ts';
import type { Hotspot } from '../../protocol/state-transfer.ts';
import { type TurnPlan } from '../../protocol/turns.ts';
/** One seat of a round, before an agent sits on it. */
export interface Seat {
    readonly dimensions: readonly Dimension[];
    readonly turns: TurnPlan;
    readonly files: readonly IndexedFile[];
    readonly maxFindings: number | null;
}
export type CellPaths = Readonly<Partial<Record<Dimension, readonly string[]>>>;
/** Whether this file is to be looked at in this dimension. */
export declare const isAskedCell: ({ dimensions, cellPaths }: Pick<AuditPlan, 'dimensions' | 'cellPaths'>, dimension: Dimension, path: string) => boolean;
export interface AuditPlan {
    readonly mode: AuditMode;
    readonly loc: number;
    readonly files: number;
    readonly isLibrary: boolean;
    readonly dimensions: readonly Dimension[];
    readonly notApplicable: readonly Dimension[];
    /** Where cells were asked for: the files of each dimension. Null = every file in every dimension. */
    readonly cellPaths: CellPaths | null;
    readonly seats: readonly Seat[];
}
export interface PlanFacts {
    readonly mode: AuditMode;
    readonly files: readonly IndexedFile[];
    readonly loc: number;
    readonly recon: AuditRecon;
    /** What the user asked for; null = all ten. */
    readonly dimensions: readonly Dimension[] | null;
    readonly requestedAgents: number | null;
    readonly cellPaths: CellPaths | null;
}
export declare function planAudit(facts: PlanFacts): AuditPlan;
export interface SeatRequest {
    readonly dimensions: readonly Dimension[];
    readonly agents: number;
    readonly turns: TurnPlan;
    readonly files: readonly IndexedFile[];
    readonly gaps: readonly Dimension[];
    readonly cellPaths: CellPaths | null;
}
/** Deals the dimensions by track and language, gaps first; agents that share all of that split the files between them. */
export declare function seatAgents(request: SeatRequest): readonly Seat[];
export interface TaskFacts {
    readonly mode: AuditMode;
    readonly round: number;
    readonly emergency: boolean;
    readonly loc: number;
    readonly recon: AuditRecon;
    readonly hotspots: readonly Hotspot[];
    readonly findings: readonly KnownFinding[];
    readonly transfer: HuntTask['transfer'];
}
export declare const toTask: (seat: Seat, agentId: string, facts: TaskFacts) => HuntTask;
/** The seats as an estimate sees them. */
export declare const toHunters: ({ seats }: Pick<AuditPlan, 'seats'>) => readonly PlannedHunter[];
