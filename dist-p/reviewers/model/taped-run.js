import { ReviewError } from '../../errors.js';
import { comparePaths } from '../../protocol/priority.js';
/** Long enough that no two files meet by chance. */
const MARK_CHARS = 16;
const MAX_NAMED = 10;
/** Files that are read at the same time. */
const READERS = 16;
async function markScope(files, snapshot, mark) {
    const marks = [];
    const waiting = files.values();
    const work = async () => {
        for (const { path, changed } of waiting) {
            const read = await snapshot.read(path);
            const text = JSON.stringify([read.kind === 'text' ? read.text : '', changed]);
            marks.push([path, mark(text).slice(0, MARK_CHARS)]);
        }
    };
    await Promise.all(Array.from({ length: READERS }, work));
    return Object.fromEntries(marks.sort(([a], [b]) => comparePaths(a, b)));
}
const nameSome = (paths) => paths.length <= MAX_NAMED
    ? paths.join(', ')
    : `${paths.slice(0, MAX_NAMED).join(', ')} and ${paths.length - MAX_NAMED} more`;
/** How the scope differs from the recorded one; null where it does not. */
export function describeDifference(recorded, found) {
    const changed = Object.keys(found).filter((path) => path in recorded && recorded[path] !== found[path]);
    const added = Object.keys(found).filter((path) => !(path in recorded));
    const missing = Object.keys(recorded).filter((path) => !(path in found));
    const parts = [
        ...(changed.length === 0 ? [] : [`changed since: ${nameSome(changed)}`]),
        ...(added.length === 0 ? [] : [`not in the recording: ${nameSome(added)}`]),
        ...(missing.length === 0 ? [] : [`only in the recording: ${nameSome(missing)}`]),
    ];
    return parts.length === 0 ? null : parts.join('; ');
}
/** A replay stands for the whole scope; a run that goes on stands for the files it began with. */
function requireSameScope(recorded, found, { kind }) {
    const isResumed = recorded.entries !== undefined;
    const seen = isResumed ? Object.fromEntries(Object.entries(found).filter(([path]) => path in recorded.marks)) : found;
    const difference = describeDifference(recorded.marks, seen);
    if (difference === null)
        return;
    const code = kind === 'replay' ? 'stale-recording' : 'stale-run';
    throw new ReviewError(code, `the scope is not the one that was recorded; ${difference}.`);
}
/** The deadline lets the scope be read to its end; the user does not wait for it. */
const isInterrupted = (signal) => signal.aborted && signal.reason !== 'deadline';
async function collectEntries(entries, signal) {
    const found = [];
    for await (const entry of entries) {
        found.push(entry);
        if (isInterrupted(signal))
            break;
    }
    return found;
}
/** The index, with its scope recorded or compared. An interrupted scope is none. */
export const journalIndex = (index, tape, mark, signal) => ({
    async *measure(snapshot, entries) {
        const found = await collectEntries(index.measure(snapshot, entries), signal);
        if (isInterrupted(signal))
            return yield* found;
        const files = found.filter((entry) => entry.kind === 'file');
        const marks = await markScope(files, snapshot, mark);
        const step = { key: 'scope', kind: 'scope', mark: '' };
        const { value, isRecorded } = await tape.journal.step(step, async () => ({ marks, entries: found }));
        if (isRecorded)
            requireSameScope(value, marks, tape);
        yield* value.entries ?? found;
    },
});
/** An analyzer whose scans are made once. What was stopped is not a scan. */
export function journalAnalyzer(analyzer, journal, mark) {
    /** A program of another tells its version while it scans; where the scan is played, the record tells it. */
    let played = null;
    const { version } = analyzer;
    const scan = async (files, snapshot, signal) => {
        const paths = mark(files.map(({ path }) => path).join('\n')).slice(0, MARK_CHARS);
        const step = {
            key: `scan/${analyzer.name}/${paths}`,
            kind: 'scan',
            mark: version ?? '',
            settle: () => (signal.aborted ? 'drop' : 'keep'),
        };
        const { value } = await journal.step(step, async () => {
            const outcome = await analyzer.scan(files, snapshot, signal);
            return { ...outcome, version: analyzer.version };
        });
        const { version: told, ...outcome } = value;
        played = told ?? played;
        return outcome;
    };
    const kept = Object.assign(Object.create(analyzer), { scan });
    return Object.defineProperty(kept, 'version', { get: () => analyzer.version ?? played });
}
/** A search that is made once in a run, whoever asks. A recording that has it not was made by one that did not keep it. */
export const journalSearch = (look, journal, { mark, isPaid }) => async (request) => {
    const step = { key: `search/${mark(request).slice(0, MARK_CHARS)}`, kind: 'search', mark: '', isPaid };
    const kept = await journal
        .step(step, async () => look(request))
        .catch((error) => {
        if (error instanceof ReviewError && error.code === 'stale-recording')
            return null;
        throw error;
    });
    return kept === null ? look(request) : kept.value;
};
const keyOf = ({ wave, reviewer, files }, mark) => `${wave}/${reviewer.name}/${mark(files.map(({ path }) => path).join('\n')).slice(0, MARK_CHARS)}`;
/** The embedded reviewers, with everything they say kept. */
export const recordDriver = (driver, keep, mark) => ({
    ...driver,
    async *review(assignment, tools, ledger, signal) {
        const events = [];
        for await (const event of driver.review(assignment, tools, ledger, signal)) {
            events.push(event);
            yield event;
        }
        keep({ key: keyOf(assignment, mark), events });
    },
});
/** The embedded reviewers as they were recorded. */
export function playDriver(name, analyses, mark) {
    const byKey = new Map(analyses.map(({ key, events }) => [key, events]));
    return {
        name,
        hasContext: false,
        async *review(assignment) {
            const events = byKey.get(keyOf(assignment, mark));
            if (events !== undefined)
                return yield* events;
            const message = `what analyzers found for ${assignment.reviewer.name} in wave ${assignment.wave} is not in the recording`;
            yield {
                kind: 'outcome',
                outcome: { status: 'failed', cutoffReason: 'error', verdict: null, vetoReasons: [], message },
            };
        },
    };
}
