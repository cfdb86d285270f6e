/**
 * Moves the audit to its next phase (throws for a transition that does not exist) and records phase markers, notes, signals and the
 * halt, each in the returned state and as an event (FACT-03). Called by run-audit.ts, prepare-audit.ts and hunt-rounds.ts.
 */
import { ReviewError } from '../../errors.ts';
import type { ReportSignal } from '../../protocol/report/report-document.ts';
import { type AuditMarker, formatMarker, type PhaseMarker } from '../../protocol/rounds/audit-markers.ts';
import { type AuditPhase, advanceAudit, formatPhaseName } from '../../protocol/rounds/audit-phases.ts';
import type { AuditPorts } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';

/** Moves on; a way that does not exist throws. */
export function enter(state: AuditState, phase: AuditPhase, ports: Pick<AuditPorts, 'emit'>): AuditState {
  const progress = advanceAudit(state.progress, phase);
  ports.emit({
    kind: 'transition',
    from: formatPhaseName(state.progress.phase),
    to: formatPhaseName(phase),
    reason: phase.kind === 'next-round' ? (state.rounds.at(-1)?.move.reason ?? null) : null,
  });
  return { ...state, progress };
}

export function addMarker(
  state: AuditState,
  marker: Omit<PhaseMarker, 'kind'>,
  ports: Pick<AuditPorts, 'emit'>,
): AuditState {
  const whole: PhaseMarker = { kind: 'phase', ...marker };
  return { ...note(state, whole, ports), markers: [...state.markers, whole] };
}

/** A marker of the log that is no phase's: it goes out now and stands in the report's transcript. */
export const note = (state: AuditState, marker: AuditMarker, ports: Pick<AuditPorts, 'emit'>): AuditState => ({
  ...state,
  transcript: [...state.transcript, say(ports, marker)],
});

export function say({ emit }: Pick<AuditPorts, 'emit'>, marker: AuditMarker): string {
  const line = formatMarker(marker);
  emit({ kind: 'marker', line });
  return line;
}

/** Ends before the report: nothing follows, and the log says why (FACT-03, FACT-11). */
export function halt(from: string, error: unknown, ports: Pick<AuditPorts, 'emit'>): void {
  const reason = error instanceof ReviewError ? error.code.replaceAll('-', '_') : 'internal';
  ports.emit({ kind: 'transition', from, to: formatPhaseName({ kind: 'halt', reason }), reason });
  say(ports, { kind: 'halt', text: reason });
}

/** A phase is over: its signal goes out now and stands in the report as it was. */
export function tell(state: AuditState, signal: ReportSignal, ports: Pick<AuditPorts, 'emit'>): AuditState {
  ports.emit({ kind: 'signal', signal });
  return { ...state, signals: [...state.signals, signal] };
}
