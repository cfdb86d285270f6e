/**
 * The marker lines of an audit log, written and read (FACT-03), and the gate they form before the report (FACT-11).
 * Parsing never throws; a line that is not exactly a marker is none.
 */
import { AUDIT_MODES, type AuditMode } from './audit-mode.ts';
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

const PHASE_LINE = /^phase:(\S+) status:(completed|partial) next:(\S+) evidence:(\S*)$/u;

/** Reads one line; null where it is no marker. */
export function parseMarker(line: string): AuditMarker | null {
  const match = /^\[([A-Z_]+)\](?: (.*))?$/u.exec(line.trim());
  if (match === null) return null;
  const text = (match[2] ?? '').trim();
  switch (match[1]) {
    case 'MODE':
      return isAuditMode(text) ? { kind: 'mode', mode: text } : null;
    case 'PLAN_ACK':
      return text === 'confirmed' || text === 'not_confirmed' ? { kind: 'plan-ack', ack: text } : null;
    case 'PHASE':
      return parsePhase(text);
    case 'LOADED':
      return { kind: 'loaded', text };
    case 'RECON':
      return { kind: 'recon', text };
    case 'PLAN':
      return { kind: 'plan', text };
    case 'HALT':
      return { kind: 'halt', text };
    default:
      return null;
  }
}

const isAuditMode = (text: string): text is AuditMode => AUDIT_MODES.includes(text as AuditMode);
const isPhaseNumber = (text: string): text is PhaseNumber => PHASE_NUMBERS.includes(text as PhaseNumber);

function parsePhase(text: string): PhaseMarker | null {
  const [, phase = '', status = '', next = '', evidence = ''] = PHASE_LINE.exec(text) ?? [];
  if (!isPhaseNumber(phase) || (status !== 'completed' && status !== 'partial')) return null;
  if (!isPhaseNumber(next) && next !== 'report' && next !== 'halt') return null;
  const pairs = evidence.split(',').filter((pair) => pair !== '');
  const entries = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=');
    return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
  return { kind: 'phase', phase, status, next, evidence: Object.fromEntries(entries) };
}

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
