import { isCovered, mergeRanges } from '../protocol/coverage.js';
import { joinWords } from '../protocol/recalled-sittings.js';
import { createLedger } from './ledger.js';
import { listReviewed } from './reviewed-files.js';
import { modelOf } from './seats.js';
export const ending = (status, cutoffReason, message) => ({
    status,
    cutoffReason,
    verdict: null,
    vetoReasons: [],
    message,
});
/** Lines an agent may speak of; null where it was given the whole file, or reads without being delivered to. */
export function deliveredOf({ ports, assignment, tools }, file, delivered = tools?.delivered()) {
    if (file === null || ports.driver.coverage !== 'delivered')
        return null;
    // A recalled file was not given to it, whatever the others have before them.
    const isGiven = recalledOf(assignment).every(({ path }) => path !== file.path);
    if (isGiven && assignment.isolation === 'shared')
        return null;
    return [...(file.delivered ?? []), ...(delivered?.get(file.path) ?? [])];
}
function listDelivered(desk) {
    // Asked once for all files: every answer is a copy.
    const delivered = desk.tools?.delivered();
    return Object.fromEntries([...desk.assignment.files, ...recalledOf(desk.assignment)].flatMap((file) => {
        if (!delivered?.has(file.path) && (file.delivered ?? []).length === 0)
            return [];
        const ranges = mergeRanges(deliveredOf(desk, file, delivered) ?? []);
        return ranges.length === 0 ? [] : [[file.path, ranges]];
    }));
}
/** What analyzers say of a file is not the word of an agent that has to be given it. */
const hasSpokenOf = ({ ports, findings, recorded }, path) => ports.driver.coverage === 'delivered'
    ? findings.some((finding) => finding.file === path && finding.model !== null)
    : (recorded.get(path) ?? 0) > 0;
/** So far: nothing has ended well yet. */
export const countDone = (desk) => desk.ports.driver.coverage === 'delivered'
    ? listReviewed(desk, ending('truncated', 'aborted', null), listDelivered(desk)).size +
        recalledOf(desk.assignment).length
    : desk.done.size;
const recalledOf = ({ recalled = [] }) => recalled.map(({ file }) => file);
export function openDesk(assignment, ports) {
    return {
        assignment,
        ports,
        ledger: createLedger(assignment.budgetTokens, ports.thresholds),
        files: new Map([...assignment.files, ...recalledOf(assignment)].map((file) => [file.path, file])),
        done: new Set(),
        barred: new Map(),
        refused: new Set(),
        reduced: new Set(),
        findings: [],
        homeless: [],
        heard: [],
        closed: new Set(),
        recorded: new Map(assignment.files.map((file) => [file.path, file.recorded])),
        analyzers: [],
        tools: null,
        fileMode: 'full',
        medium: 0,
        low: 0,
    };
}
export function closeDesk(desk, outcome) {
    const { assignment, ledger } = desk;
    const paths = assignment.files.map((file) => file.path);
    const delivered = listDelivered(desk);
    const done = listReviewed(desk, outcome, delivered);
    const open = paths.filter((path) => !done.has(path) && !desk.barred.has(path));
    const recalled = recalledOf(assignment).map((file) => file.path);
    const { verdict, vetoReasons } = joinWords(outcome, (assignment.recalled ?? []).map(({ recollection }) => recollection));
    const cutoffReason = cutoffOf(desk, outcome, open.length);
    const wasCut = cutoffReason === 'timeout' || cutoffReason === 'aborted' || isUnheard(desk, outcome);
    return {
        agent: assignment.reviewer.name,
        model: modelOf(desk.ports.driver),
        round: assignment.round,
        wave: assignment.wave,
        budgetTokens: ledger.budgetTokens,
        usedTokens: ledger.usedTokens,
        mode: ledger.mode,
        status: wasCut ? 'truncated' : outcome.status,
        cutoffReason,
        verdict,
        vetoReasons,
        message: outcome.message ?? explainSilence(desk, outcome, open.length),
        done: [...paths.filter((path) => done.has(path)), ...recalled],
        barred: [...desk.barred.values()],
        open,
        reduced: paths.filter((path) => desk.reduced.has(path)),
        skipped: { medium: desk.medium, low: desk.low },
        findings: desk.findings,
        homeless: desk.homeless,
        recorded: Object.fromEntries(desk.recorded),
        delivered,
        begun: paths.filter((path) => delivered[path] !== undefined || hasSpokenOf(desk, path)),
        analyzers: desk.analyzers,
        notes: outcome.notes ?? [],
        cuts: outcome.cuts ?? [],
        claimed: outcome.claimed ?? null,
        opinions: listOpinions(desk, outcome),
        recalled,
        closed: [...desk.closed],
        heard: desk.heard,
        looked: [...(desk.tools?.looked() ?? [])],
        asked: outcome.asked ?? { calls: 0, models: [] },
    };
}
/** An opinion counts once, on what the agent was asked about, and only where the lines were before it. */
function listOpinions(desk, { opinions = [] }) {
    return (desk.assignment.others ?? []).flatMap(({ id, file, line, endLine, reports }) => {
        const opinion = opinions.find((each) => each.id === id);
        const seen = deliveredOf(desk, desk.files.get(file) ?? null);
        const hasSeen = seen === null || isCovered(seen, [{ start: line, end: endLine }]);
        if (opinion === undefined || !hasSeen)
            return [];
        return [{ stance: opinion.stance, model: opinion.model ?? modelOf(desk.ports.driver), reports }];
    });
}
/**
 * A model that was stopped never gave its result: what was delivered to it may have come to nothing (HOST-03). One that gave
 * the result of a part, since the whole did not fit it, was heard.
 */
const isUnheard = ({ ports }, { status, cutoffReason }) => ports.driver.coverage === 'delivered' &&
    status === 'completed' &&
    cutoffReason !== null &&
    cutoffReason !== 'truncated';
/** Why a run is not complete although no file may be left; a budget that left files open has its own warning (SYNTH-03). */
function explainSilence(desk, outcome, open) {
    if (outcome.status === 'truncated' && outcome.cutoffReason === 'truncated')
        return 'its answer broke off';
    if (open > 0 || !isUnheard(desk, outcome))
        return null;
    return `${outcome.cutoffReason === 'budget' ? 'its budget ended' : 'it was stopped'} before its result was written`;
}
/** An agent that finished all its files was not cut, whatever stopped it afterwards; one that left some was. */
function cutoffOf(desk, outcome, open) {
    const { ledger, ports, refused } = desk;
    if (open === 0) {
        return outcome.status === 'completed' && !isUnheard(desk, outcome) ? null : outcome.cutoffReason;
    }
    // A model beyond full analysis is given no new file, so what it left open it could not have taken.
    const isSpent = refused.size > 0 || (ports.driver.coverage === 'delivered' && ledger.mode !== 'full');
    return outcome.cutoffReason ?? (isSpent ? 'budget' : 'error');
}
