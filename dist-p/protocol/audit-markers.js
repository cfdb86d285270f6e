/**
 * The marker lines of an audit log, written and read (FACT-03), and the gate they form before the report (FACT-11).
 * Parsing never throws; a line that is not exactly a marker is none.
 */
import { AUDIT_MODES } from './audit-mode.js';
export const PHASE_NUMBERS = ['1', '2', '2.5', '3', '4', '5'];
const TEXT_MARKERS = { loaded: 'LOADED', recon: 'RECON', plan: 'PLAN', halt: 'HALT' };
/** One line; what would break it apart is replaced. */
export function formatMarker(marker) {
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
const formatEvidence = (evidence) => Object.entries(evidence)
    .map(([key, value]) => `${toToken(key)}=${toToken(value)}`)
    .join(',');
const toToken = (text) => text.replace(/[\s\p{Cc},={}]+/gu, '_');
const PHASE_LINE = /^phase:(\S+) status:(completed|partial) next:(\S+) evidence:(\S*)$/u;
/** Reads one line; null where it is no marker. */
export function parseMarker(line) {
    const match = /^\[([A-Z_]+)\](?: (.*))?$/u.exec(line.trim());
    if (match === null)
        return null;
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
const isAuditMode = (text) => AUDIT_MODES.includes(text);
const isPhaseNumber = (text) => PHASE_NUMBERS.includes(text);
function parsePhase(text) {
    const [, phase = '', status = '', next = '', evidence = ''] = PHASE_LINE.exec(text) ?? [];
    if (!isPhaseNumber(phase) || (status !== 'completed' && status !== 'partial'))
        return null;
    if (!isPhaseNumber(next) && next !== 'report' && next !== 'halt')
        return null;
    const pairs = evidence.split(',').filter((pair) => pair !== '');
    const entries = pairs.map((pair) => {
        const at = pair.indexOf('=');
        return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    });
    return { kind: 'phase', phase, status, next, evidence: Object.fromEntries(entries) };
}
const REQUIRED_PHASES = ['2', '2.5', '3', '4'];
/** A report needs the markers of Phases 2, 2.5, 3 and 4; the last marker of a phase counts. */
export function checkReportGate(markers) {
    const status = new Map(markers.map((marker) => [marker.phase, marker.status]));
    const skippedPhases = REQUIRED_PHASES.filter((phase) => !status.has(phase));
    if (skippedPhases.length > 0)
        return { kind: 'halt', reason: 'phase_skip_violation', skippedPhases };
    const partialPhases = REQUIRED_PHASES.filter((phase) => status.get(phase) === 'partial');
    return partialPhases.length > 0 ? { kind: 'INCOMPLETE', partialPhases } : { kind: 'complete' };
}
