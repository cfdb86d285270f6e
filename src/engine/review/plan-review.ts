/**
 * Composes the document that `plan` prints: what a review of this scope would do, cost and leave out, from the same survey and first
 * wave as the run. Starts no agent. `boundReview` computes the most tokens a review may use. Called by wiring/playbooks.ts; the bound
 * by run-review.ts.
 */

import type { AssignedFile } from '../../ports/driver.ts';
import { type IndexedFile, tokensToShow } from '../../ports/file-index.ts';
import type { Reuse } from '../../ports/review-cache.ts';
import { askMeant } from '../../protocol/budget/model-names.ts';
import type { PriceEntry } from '../../protocol/budget/model-prices.ts';
import { hasRoomForTools } from '../../protocol/budget/model-window.ts';
import { boundTokens } from '../../protocol/budget/run-bound.ts';
import { estimateRun, type PlannedAgent } from '../../protocol/budget/run-estimate.ts';
import { REVIEW_TURNS } from '../../protocol/budget/turns.ts';
import { estimateWaves, listLeftOver } from '../../protocol/coverage/waves.ts';
import { sharesFindings } from '../../protocol/findings/consensus-protocol.ts';
import { PLAN_SCHEMA } from '../../protocol/report/document-names.ts';
import type { PlanDocument } from '../../protocol/report/plan-document.ts';
import { isAssigned, type ReviewerProfile } from '../../protocol/reviewers/reviewer.ts';
import { compareText } from '../../protocol/text/compare-text.ts';
import { composeBounds, type UserLimits } from '../compose-bounds.ts';
import { composeBudget, composeScope } from '../compose-scope.ts';
import { warnOfLeftOut } from '../left-out.ts';
import type { ListOutgoing } from '../list-outgoing.ts';
import { explainEmpty, type Survey, type SurveyPorts, surveyScope, warnOfCutPlan, warnOfEmpty } from '../survey.ts';
import { countReused } from './compose-cached.ts';
import { findCachedFiles } from './find-cached-files.ts';
import type { DriversFor, MemberDriver } from './panel-members.ts';
import { planWave, type WavePlan, type WaveTask } from './plan-wave.ts';
import type { ReviewRequest } from './review-request.ts';
import { filesOf, queueOf, type ReviewState } from './review-state.ts';
import { boundVerification } from './verify-bound.ts';

export interface PlanPorts extends SurveyPorts {
  readonly driversFor: DriversFor<MemberDriver>;
  /** False where the reviewer will skip such a file, whatever its budget. */
  readonly canReview: (reviewer: ReviewerProfile, language: string | null) => boolean;
  /** What a model costs; null where nobody knows. */
  readonly priceOf: (model: string) => PriceEntry | null;
  /** Limits the user gave; absent where there are none. */
  readonly limits?: UserLimits;
  /** What earlier runs have paid for; absent or null where nothing is reused. */
  readonly reuse?: Reuse | null;
  /** Notes of the project as models with that window see them; absent where none is asked. */
  readonly measureNotes?: (windowTokens: number | null) => readonly MeasuredNote[];
  /** Absent where nobody asks what would leave. */
  readonly listOutgoing?: ListOutgoing;
}

export type MeasuredNote = NonNullable<PlanDocument['context']>['notes'][number];

