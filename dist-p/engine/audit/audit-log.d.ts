import { type AuditMarker, type PhaseMarker } from '../../protocol/audit-markers.ts';
import { type AuditPhase } from '../../protocol/audit-phases.ts';
import type { ReportSignal } from '../../protocol/report-document.ts';
import type { AuditPorts } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
/** Moves on; a way that does not exist throws. */
export declare function enter(state: AuditState, phase: AuditPhase, ports: Pick<AuditPorts, 'emit'>): AuditState;
export declare function mark(state: AuditState, marker: Omit<PhaseMarker, 'kind'>, ports: Pick<AuditPorts, 'emit'>): AuditState;
/** A marker of the log that is no phase's: it goes out now and stands in the report's transcript. */
export declare const note: (state: AuditState, marker: AuditMarker, ports: Pick<AuditPorts, 'emit'>) => AuditState;
export declare function say({ emit }: Pick<AuditPorts, 'emit'>, marker: AuditMarker): string;
/** Ends before the report: nothing follows, and the log says why (FACT-03, FACT-11). */
export declare function halt(from: string, error: unknown, ports: Pick<AuditPorts, 'emit'>): void;
/** A phase is over: its signal goes out now and stands in the report as it was. */
export declare function tell(state: AuditState, signal: ReportSignal, ports: Pick<AuditPorts, 'emit'>): AuditState;
