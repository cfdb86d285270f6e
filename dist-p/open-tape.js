/**
 * Opens what the effects of a run go to: the journal of a stored run, a recording that is written, or one that is played.
 * Words of chance, time and run id come from it too.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { chooseWord as chooseAnyWord, deriveWord } from './chance-words.js';
import { ReviewError } from './errors.js';
import { formatTapeLine, parseTape, TAPE_SCHEMA, } from './reviewers/model/tape.js';
const fail = (path, error) => {
    throw new ReviewError('unreadable-input', `${path}: ${error instanceof Error ? error.message : String(error)}.`);
};
/** The first answer is when the run began. */
function startAt(clock, startedAt) {
    let isFirst = true;
    const now = () => {
        if (!isFirst)
            return clock.now();
        isFirst = false;
        return startedAt;
    };
    return { ...clock, now };
}
/** Every word of chance comes from the seed of the run: nobody outside can guess it, and a resumed run says it again. */
export const openJournalTape = ({ run, journal, clock, ids }) => ({
    tape: {
        kind: 'journal',
        journal,
        nonces: { next: (key) => deriveWord(run.seed, key) },
        analyses: [],
        keepAnalysis: () => undefined,
    },
    clock: startAt(clock, run.startedAt),
    ids: { ...ids, runId: () => run.id },
    resumed: run.resumed,
    end: () => undefined,
});
const lineOf = (kind, key, value) => {
    switch (kind) {
        case 'call':
            return { kind, call: value };
        case 'scope':
            return { kind, files: value.marks };
        case 'semgrep':
            return { kind, scan: value };
        // Who plays it has what the reviewers said of it.
        case 'scan':
            return null;
        default:
            return { kind: 'step', key, value };
    }
};
/** Written line by line as the run goes on. */
export function recordTo(path, facts) {
    const { version, model, flags, note = null, clock, ids, inner = null } = facts;
    const { chooseWord = chooseAnyWord } = facts;
    const ownClock = inner?.clock ?? clock;
    const startedAt = ownClock.now();
    const runId = (inner?.ids ?? ids).runId();
    const write = (line) => appendFileSync(path, formatTapeLine(line));
    try {
        writeFileSync(path, '', { mode: 0o600 });
        write({ kind: 'head', schema: TAPE_SCHEMA, version, model, runId, startedAt, flags, note });
    }
    catch (error) {
        fail(path, error);
    }
    const nonces = {
        next(key) {
            const word = inner?.tape.nonces.next(key) ?? chooseWord(key);
            write({ kind: 'nonce', key, word });
            return word;
        },
    };
    const journal = {
        async step(step, effect) {
            const kept = inner === null ? await make(effect) : await inner.tape.journal.step(step, effect);
            const line = lineOf(step.kind, step.key, kept.value);
            if (line !== null)
                write(line);
            return kept;
        },
    };
    const keepAnalysis = (analysis) => write({ kind: 'analysis', ...analysis });
    return {
        tape: { kind: inner?.tape.kind ?? 'record', journal, nonces, analyses: [], keepAnalysis },
        clock: startAt(ownClock, startedAt),
        ids: { ...ids, runId: () => runId },
        resumed: inner?.resumed ?? 0,
        end: (finishedAt) => write({ kind: 'end', finishedAt }),
    };
}
const make = async (effect) => ({
    value: await effect(0),
    isRecorded: false,
    lost: 0,
});
/** Nothing is made: what is not in the recording, or not in these words, is refused. */
function createReplayJournal({ calls, scope, semgrep, steps }) {
    const byKey = new Map(calls.map((call) => [`call/${call.key}`, call]));
    const find = ({ key, kind, mark }) => {
        if (kind === 'scope')
            return { marks: scope };
        if (kind === 'semgrep')
            return semgrep ?? undefined;
        const call = byKey.get(key);
        if (call !== undefined && call.question !== mark)
            throw stale(`${key} was recorded with other words: other settings or another version`);
        return call ?? steps.get(key);
    };
    return {
        async step(step) {
            const value = find(step);
            if (value === undefined)
                throw stale(`${step.key} is not in the recording: the run took another turn`);
            return { value: value, isRecorded: true, lost: 0 };
        },
    };
}
const stale = (detail) => new ReviewError('stale-recording', detail);
export function replayFrom(path, { clock, ids }) {
    let text = '';
    try {
        text = readFileSync(path, 'utf8');
    }
    catch (error) {
        fail(path, error);
    }
    const recording = parseTape(text);
    if (typeof recording === 'string') {
        throw new ReviewError('unreadable-input', `${path}: ${recording}.`, { advice: 'Record it again with --record.' });
    }
    const { head, nonces, analyses, finishedAt } = recording;
    return {
        head,
        tape: {
            kind: 'replay',
            journal: createReplayJournal(recording),
            nonces: { next: (key) => nonces.get(key) ?? 'unrecorded' },
            analyses,
            keepAnalysis: () => undefined,
        },
        clock: startAt({ ...clock, now: () => finishedAt }, head.startedAt),
        ids: { ...ids, runId: () => head.runId },
        resumed: 0,
        end: () => undefined,
    };
}
