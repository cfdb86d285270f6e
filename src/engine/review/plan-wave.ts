/**
 * Plans one wave of a review: which agent gets which files with which budget, and whether agents share one context or have their own
 * (BUDGET, ISOLATION, HOST-16). Called by run-review.ts for each wave, by plan-review.ts for the first, and by compose-signals.ts to
 * estimate the next.
 */
import type { AssignedFile, Assignment, CachedFile, Driver } from '../../ports/driver.ts';
import { calculateBudget, calculateScale, sumTokens } from '../../protocol/budget/budget.ts';
import { decideIsolation } from '../../protocol/budget/isolation.ts';
import { fitBudget, holdsScope } from '../../protocol/budget/model-window.ts';
import { assignFiles } from '../../protocol/coverage/waves.ts';
import type { Survey } from '../survey.ts';
import { takeCached } from './cached-files.ts';
import { type DriversFor, listMembers, type MemberDriver, type PanelMember } from './panel-members.ts';
import type { ReviewRequest } from './review-request.ts';
import { queueOf, type ReviewState, type WaveRecord } from './review-state.ts';

/** Cached files are used only in the first wave; `others` only in a second round. */
export interface WaveTask<D extends MemberDriver = Driver>
  extends PanelMember<D>,
    Pick<Assignment, 'budgetTokens' | 'files' | 'recalled' | 'analysed' | 'others'> {}

export interface WavePlan<D extends MemberDriver = Driver> {
  readonly record: WaveRecord;
  readonly tasks: readonly WaveTask<D>[];
  /** Every file somebody takes in this wave, in order of priority. */
  readonly shared: readonly AssignedFile[];
  /** A further wave may follow this one. */
  readonly mayContinue: boolean;
}

/** Where nothing could be counted at all, budgets are not scaled and contexts are shared (REV-21). */
const isCounted = ({ files }: Survey): boolean => files.length === 0 || files.some(({ estimated }) => !estimated);

/** What scale and isolation of a whole scope come from. */
export const weighScope = (survey: Survey): number => (isCounted(survey) ? survey.totalTokens : 0);

interface MemberQueue<D extends MemberDriver> {
  readonly member: PanelMember<D>;
  /** What it has to be given. */
  readonly queue: readonly AssignedFile[];
  readonly recalled: readonly CachedFile[];
  /** Both, in order of priority. */
  readonly all: readonly AssignedFile[];
}

function queueMember<D extends MemberDriver>(member: PanelMember<D>, state: ReviewState, wave: number): MemberQueue<D> {
  const all = queueOf(member, state, member.driver.hasContext);
  const recalled = wave === 1 ? takeCached(member, all, state.recalled ?? []) : [];
  const known = new Set(recalled.map(({ file }) => file.path));
  return { member, recalled, all, queue: known.size === 0 ? all : all.filter(({ path }) => !known.has(path)) };
}

/**
 * Scale and isolation come from the whole scope, whoever reviews it (REV-24); in later waves, and where files are cached
 * from earlier runs, from the union of what is still to be reviewed (HOST-07).
 */
export function planWave<D extends MemberDriver>(
  state: ReviewState,
  wave: number,
  request: Pick<ReviewRequest, 'waves' | 'complexity'>,
  driversFor: DriversFor<D>,
): WavePlan<D> {
  const queues = listMembers(state.survey.reviewers, driversFor)
    .map((member) => queueMember(member, state, wave))
    .filter(({ queue }) => wave === 1 || queue.length > 0);
  const isWholeScope = wave === 1 && queues.every(({ recalled }) => recalled.length === 0);
  // Whoever pays nothing for reading has no part in what the others may read.
  const paying = wave === 1 && !isWholeScope ? queues.filter(({ member }) => member.driver.hasContext) : queues;
  const union = new Map<string, AssignedFile>();
  for (const { queue } of paying) for (const file of queue) union.set(file.path, file);
  const totalTokens = isWholeScope ? state.survey.totalTokens : sumTokens(union.values());
  const weighedTokens = isCounted(state.survey) ? totalTokens : 0;
  const windowOf = ({ member }: MemberQueue<D>): number | null => member.driver.limits?.windowTokens ?? null;
  const isHeld = queues.every((each) => holdsScope(windowOf(each), totalTokens));
  const isolation = isHeld ? decideIsolation(weighedTokens) : 'branch';
  const mayContinue = request.waves === 'auto' || wave < request.waves;
  const tasks = queues.map((each) => {
    const { member, queue, recalled, all } = each;
    const ownTokens = calculateBudget(member.reviewer.baseBudgetTokens, weighedTokens, request.complexity);
    const budgetTokens = fitBudget(ownTokens, windowOf(each), isolation === 'shared' ? totalTokens : 0);
    const terms = { budgetTokens, isolation, hasContext: member.driver.hasContext, isLast: !mayContinue };
    const files = assignFiles(queue, terms);
    return {
      ...member,
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

function joinFiles(
  all: readonly AssignedFile[],
  files: readonly AssignedFile[],
  recalled: readonly CachedFile[],
): Pick<WaveTask, 'analysed'> {
  const paths = new Set([...files, ...recalled.map(({ file }) => file)].map(({ path }) => path));
  return { analysed: all.filter(({ path }) => paths.has(path)) };
}
