import { sumTokens } from '../protocol/budget.js';
import { sharesFindings } from '../protocol/consensus.js';
import { PLAN_SCHEMA } from '../protocol/plan-document.js';
import { comparePaths } from '../protocol/priority.js';
import { isAssigned } from '../protocol/reviewer.js';
import { estimateRun } from '../protocol/run-estimate.js';
import { estimateWaves, listLeftOver } from '../protocol/waves.js';
import { countReused } from './compose-recalled.js';
import { composeBudget, composeScope } from './compose-scope.js';
import { planWave } from './plan-wave.js';
import { recallFiles } from './recall-files.js';
import { filesOf, queueOf } from './review-state.js';
import { requireScope, surveyScope } from './survey.js';
export const planReview = async (request, ports) => (await planTasks(request, ports)).plan;
/** The plan with the first wave behind it, for a host that hands out the work itself. */
export async function planTasks(request, ports) {
    const survey = await surveyScope(request, ports);
    requireScope(survey);
    const recalled = await recallFiles(survey, ports.driversFor, ports.reuse);
    const state = { survey, waves: [], runs: [], recalled };
    const first = planWave(state, 1, request, ports.driversFor);
    const waves = countWaves(state, first);
    const unpriced = countUnpriced(first, ports);
    const estimate = estimateRun(planAgents(state, first, request, ports));
    const plan = {
        schema: PLAN_SCHEMA,
        scope: composeScope(survey),
        budget: composeBudget(first.record),
        agents: first.tasks.map((task) => ({
            agent: task.reviewer.name,
            budget_tokens: task.budgetTokens,
            files: filesOf(task.reviewer, survey).length,
            dimensions: [],
            model: task.model,
            files_recalled: task.recalled?.length ?? 0,
        })),
        estimate: {
            calls: estimate.calls,
            input_tokens: estimate.inputTokens,
            output_tokens: estimate.outputTokens,
            cost_usd: estimate.costUsd,
            waves: request.waves === 'auto' ? waves : Math.min(waves, request.waves),
            not_covered: listNotCovered(survey, ports, listOutOfBudget(state, first, request)),
            unpriced_agents: unpriced,
            reused_calls: countReused(recalled),
        },
        run: { playbook: 'review', mode: 'review', model: request.model },
        warnings: [...request.warnings, ...survey.snapshot.warnings, ...warnOfPrices(unpriced)],
    };
    return { plan, first };
}
/** What an agent will have to be given. */
const leftFor = (task, state) => {
    const known = new Set((task.recalled ?? []).map(({ file }) => file.path));
    return queueOf(task, state, task.driver.hasContext).filter(({ path }) => !known.has(path));
};
/** Waves of the agent that needs most. */
function countWaves(state, plan) {
    const { isolation } = plan.record;
    return Math.max(1, ...plan.tasks.map((task) => {
        const { hasContext } = task.driver;
        const { budgetTokens } = task;
        return estimateWaves(leftFor(task, state), { budgetTokens, isolation, hasContext });
    }));
}
const countUnpriced = ({ tasks }, { priceOf }) => tasks.filter(({ driver }) => driver.hasContext && priceOf(driver.name) === null).length;
const warnOfPrices = (agents) => agents === 0 ? [] : [`⚠️ the price of ${agents} reviewers' models is unknown: the estimated cost is without them`];
const weigh = (files) => ({
    files: files.length,
    scopeTokens: sumTokens(files),
});
/** The reviewers that are models, with what they will have before them. */
const planAgents = (state, plan, { protocol }, ports) => plan.tasks
    .filter(({ driver }) => driver.hasContext)
    .flatMap((task) => {
    const { budgetTokens, driver } = task;
    const { isolation } = plan.record;
    const files = leftFor(task, state);
    const waves = estimateWaves(files, { budgetTokens, isolation, hasContext: true });
    const planned = {
        budgetTokens,
        isolation,
        ...weigh(files),
        waves: Math.max(1, waves),
        price: ports.priceOf(driver.name),
    };
    // A second round looks at some of the files again.
    const judging = sharesFindings(protocol, 2)
        ? [{ ...planned, ...weigh(filesOf(task.reviewer, state.survey)), waves: 1 }]
        : [];
    return files.length === 0 && task.recalled !== undefined ? judging : [planned, ...judging];
});
/** Files for which the waves that are allowed will not suffice. */
const listOutOfBudget = (state, plan, { waves }) => plan.tasks.flatMap((task) => {
    const { hasContext } = task.driver;
    const terms = { budgetTokens: task.budgetTokens, isolation: plan.record.isolation, hasContext };
    return listLeftOver(leftFor(task, state), terms, waves);
});
/** Files that one of their reviewers will leave out: out of reach or budget, or in a language it does not understand. */
function listNotCovered(survey, { canReview }, outOfBudget) {
    const misunderstood = survey.files.filter((file) => survey.reviewers.some((reviewer) => isAssigned(reviewer, file.language) && !canReview(reviewer, file.language)));
    const paths = [...misunderstood, ...survey.owed, ...outOfBudget].map((file) => file.path);
    return [...new Set(paths)].sort(comparePaths);
}
