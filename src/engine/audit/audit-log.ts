/** How an audit moves and what it writes into its log: every transition checked, every phase marked (FACT-03). */
import { formatMarker, type PhaseMarker } from '../../protocol/audit-markers.ts';
import { type AuditPhase, advanceAudit, formatPhaseName } from '../../protocol/audit-phases.ts';
import type { ReportSignal } from '../../protocol/report-document.ts';
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

export function mark(
  state: AuditState,
  marker: Omit<PhaseMarker, 'kind'>,
  ports: Pick<AuditPorts, 'emit'>,
): AuditState {
  const whole: PhaseMarker = { kind: 'phase', ...marker };
  say(ports, formatMarker(whole));
  return { ...state, markers: [...state.markers, whole] };
}

export const say = (ports: Pick<AuditPorts, 'emit'>, line: string): void => ports.emit({ kind: 'marker', line });

/** A phase is over: its signal goes out now and stands in the report as it was. */
export function tell(state: AuditState, signal: ReportSignal, ports: Pick<AuditPorts, 'emit'>): AuditState {
  ports.emit({ kind: 'signal', signal });
  return { ...state, signals: [...state.signals, signal] };
}
