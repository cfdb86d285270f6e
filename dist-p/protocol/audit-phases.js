/**
 * The states of an audit and the only ways between them (FACT-03, CONVERGE-07, EVALUATE-05, ROUND-01, ROUND-02). A move
 * that is not in the table is a defect of the caller and throws; everything else in the protocol is total.
 */
import { ReviewError } from '../errors.js';
import { AUDIT_MODE_PROFILES, isPermittedRound } from './audit-mode.js';
/** Legal moves in standard and deep. An audit may be halted anywhere before its report. */
export const PHASE_MOVES = {
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
const QUICK_MOVES = {
    ...PHASE_MOVES,
    evaluation: ['report', 'halt'],
    'next-round': [],
    'deep-dive': [],
    validation: [],
};
export const startAudit = (mode) => ({
    mode,
    phase: { kind: 'recon' },
    planAck: null,
    emergencyUsed: false,
});
/** Records the answer to the plan; an unconfirmed plan never starts a hunt agent. */
export const acknowledgePlan = (progress, planAck) => ({ ...progress, planAck });
/** Why the move is illegal, or null. */
export function explainIllegalMove(progress, next) {
    const { mode, phase } = progress;
    const moves = AUDIT_MODE_PROFILES[mode].fullProtocol ? PHASE_MOVES : QUICK_MOVES;
    if (!moves[phase.kind].includes(next.kind))
        return `${formatPhaseName(phase)} does not lead there in ${mode}`;
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
function explainIllegalRound(progress, next) {
    const { mode, phase, planAck } = progress;
    if (AUDIT_MODE_PROFILES[mode].fullProtocol && planAck !== 'confirmed')
        return 'the plan is not confirmed';
    const expected = phase.kind === 'next-round' ? phase.round + 1 : 1;
    if (next.round !== expected)
        return `round ${expected} is next`;
    if (!next.emergency)
        return isPermittedRound(mode, next.round) ? null : `${mode} has no round ${next.round}`;
    if (phase.kind === 'recon')
        return 'an emergency round follows a round';
    return progress.emergencyUsed ? 'the one emergency round was used' : null;
}
function explainIllegalContinuation({ phase, emergencyUsed }, round) {
    if (phase.kind === 'evaluation' && phase.round !== round)
        return 'another round was evaluated';
    return emergencyUsed ? 'no round follows the emergency round' : null;
}
/** Moves on, or throws where the move is illegal. */
export function advanceAudit(progress, next) {
    const problem = explainIllegalMove(progress, next);
    if (problem !== null)
        throw new ReviewError('internal', `illegal audit transition ${formatPhaseName(progress.phase)} -> ${formatPhaseName(next)}: ${problem}`);
    const startsEmergency = next.kind === 'running' && next.emergency;
    return { ...progress, phase: next, emergencyUsed: progress.emergencyUsed || startsEmergency };
}
/** The name of a state as FACT-03 writes it: `ROUND_2_RUNNING`. */
export function formatPhaseName(phase) {
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
