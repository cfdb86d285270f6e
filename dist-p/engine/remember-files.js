import { indexPaths, listCitedPaths } from '../protocol/cited-paths.js';
import { mergeRanges } from '../protocol/coverage.js';
import { isAsStrict } from '../protocol/recalled-sittings.js';
import { formatRecollection, } from '../protocol/recollection.js';
import { agentVerdict } from '../protocol/verdict.js';
import { vetoReasonOf } from '../protocol/veto.js';
import { createFileMarks, keyOf, markSeat } from './recall-files.js';
import { listSeats } from './seats.js';
export async function rememberWave(state, wave, run, { driversFor, reuse }) {
    if (!reuse)
        return;
    const desk = { state, reuse, marks: createFileMarks(state.survey.snapshot, reuse), ...run };
    const all = await Promise.all(listSeats(state.survey.reviewers, driversFor).map((seat) => rememberSeat(seat, wave, desk)));
    const remembered = all.flat();
    if (remembered.length > 0)
        await reuse.recollections.remember(remembered);
}
/** Whether the agent was heard to its end, in the words of the model that was asked. */
const isHeard = ({ status, cuts, asked, model }) => status === 'completed' &&
    cuts.length === 0 &&
    asked.calls > 0 &&
    asked.models.every((answered) => answered === model);
/** Whether what it said of the file is all it would have said: beyond full analysis it keeps the milder things to itself. */
const isFull = ({ mode, closed }, path) => mode === 'full' || closed.includes(path);
async function rememberSeat(seat, wave, desk) {
    const { state, reuse, marks } = desk;
    const seatMark = markSeat(seat, reuse);
    const runs = state.runs.filter((run) => run.agent === seat.reviewer.name && run.model === seat.model && run.round === 1 && run.wave <= wave);
    const last = runs.at(-1);
    if (seatMark === null || last?.wave !== wave || !isHeard(last))
        return [];
    const before = new Map((state.recalled ?? [])
        .find(({ agent, model }) => agent === seat.reviewer.name && model === seat.model)
        ?.files.map(({ path, recollection }) => [path, recollection]));
    const own = new Set(runs.flatMap(({ done }) => done.filter((path) => !before.has(path))));
    const fresh = last.done.filter((path) => own.has(path));
    const added = [...before.keys()].filter((path) => last.heard.some(({ finding }) => finding.file === path));
    const paths = [...fresh, ...added];
    const byPath = new Map(state.survey.files.map((file) => [file.path, file]));
    const paper = { seat, runs, last, own, files: paths.length };
    const remembered = await Promise.all(paths.map(async (path) => {
        const file = byPath.get(path);
        const recollection = await recollect(path, before.get(path) ?? null, paper, desk);
        const key = file === undefined || recollection === null ? null : await keyOf(seatMark, file, marks, reuse);
        return key === null || recollection === null ? [] : [{ key, text: formatRecollection(recollection) }];
    }));
    return remembered.flat();
}
/** Null where a wave that had the file in hand was not heard to its end, or not in full. */
async function recollect(path, before, { runs, last, own, files, seat }, desk) {
    const behind = runs.filter((run) => run === last || run.begun.includes(path));
    if (!behind.every((run) => isHeard(run) && isFull(run, path)))
        return null;
    const claims = behind.flatMap(({ heard }) => heard.filter(({ finding }) => finding.file === path));
    const support = behind.flatMap(({ looked }) => looked.filter((each) => !own.has(each)));
    // What is new in a file that was recalled came from the files that were reviewed beside it.
    const beside = before === null ? [] : [...own];
    const rest = new Set([...support, ...beside, ...(await citeFiles(claims, desk.state.survey.snapshot))]);
    rest.delete(path);
    const depends = await Promise.all([...rest].map(async (each) => ({ path: each, mark: await desk.marks.textOf(each) })));
    const delivered = isShared(last, desk) && before === null ? null : (last.delivered[path] ?? []);
    return {
        claims: [...(before?.claims ?? []), ...claims],
        delivered: before?.delivered === null ? null : delivered && mergeRanges([...(before?.delivered ?? []), ...delivered]),
        depends: [...new Map([...(before?.depends ?? []), ...depends].map((each) => [each.path, each])).values()],
        sittings: [...(before?.sittings ?? []), ...behind.map((run) => sittingOf(run, seat, files, desk))],
    };
}
const isShared = ({ wave }, { state }) => state.waves.find((each) => each.wave === wave)?.isolation === 'shared';
/** Files that the words of the claims speak of. */
async function citeFiles(claims, snapshot) {
    if (claims.length === 0)
        return [];
    const index = indexPaths(await snapshot.paths());
    return claims.flatMap(({ finding }) => listCitedPaths(JSON.stringify(finding), index));
}
function sittingOf(run, { reviewer, label }, files, { runId, at }) {
    const said = { agent: reviewer.name, canVeto: reviewer.canVeto, verdict: null, vetoReasons: [] };
    const shown = run.findings.map((finding) => ({
        ...finding,
        vetoReason: reviewer.canVeto ? vetoReasonOf(reviewer.name, finding) : null,
    }));
    return {
        id: `${runId}/${run.wave}/${label}`,
        run: runId,
        at,
        calls: run.asked.calls,
        files,
        verdict: run.verdict,
        vetoReasons: run.vetoReasons,
        isExplained: isAsStrict(agentVerdict(said, shown).verdict, run.verdict),
        homeless: run.homeless,
    };
}
