import { type AuditMode } from './audit-mode.ts';
export type AuditPhase = {
    readonly kind: 'recon';
} | {
    readonly kind: 'running';
    readonly round: number;
    readonly emergency: boolean;
} | {
    readonly kind: 'evaluation';
    readonly round: number;
    readonly emergency: boolean;
}
/** The decision for a further round; `round` is the one that was evaluated. */
 | {
    readonly kind: 'next-round';
    readonly round: number;
} | {
    readonly kind: 'deep-dive';
} | {
    readonly kind: 'validation';
} | {
    readonly kind: 'report';
} | {
    readonly kind: 'halt';
    readonly reason: string;
};
export type AuditPhaseKind = AuditPhase['kind'];
/** Legal moves in standard and deep. An audit may be halted anywhere before its report. */
export declare const PHASE_MOVES: Readonly<Record<AuditPhaseKind, readonly AuditPhaseKind[]>>;
export type PlanAck = 'confirmed' | 'not_confirmed';
export interface AuditProgress {
    readonly mode: AuditMode;
    readonly phase: AuditPhase;
    readonly planAck: PlanAck | null;
    readonly emergencyUsed: boolean;
}
export declare const startAudit: (mode: AuditMode) => AuditProgress;
/** Records the answer to the plan; an unconfirmed plan never starts a hunt agent. */
export declare const acknowledgePlan: (progress: AuditProgress, planAck: PlanAck) => AuditProgress;
/** Why the move is illegal, or null. */
export declare function explainIllegalMove(progress: AuditProgress, next: AuditPhase): string | null;
/** Moves on, or throws where the move is illegal. */
export declare function advanceAudit(progress: AuditProgress, next: AuditPhase): AuditProgress;
/** The name of a state as FACT-03 writes it: `ROUND_2_RUNNING`. */
export declare function formatPhaseName(phase: AuditPhase): string;
