/**
 * Runs analyzers on threads: a scan is cut into portions, each goes to a thread that is free, and the outcome is put together
 * in the order of the files, so that it does not depend on which thread was faster. A portion whose thread breaks or hangs
 * comes back as unfinished files. No thread is started for little work.
 */
import { availableParallelism } from 'node:os';
import { keepHeapSmall } from './memory-relief.js';
import { leaveUnfinished, startThread } from './portion-thread.js';
const MAX_THREADS = 4;
const START_CHARACTERS = 1_000_000;
const PORTION_CHARACTERS = 400_000;
const PORTION_FILES = 64;
const PORTION_MS = 180_000;
/** A file can break a thread; a machine that breaks every thread is not worth a fifth. */
const MAX_BROKEN = 4;
export function createAnalyzerPool(options) {
    // Before there is anything to read: a young generation that has grown once stays.
    keepHeapSmall();
    const crew = createCrew(options);
    const { startCharacters = START_CHARACTERS } = options;
    return {
        wrap: (analyzer) => ({
            ...analyzer,
            async scan(files, snapshot, signal) {
                const characters = files.reduce((sum, { text }) => sum + text.length, 0);
                if (characters < startCharacters)
                    return analyzer.scan(files, snapshot, signal);
                const portions = cutPortions(files).map((portion) => crew.scan({ analyzer: analyzer.name, files: portion, snapshot, signal }));
                return joinOutcomes(await Promise.all(portions));
            },
        }),
        close: crew.close,
    };
}
function cutPortions(files) {
    const portions = [];
    let characters = 0;
    for (const file of files) {
        const last = portions.at(-1);
        characters += file.text.length;
        if (last && characters <= PORTION_CHARACTERS && last.length < PORTION_FILES) {
            last.push(file);
        }
        else {
            portions.push([file]);
            characters = file.text.length;
        }
    }
    return portions;
}
function joinOutcomes(outcomes) {
    const findings = [];
    for (const outcome of outcomes)
        for (const finding of outcome.findings)
            findings.push(finding);
    const unfinished = outcomes.flatMap((outcome) => outcome.unfinished);
    const statuses = new Set(outcomes.map(({ status }) => status));
    const status = statuses.size > 1 ? 'partial' : (outcomes[0]?.status ?? 'completed');
    const troubled = outcomes.filter((outcome) => outcome.status !== 'completed');
    const reasons = (troubled.length > 0 ? troubled : outcomes).flatMap(({ reason }) => reason ?? []);
    return { status, reason: [...new Set(reasons)].join('; ') || null, findings, unfinished };
}
function createCrew({ thread: module, data, threads: wanted, portionMs = PORTION_MS }) {
    const size = Math.max(1, Math.min(wanted ?? availableParallelism(), MAX_THREADS));
    const threads = new Set();
    const waiting = [];
    let broken = 0;
    const findFree = () => {
        for (const thread of threads)
            if (thread.isFree)
                return thread;
        if (threads.size >= size || broken >= MAX_BROKEN)
            return null;
        const thread = startThread({ module, data, portionMs, onFree: dispatch, onEnd: forget });
        threads.add(thread);
        return thread;
    };
    const forget = (thread) => {
        broken += 1;
        threads.delete(thread);
        dispatch();
    };
    const dispatch = () => {
        for (let next = waiting[0]; next; next = waiting[0]) {
            const thread = next.signal.aborted ? null : findFree();
            if (thread)
                thread.take(next);
            else if (next.signal.aborted)
                next.done.resolve(leaveUnfinished(next.files, 'aborted'));
            else if (threads.size === 0)
                next.done.resolve(leaveUnfinished(next.files, 'no thread is left to scan it'));
            else
                return;
            waiting.shift();
        }
    };
    return {
        scan(portion) {
            const done = Promise.withResolvers();
            waiting.push({ ...portion, done });
            dispatch();
            return done.promise;
        },
        async close() {
            broken = MAX_BROKEN;
            await Promise.all([...threads].map((thread) => thread.end()));
        },
    };
}
