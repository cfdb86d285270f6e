/**
 * Defines the phases of an audit and moves from one to the next; a move that the table does not allow throws (FACT-03,
 * CONVERGE-07, EVALUATE-05, ROUND-01, ROUND-02). Also names a phase (`ROUND_2_RUNNING`). Called by engine/audit/audit-log.ts,
 * engine/audit/prepare-audit.ts and engine/audit/run-audit.ts.
 */
import { ReviewError } from '../../errors.ts';
import { AUDIT_MODE_PROFILES, type AuditMode, isPermittedRound } from '../coverage/audit-mode.ts';

export type AuditPhase =
  | { readonly kind: 'recon' }
  | { readonly kind: 'running'; readonly round: number; readonly emergency: boolean }
  | { readonly kind: 'evaluation'; readonly round: number; readonly emergency: boolean }
  /** The decision for a further round; `round` is the one that was evaluated. */
  | { readonly kind: 'next-round'; readonly round: number }
  | { readonly kind: 'deep-dive' }
  | { readonly kind: 'validation' }
  | { readonly kind: 'report' }
  | { readonly kind: 'halt'; readonly reason: string };

export type AuditPhaseKind = AuditPhase['kind'];

/** Legal moves in standard and deep. An audit may be halted anywhere before its report. */
export const PHASE_MOVES: Readonly<Record<AuditPhaseKind, readonly AuditPhaseKind[]>> = {
  recon: ['running', 'halt'],
  running: ['evaluation', 'halt'],
  evaluation: ['next-round', 'deep-dive', 'halt'],
  'next-round': ['running', 'halt'],
  'deep-dive': ['validation', 'halt'],
  validation: ['report', 'halt'],
  report: [],
  halt: [],
};

/** `quick` knows one round and neither Phase 3 nor 4 (AUD-33). */
const QUICK_MOVES: typeof PHASE_MOVES = {
  ...PHASE_MOVES,
  evaluation: ['report', 'halt'],
  'next-round': [],
  'deep-dive': [],
  validation: [],
};

export type PlanAck = 'confirmed' | 'not_confirmed';

export interface AuditProgress {
  readonly mode: AuditMode;
  readonly phase: AuditPhase;
  readonly planAck: PlanAck | null;
  readonly emergencyUsed: boolean;
}

export const startAudit = (mode: AuditMode): AuditProgress => ({
  mode,
  phase: { kind: 'recon' },
  planAck: null,
  emergencyUsed: false,
});

/** Records the answer to the plan; an unconfirmed plan never starts a hunt agent. */
export const acknowledgePlan = (progress: AuditProgress, planAck: PlanAck): AuditProgress => ({ ...progress, planAck });

/** Why the move is illegal, or null. */
export function explainIllegalMove(progress: AuditProgress, next: AuditPhase): string | null {
  const { mode, phase } = progress;
  const moves = AUDIT_MODE_PROFILES[mode].fullProtocol ? PHASE_MOVES : QUICK_MOVES;
  if (!moves[phase.kind].includes(next.kind)) return `${formatPhaseName(phase)} does not lead there in ${mode}`;
  switch (next.kind) {
    case 'running':
      return explainIllegalRound(progress, next);
    case 'evaluation':
      return phase.kind === 'running' && (phase.round !== next.round || phase.emergency !== next.emergency)
        ? 'another round is running'
        : null;
    case 'next-round':
      return explainIllegalContinuation(progress, next.round);
    default:
      return null;
  }
}

function explainIllegalRound(
  progress: AuditProgress,
  next: { readonly round: number; readonly emergency: boolean },
): string | null {
  const { mode, phase, planAck } = progress;
  if (AUDIT_MODE_PROFILES[mode].fullProtocol && planAck !== 'confirmed') return 'the plan is not confirmed';
  const expected = phase.kind === 'next-round' ? phase.round + 1 : 1;
  if (next.round !== expected) return `round ${expected} is next`;
  if (!next.emergency) return isPermittedRound(mode, next.round) ? null : `${mode} has no round ${next.round}`;
  if (phase.kind === 'recon') return 'an emergency round follows a round';
  return progress.emergencyUsed ? 'the one emergency round was used' : null;
}

function explainIllegalContinuation({ phase, emergencyUsed }: AuditProgress, round: number): string | null {
  if (phase.kind === 'evaluation' && phase.round !== round) return 'another round was evaluated';
  return emergencyUsed ? 'no round follows the emergency round' : null;
}

/** Moves on, or throws where the move is illegal. */
export function advanceAudit(progress: AuditProgress, next: AuditPhase): AuditProgress {
  const problem = explainIllegalMove(progress, next);
  if (problem !== null)
    throw new ReviewError(
      'internal',
      `illegal audit transition ${formatPhaseName(progress.phase)} -> ${formatPhaseName(next)}: ${problem}`,
    );
  const startsEmergency = next.kind === 'running' && next.emergency;
  return { ...progress, phase: next, emergencyUsed: progress.emergencyUsed || startsEmergency };
}

/** The name of a state as FACT-03 writes it: `ROUND_2_RUNNING`. */
export function formatPhaseName(phase: AuditPhase): string {
  switch (phase.kind) {
    case 'recon':
      return 'PHASE_1_RECON';
    case 'running':
      return `ROUND_${phase.round}_RUNNING`;
    case 'evaluation':
      return `ROUND_${phase.round}_EVALUATION`;
    case 'next-round':
      return 'NEXT_ROUND';
    case 'deep-dive':
      return 'DEEP_DIVE';
    case 'validation':
      return 'VALIDATION';
    case 'report':
      return 'REPORT';
    case 'halt':
      return 'HALT';
  }
}
