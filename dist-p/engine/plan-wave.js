import { calculateBudget, calculateScale, sumTokens } from '../protocol/budget.js';
import { decideIsolation } from '../protocol/isolation.js';
import { assignFiles } from '../protocol/waves.js';
import { takeRecalled } from './recalled-seat.js';
import { queueOf } from './review-state.js';
import { listSeats } from './seats.js';
/** Where nothing could be counted at all, budgets are not scaled and contexts are shared (REV-21). */
const isCounted = ({ files }) => files.length === 0 || files.some(({ estimated }) => !estimated);
/** What scale and isolation of a whole scope come from. */
export const weighScope = (survey) => (isCounted(survey) ? survey.totalTokens : 0);
function queueSeat(seat, state, wave) {
    const all = queueOf(seat, state, seat.driver.hasContext);
    const recalled = wave === 1 ? takeRecalled(seat, all, state.recalled ?? []) : [];
    const known = new Set(recalled.map(({ file }) => file.path));
    return { seat, recalled, all, queue: known.size === 0 ? all : all.filter(({ path }) => !known.has(path)) };
}
/**
 * Scale and isolation come from the whole scope, whoever reviews it (REV-24); in later waves, and where files are recalled
 * from earlier runs, from the union of what is still to be reviewed (HOST-07).
 */
export function planWave(state, wave, request, driversFor) {
    const queues = listSeats(state.survey.reviewers, driversFor)
        .map((seat) => queueSeat(seat, state, wave))
        .filter(({ queue }) => wave === 1 || queue.length > 0);
    const isWholeScope = wave === 1 && queues.every(({ recalled }) => recalled.length === 0);
    // Whoever pays nothing for reading has no part in what the others may read.
    const paying = wave === 1 && !isWholeScope ? queues.filter(({ seat }) => seat.driver.hasContext) : queues;
    const union = new Map();
    for (const { queue } of paying)
        for (const file of queue)
            union.set(file.path, file);
    const totalTokens = isWholeScope ? state.survey.totalTokens : sumTokens(union.values());
    const weighedTokens = isCounted(state.survey) ? totalTokens : 0;
    const isolation = decideIsolation(weighedTokens);
    const mayContinue = request.waves === 'auto' || wave < request.waves;
    const tasks = queues.map(({ seat, queue, recalled, all }) => {
        const budgetTokens = calculateBudget(seat.reviewer.baseBudgetTokens, weighedTokens, request.complexity);
        const terms = { budgetTokens, isolation, hasContext: seat.driver.hasContext, isLast: !mayContinue };
        const files = assignFiles(queue, terms);
        return {
            ...seat,
            budgetTokens,
            files,
            ...(recalled.length === 0 ? {} : { recalled, ...joinFiles(all, files, recalled) }),
        };
    });
    return {
        record: {
            wave,
            totalTokens,
            scale: calculateScale(weighedTokens),
            isolation,
            budgetTokens: tasks.reduce((sum, task) => sum + task.budgetTokens, 0),
        },
        tasks,
        shared: [...union.values()],
        mayContinue,
    };
}
function joinFiles(all, files, recalled) {
    const paths = new Set([...files, ...recalled.map(({ file }) => file)].map(({ path }) => path));
    return { analysed: all.filter(({ path }) => paths.has(path)) };
}
