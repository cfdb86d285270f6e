/**
 * Formats the marker lines of an audit log (FACT-03) and checks from the phase markers whether a report may be written, is
 * incomplete, or the audit halts because a phase was skipped (FACT-11). Called by engine/audit/audit-log.ts and
 * engine/audit/compose-audit.ts.
 */
import type { AuditMode } from '../coverage/audit-mode.ts';
import type { PlanAck } from './audit-phases.ts';

export const PHASE_NUMBERS = ['1', '2', '2.5', '3', '4', '5'] as const;
export type PhaseNumber = (typeof PHASE_NUMBERS)[number];
export type PhaseStatus = 'completed' | 'partial';

export interface PhaseMarker {
  readonly kind: 'phase';
  readonly phase: PhaseNumber;
  readonly status: PhaseStatus;
  readonly next: PhaseNumber | 'report' | 'halt';
  readonly evidence: Readonly<Record<string, string>>;
}

export type AuditMarker =
  | { readonly kind: 'mode'; readonly mode: AuditMode }
  | { readonly kind: 'loaded' | 'recon' | 'plan' | 'halt'; readonly text: string }
  | { readonly kind: 'plan-ack'; readonly ack: PlanAck }
  | PhaseMarker;

const TEXT_MARKERS = { loaded: 'LOADED', recon: 'RECON', plan: 'PLAN', halt: 'HALT' } as const;

/** One line; what would break it apart is replaced. */
export function formatMarker(marker: AuditMarker): string {
  switch (marker.kind) {
    case 'mode':
      return `[MODE] ${marker.mode}`;
    case 'plan-ack':
      return `[PLAN_ACK] ${marker.ack}`;
    case 'phase':
      return `[PHASE] phase:${marker.phase} status:${marker.status} next:${marker.next} evidence:${formatEvidence(marker.evidence)}`;
    default:
      return `[${TEXT_MARKERS[marker.kind]}] ${marker.text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}`.trimEnd();
  }
}

const formatEvidence = (evidence: Readonly<Record<string, string>>): string =>
  Object.entries(evidence)
    .map(([key, value]) => `${toToken(key)}=${toToken(value)}`)
    .join(',');

const toToken = (text: string): string => text.replace(/[\s\p{Cc},={}]+/gu, '_');

export type ReportGate =
  | { readonly kind: 'complete' }
  | { readonly kind: 'INCOMPLETE'; readonly partialPhases: readonly PhaseNumber[] }
  | { readonly kind: 'halt'; readonly reason: 'phase_skip_violation'; readonly skippedPhases: readonly PhaseNumber[] };

const REQUIRED_PHASES = ['2', '2.5', '3', '4'] as const;

/** A report needs the markers of Phases 2, 2.5, 3 and 4; the last marker of a phase counts. */
export function checkReportGate(markers: readonly PhaseMarker[]): ReportGate {
  const status = new Map(markers.map((marker) => [marker.phase, marker.status]));
  const skippedPhases = REQUIRED_PHASES.filter((phase) => !status.has(phase));
  if (skippedPhases.length > 0) return { kind: 'halt', reason: 'phase_skip_violation', skippedPhases };
  const partialPhases = REQUIRED_PHASES.filter((phase) => status.get(phase) === 'partial');
  return partialPhases.length > 0 ? { kind: 'INCOMPLETE', partialPhases } : { kind: 'complete' };
}
