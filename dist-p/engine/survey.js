/** Phase 1: the scope is resolved and measured at the same time (SCOPE-02); what was found decides who reviews. */
import { ReviewError } from '../errors.js';
import { detectLanguage } from '../protocol/language.js';
import { isAssigned, selectReviewers } from '../protocol/reviewer.js';
import { findReviewer } from '../protocol/reviewer-roster.js';
/** The deadline lets the scope be read to its end, so that the report can say what was not reviewed; the user does not wait. */
const isStopped = (signal) => signal?.aborted === true && signal.reason !== 'deadline';
/** Rejects with the reason of the interruption as soon as there is one. */
export async function unlessStopped(work, signal) {
    if (signal === undefined)
        return work;
    const stop = Promise.withResolvers();
    const onAbort = () => {
        if (isStopped(signal))
            stop.reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort);
    onAbort();
    try {
        return await Promise.race([work, stop.promise]);
    }
    finally {
        signal.removeEventListener('abort', onAbort);
        work.catch(() => undefined);
        stop.promise.catch(() => undefined);
    }
}
async function* announce(entries, emit) {
    let files = 0;
    emit({ kind: 'step', step: 'scope', status: 'started', files });
    for await (const entry of entries) {
        files += entry.kind === 'file' ? 1 : 0;
        yield entry;
    }
    emit({ kind: 'step', step: 'scope', status: 'finished', files });
}
export async function surveyScope(request, ports) {
    const { emit, signal } = ports;
    const named = request.reviewerNames === null ? null : findReviewers(request.reviewerNames, request.roster);
    const snapshot = await unlessStopped(ports.repository.open(request.selection, request.rules), signal);
    const files = [];
    const ignored = [];
    emit({ kind: 'step', step: 'index', status: 'started', files: 0 });
    for await (const entry of ports.index.measure(snapshot, announce(snapshot.entries(), emit))) {
        if (entry.kind === 'file')
            files.push(entry);
        else
            ignored.push(entry);
        if (isStopped(signal))
            break;
    }
    if (isStopped(signal) && files.length === 0)
        throw signal?.reason;
    emit({ kind: 'step', step: 'index', status: 'finished', files: files.length });
    const languages = countLanguages(files);
    return {
        snapshot,
        files,
        ignored,
        owed: ignored.flatMap(toOwed),
        totalTokens: files.reduce((sum, file) => sum + file.tokens, 0),
        loc: files.reduce((sum, file) => sum + file.loc, 0),
        languages,
        reviewers: named ?? selectReviewers(request.roster, new Set(Object.keys(languages))),
        isCut: isStopped(signal),
    };
}
export function countLanguages(files) {
    const counts = new Map();
    for (const file of files) {
        const name = file.language ?? 'other';
        counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}
function findReviewers(names, roster) {
    const wanted = new Set(names.map((name) => {
        const found = findReviewer(roster, name);
        if (found)
            return found;
        const known = roster.map((reviewer) => reviewer.name).join(', ');
        throw new ReviewError('unknown-reviewer', `\`${name}\` is none of ${known}.`);
    }));
    return roster.filter((reviewer) => wanted.has(reviewer));
}
const toOwed = ({ path, reason }) => reason === 'too-large' || reason === 'unreadable'
    ? [{ path, language: detectLanguage(path)?.name ?? null, reason }]
    : [];
/** Nothing to review, and nothing that should have been: exit 5. */
export function requireScope(survey) {
    const isTaken = ({ language }) => survey.reviewers.some((reviewer) => isAssigned(reviewer, language));
    if (survey.files.length > 0 && ![...survey.files, ...survey.owed].some(isTaken)) {
        const names = survey.reviewers.map(({ name }) => name).join(', ');
        throw new ReviewError('empty-scope', `none of the ${survey.files.length} files is for ${names}.`);
    }
    requireFiles(survey);
}
export function requireFiles(survey) {
    if (survey.files.length > 0 || survey.owed.length > 0)
        return;
    const ignored = survey.ignored.length === 0 ? '' : ` (${survey.ignored.length} files left out: ${reasonsOf(survey.ignored)})`;
    throw new ReviewError('empty-scope', `${survey.snapshot.selection} holds no file to review${ignored}.`);
}
const reasonsOf = (ignored) => [...new Set(ignored.map((entry) => entry.reason))].sort().join(', ');