export async function planReview(request: ReviewRequest, ports: PlanPorts): Promise<PlanDocument> {
  const survey = await surveyScope(request, { ...ports, listsAll: true });
  const empty = explainEmpty(survey, request.allowsEmpty ?? false);
  const recalled = await findCachedFiles(survey, ports.driversFor, ports.reuse);
  const state: ReviewState = { survey, waves: [], runs: [], recalled };
  const first = planWave(state, 1, request, ports.driversFor);
  const waves = countWaves(state, first);
  const unpriced = listUnpriced(first, ports);
  const agents = planAgents(state, first, request, ports.measureNotes).map(({ model, ...agent }) => ({
    ...agent,
    price: ports.priceOf(model),
  }));
  const estimate = estimateRun(agents);
  return {
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
      window_tokens: task.driver.limits?.windowTokens ?? null,
    })),
    estimate: {
      calls: estimate.calls,
      shown_tokens: sumShown(survey.files),
      input_tokens: estimate.inputTokens,
      output_tokens: estimate.outputTokens,
      cost_usd: estimate.costUsd,
      waves: request.waves === 'auto' ? waves : Math.min(waves, request.waves),
      not_covered: listNotCovered(survey, ports, listOutOfBudget(state, first, request)),
      unpriced_agents: unpriced.length,
      reused_calls: countReused(recalled),
      ...composeBounds(agents.length === 0 ? 0 : boundReview(state, first, request), ports.limits),
    },
    run: { playbook: 'review', mode: 'review', model: request.model },
    warnings: [
      ...request.warnings,
      ...warnOfEmpty(empty),
      ...survey.snapshot.warnings,
      ...warnOfCutPlan(survey),
      ...warnOfLeftOut(survey),
      ...warnOfPrices(unpriced),
    ],
    complete: !survey.isCut,
    outgoing: (await ports.listOutgoing?.({ ...listSent(state, first, request), survey })) ?? null,
    ...composeContext(request, ports),
  };
}

/** Nothing where no model is asked. */
const composeContext = (
  { context }: Pick<ReviewRequest, 'context'>,
  { measureNotes }: Pick<PlanPorts, 'measureNotes'>,
): Pick<PlanDocument, 'context'> =>
  measureNotes === undefined
    ? {}
    : {
        context: {
          notes: measureNotes(null),
          source: context?.source ?? null,
          points: context?.requirements.length ?? 0,
        },
      };

/** What an agent will have to be given. */
const leftFor = (task: WaveTask<MemberDriver>, state: ReviewState): readonly AssignedFile[] => {
  const known = new Set((task.recalled ?? []).map(({ file }) => file.path));
  return queueOf(task, state, task.driver.hasContext).filter(({ path }) => !known.has(path));
};

/** Models that have something to be asked, and the files of their reviewers. */
function listSent(
  state: ReviewState,
  { tasks }: WavePlan<MemberDriver>,
  { protocol }: Pick<ReviewRequest, 'protocol'>,
): { readonly models: readonly string[]; readonly files: readonly string[] } {
  const asked = tasks.filter(
    (task) =>
      task.driver.hasContext &&
      (task.recalled === undefined || sharesFindings(protocol, 2) || leftFor(task, state).length > 0),
  );
  const files = asked.flatMap(({ reviewer }) => filesOf(reviewer, state.survey).map(({ path }) => path));
  return { models: [...new Set(asked.map(({ driver }) => driver.name))], files: [...new Set(files)].sort(compareText) };
}

/** Waves of the agent that needs most. */
function countWaves(state: ReviewState, plan: WavePlan<MemberDriver>): number {
  const { isolation } = plan.record;
  return Math.max(
    1,
    ...plan.tasks.map((task) => {
      const { hasContext } = task.driver;
      const { budgetTokens } = task;
      return estimateWaves(leftFor(task, state), { budgetTokens, isolation, hasContext });
    }),
  );
}

/** Names of the models of agents whose price nobody knows, one for each agent. */
const listUnpriced = ({ tasks }: WavePlan<MemberDriver>, { priceOf }: PlanPorts): readonly string[] =>
  tasks.filter(({ driver }) => driver.hasContext && priceOf(driver.name) === null).map(({ driver }) => driver.name);

const warnOfPrices = (models: readonly string[]): readonly string[] =>
  models.length === 0
    ? []
    : [
        `⚠️ the price of ${models.length} reviewers' models is unknown: the estimated cost does not include them${[...new Set(models.map(askMeant))].join('')}`,
      ];

const sumShown = (files: readonly IndexedFile[]): number => files.reduce((sum, file) => sum + tokensToShow(file), 0);

const weigh = (files: readonly IndexedFile[]): Pick<PlannedAgent, 'files' | 'scopeTokens'> => ({
  files: files.length,
  scopeTokens: sumShown(files),
});

