import { findLanguage } from '../../protocol/language.js';
import { createScanMemo } from './scan-memo.js';
import { softenInTests } from './soften-tests.js';
export function createEmbeddedDriver({ analyzers, supplementary = [], optional = [] }) {
    const memos = new WeakMap();
    const remember = (snapshot) => {
        const memo = memos.get(snapshot) ?? createScanMemo(snapshot);
        memos.set(snapshot, memo);
        return memo;
    };
    return {
        name: 'embedded',
        hasContext: false,
        async *review(assignment, { snapshot }, ledger, signal) {
            const { name } = assignment.reviewer;
            const isMine = ({ reviewers }) => reviewers.includes(name);
            const task = {
                assignment,
                ledger,
                signal,
                memo: remember(snapshot),
                tallies: [
                    ...analyzers.filter(isMine).map((analyzer) => createTally(analyzer, 'knowing')),
                    ...supplementary.filter(isMine).map((analyzer) => createTally(analyzer, 'supplementary')),
                    ...optional.filter(isMine).map((analyzer) => createTally(analyzer, 'optional', analyzer.absence)),
                ],
                emitted: 0,
            };
            yield* reviewAssignment(task);
        },
    };
}
const createTally = (analyzer, standing, absence = null) => ({
    analyzer,
    standing,
    absence,
    findings: 0,
    ended: 0,
    partial: 0,
    unfinished: 0,
    absent: 0,
    reason: null,
});
async function* reviewAssignment(task) {
    let outcome;
    try {
        const cutoffReason = yield* reviewFiles(task);
        outcome = { status: 'completed', cutoffReason, verdict: null, vetoReasons: [], message: null };
    }
    catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        outcome = { status: 'failed', cutoffReason: 'error', verdict: null, vetoReasons: [], message };
    }
    for (const tally of task.tallies) {
        const row = summarizeTally(tally);
        if (row)
            yield { kind: 'analyzer', row };
    }
    yield { kind: 'outcome', outcome };
}
async function* reviewFiles(task) {
    const { files } = task.assignment;
    for (const [at, file] of files.entries()) {
        const cutoff = findCutoff(task);
        if (cutoff)
            return cutoff;
        if (task.tallies.length === 0) {
            yield { kind: 'file-skipped', path: file.path, reason: 'no-analyzer' };
            continue;
        }
        const looks = await scanFile(task, file, at);
        if (task.signal.aborted)
            return 'aborted';
        for (const { finding, tally } of orderFindings(looks, task.assignment).slice(file.recorded)) {
            const stop = findCutoff(task);
            if (stop)
                return stop;
            task.emitted += 1;
            tally.findings += 1;
            yield { kind: 'finding', finding };
        }
        yield closeFile(file, looks);
    }
    return null;
}
/** Full depth first: while a wave may follow, 0.80 ends this one, but never before it has made progress (HOST-16). */
function findCutoff({ assignment, ledger, signal, emitted }) {
    if (signal.aborted)
        return 'aborted';
    if (assignment.mayContinue)
        return ledger.mode !== 'full' && emitted > 0 ? 'budget' : null;
    return ledger.mode === 'force_return' ? 'budget' : null;
}
async function scanFile(task, file, at) {
    const { files, reviewer } = task.assignment;
    const ahead = { files, from: at + 1 };
    const accepting = task.tallies.filter(({ analyzer }) => analyzer.accepts(file.path, file.language, reviewer.name));
    const looks = await Promise.all(accepting.map(async (tally) => {
        if (tally.absence !== null)
            return { tally, scan: createAbsence(tally.absence) };
        const request = { analyzer: tally.analyzer, reviewer: reviewer.name, file, ahead };
        return { tally, scan: await task.memo.scan(request, task.signal) };
    }));
    for (const { tally, scan } of looks)
        countScan(tally, scan);
    return looks;
}
const createAbsence = (reason) => ({ state: 'absent', findings: [], reason });
function countScan(tally, scan) {
    if (scan.state === 'ended')
        tally.ended += 1;
    if (scan.state === 'partial')
        tally.partial += 1;
    if (scan.state === 'unfinished')
        tally.unfinished += 1;
    if (scan.state === 'absent')
        tally.absent += 1;
    tally.reason ??= scan.reason;
}
function orderFindings(looks, { reviewer }) {
    return looks
        .flatMap(({ tally, scan }) => scan.findings.map((finding) => ({ finding: softenInTests(finding), tally })))
        .filter(({ finding }) => finding.reviewer === reviewer.name)
        .sort((a, b) => a.finding.line - b.finding.line || compareText(a.finding.rule, b.finding.rule));
}
const compareText = (a, b) => Number(a > b) - Number(a < b);
function closeFile({ path, language }, looks) {
    const states = new Set(looks.filter(({ tally }) => tally.standing !== 'optional').map(({ scan }) => scan.state));
    if (states.has('unreadable'))
        return { kind: 'file-skipped', path, reason: 'unreadable' };
    if (states.has('unfinished') || states.has('partial'))
        return { kind: 'file-skipped', path, reason: 'analyzer-failed' };
    const isKnown = looks.some(({ tally, scan }) => tally.standing === 'knowing' && scan.state === 'ended');
    const isSource = language !== null && findLanguage(language)?.kind === 'source';
    return isSource && !isKnown ? { kind: 'file-skipped', path, reason: 'no-analyzer' } : { kind: 'file-done', path };
}
/** The analyzer's row, or null where no file of this assignment was for it. */
function summarizeTally({ analyzer, findings, ended, partial, unfinished, absent, reason }) {
    const looked = ended + partial + unfinished;
    if (looked + absent === 0)
        return null;
    const row = { name: analyzer.name, version: analyzer.version, findings };
    if (looked === 0)
        return { ...row, status: 'absent', reason };
    if (unfinished === 0)
        return { ...row, status: partial === 0 ? 'completed' : 'partial', reason };
    const detail = `${unfinished} of ${looked} files not finished${reason === null ? '' : `: ${reason}`}`;
    return { ...row, status: ended + partial === 0 ? 'failed' : 'partial', reason: detail };
}
