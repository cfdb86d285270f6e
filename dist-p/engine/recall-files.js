import { keepSound } from '../protocol/recalled-sittings.js';
import { parseRecollection, RECOLLECTION_SCHEMA } from '../protocol/recollection.js';
import { filesOf } from './review-state.js';
import { listSeats } from './seats.js';
export function createFileMarks(snapshot, { mark }) {
    const known = new Map();
    const read = async (path) => {
        const outcome = await snapshot.read(path);
        return outcome.kind === 'text' ? mark(outcome.text) : null;
    };
    return {
        textOf(path) {
            const marked = known.get(path) ?? read(path);
            known.set(path, marked);
            return marked;
        },
    };
}
/** Null where nothing of this agent is remembered. */
export function markSeat(seat, reuse) {
    const { driver, reviewer } = seat;
    return driver.question === undefined ? null : reuse.mark(driver.question(reviewer));
}
/** Everything that decides what this agent says of this file; null where the file cannot be read. */
export async function keyOf(seatMark, { path, changed }, marks, { mark, owner }) {
    const text = await marks.textOf(path);
    return text === null ? null : mark(JSON.stringify([RECOLLECTION_SCHEMA, owner, seatMark, path, changed, text]));
}
export async function recallFiles(survey, driversFor, reuse) {
    if (!reuse?.mayRecall)
        return [];
    const find = () => findFiles(survey, driversFor, reuse);
    return reuse.once === undefined ? find() : reuse.once(find);
}
async function findFiles(survey, driversFor, reuse) {
    const marks = createFileMarks(survey.snapshot, reuse);
    const seats = await Promise.all(listSeats(survey.reviewers, driversFor).map(async (seat) => {
        const seatMark = markSeat(seat, reuse);
        const files = seatMark === null ? [] : filesOf(seat.reviewer, survey);
        const keys = await Promise.all(files.map((file) => keyOf(seatMark ?? '', file, marks, reuse)));
        return { seat, files: files.flatMap(({ path }, i) => (keys[i] ? [{ path, key: keys[i] }] : [])) };
    }));
    const known = await reuse.recollections.recall(seats.flatMap(({ files }) => files.map(({ key }) => key)));
    const recalled = await Promise.all(seats.map(async ({ seat, files }) => {
        const found = files.flatMap(({ path, key }) => {
            const recollection = parseRecollection(known.get(key) ?? '');
            return recollection === null ? [] : [{ path, recollection, sittings: recollection.sittings }];
        });
        const holds = await Promise.all(found.map(({ recollection }) => stillHolds(recollection, marks)));
        const sound = keepSound(found.filter((_, i) => holds[i]));
        return {
            agent: seat.reviewer.name,
            model: seat.model,
            label: seat.label,
            files: sound.map(({ path, recollection }) => ({ path, recollection })),
        };
    }));
    return recalled.filter(({ files }) => files.length > 0);
}
/** Whether everything its claims rest on is as it was. */
async function stillHolds({ depends }, marks) {
    const found = await Promise.all(depends.map(({ path }) => marks.textOf(path)));
    return depends.every(({ mark }, i) => mark === found[i]);
}