const CHARS_PER_TOKEN = 4;

/** The reviewers that are models, with what they will have before them; judges of a second round too. */
const planAgents = (
  state: ReviewState,
  plan: WavePlan<MemberDriver>,
  { protocol }: Pick<ReviewRequest, 'protocol'>,
  measureNotes: PlanPorts['measureNotes'] = () => [],
): readonly (Omit<PlannedAgent, 'price'> & { readonly model: string; readonly windowTokens: number | null })[] =>
  plan.tasks
    .filter(({ driver }) => driver.hasContext)
    .flatMap((task) => {
      const { budgetTokens, driver } = task;
      const { isolation } = plan.record;
      const files = leftFor(task, state);
      const waves = Math.max(1, estimateWaves(files, { budgetTokens, isolation, hasContext: true }));
      const { requirements } = task.reviewer;
      const windowTokens = driver.limits?.windowTokens ?? null;
      const passes = isolation === 'shared' ? (driver.passes?.(task.reviewer) ?? 1) : 1;
      const noteTokens =
        requirements === undefined
          ? measureNotes(windowTokens).reduce((sum, note) => sum + note.shown_tokens, 0)
          : Math.ceil(requirements.reduce((sum, { text }) => sum + text.length, 0) / CHARS_PER_TOKEN);
      const planned = {
        budgetTokens,
        isolation,
        ...weigh(files),
        waves,
        model: driver.name,
        noteTokens,
        windowTokens,
        passes,
      };
      // A second round looks at some of the files again.
      const judging = sharesFindings(protocol, 2)
        ? [{ ...planned, ...weigh(filesOf(task.reviewer, state.survey)), waves: 1 }]
        : [];
      return files.length === 0 && task.recalled !== undefined ? judging : [planned, ...judging];
    });

/** For one file of who has no room for tools: its answer, two reminders and a repair, all of it once more with half the work. */
const TURNS_PER_FILE = 8;

const boundTurns = ({
  files,
  waves,
  windowTokens,
}: Pick<PlannedAgent, 'files' | 'waves'> & { readonly windowTokens: number | null }): number =>
  hasRoomForTools(windowTokens)
    ? REVIEW_TURNS * waves
    : Math.min(REVIEW_TURNS * waves, TURNS_PER_FILE * (files + waves));

/** The most tokens the models of a review may take together, from its first wave. */
export const boundReview = (
  state: ReviewState,
  first: WavePlan<MemberDriver>,
  request: Pick<ReviewRequest, 'protocol' | 'verify'>,
): number =>
  boundTokens([
    ...planAgents(state, first, request).map(({ isolation, scopeTokens, ...agent }) => ({
      ...agent,
      turns: boundTurns(agent),
      carriedTokens: isolation === 'shared' ? scopeTokens : 0,
    })),
    ...boundVerification(
      request,
      first.tasks.map(({ driver }) => driver),
    ),
  ]);

/** Files for which the waves that are allowed will not suffice. */
const listOutOfBudget = (
  state: ReviewState,
  plan: WavePlan<MemberDriver>,
  { waves }: ReviewRequest,
): readonly { readonly path: string }[] =>
  plan.tasks.flatMap((task) => {
    const { hasContext } = task.driver;
    const terms = { budgetTokens: task.budgetTokens, isolation: plan.record.isolation, hasContext };
    return listLeftOver(leftFor(task, state), terms, waves);
  });

/** Files that one of their reviewers will leave out: out of reach or budget, or in a language it does not understand. */
function listNotCovered(
  survey: Survey,
  { canReview }: PlanPorts,
  outOfBudget: readonly { readonly path: string }[],
): readonly string[] {
  const misunderstood = survey.files.filter((file) =>
    survey.reviewers.some((reviewer) => isAssigned(reviewer, file.language) && !canReview(reviewer, file.language)),
  );
  const paths = [...misunderstood, ...survey.owed, ...outOfBudget].map((file) => file.path);
  return [...new Set(paths)].sort(compareText);
}
