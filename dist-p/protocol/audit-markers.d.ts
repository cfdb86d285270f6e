/**
 * The marker lines of an audit log, written and read (FACT-03), and the gate they form before the report (FACT-11).
 * Parsing never throws; a line that is not exactly a marker is none.
 */
import { type AuditMode } from './audit-mode.ts';
import type { PlanAck } from './audit-phases.ts';
export declare const PHASE_NUMBERS: readonly ['1', '2', '2.5', '3', '4', '5'];
export type PhaseNumber = (typeof PHASE_NUMBERS)[number];
export type PhaseStatus = 'completed' | 'partial';
export interface PhaseMarker {
    readonly kind: 'phase';
    readonly phase: PhaseNumber;
    readonly status: PhaseStatus;
    readonly next: PhaseNumber | 'report' | 'halt';
    readonly evidence: Readonly<Record<string, string>>;
}
export type AuditMarker = {
    readonly kind: 'mode';
    readonly mode: AuditMode;
} | {
    readonly kind: 'loaded' | 'recon' | 'plan' | 'halt';
    readonly text: string;
} | {
    readonly kind: 'plan-ack';
    readonly ack: PlanAck;
} | PhaseMarker;
/** One line; what would break it apart is replaced. */
export declare function formatMarker(marker: AuditMarker): string;
/** Reads one line; null where it is no marker. */
export declare function parseMarker(line: string): AuditMarker | null;
export type ReportGate = {
    readonly kind: 'complete';
} | {
    readonly kind: 'INCOMPLETE';
    readonly partialPhases: readonly PhaseNumber[];
} | {
    readonly kind: 'halt';
    readonly reason: 'phase_skip_violation';
    readonly skippedPhases: readonly PhaseNumber[];
};
/** A report needs the markers of Phases 2, 2.5, 3 and 4; the last marker of a phase counts. */
export declare function checkReportGate(markers: readonly PhaseMarker[]): ReportGate;
