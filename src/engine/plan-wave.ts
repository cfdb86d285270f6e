/** Phase 2 of a wave: who gets which files with which budget, and in which kind of context (BUDGET, ISOLATION, HOST-16). */
import type { AssignedFile, Driver } from '../ports.ts';
import { calculateBudget, calculateScale, sumTokens } from '../protocol/budget.ts';
import { decideIsolation } from '../protocol/isolation.ts';
import type { ReviewerProfile } from '../protocol/reviewer.ts';
import { assignFiles } from '../protocol/waves.ts';
import type { ReviewRequest } from './review-request.ts';
import { queueOf, type ReviewState, type WaveRecord } from './review-state.ts';
import type { Survey } from './survey.ts';

type Payer = Pick<Driver, 'hasContext'>;

export interface WaveTask<D extends Payer = Driver> {
  readonly reviewer: ReviewerProfile;
  readonly driver: D;
  readonly budgetTokens: number;
  readonly files: readonly AssignedFile[];
}

export interface WavePlan<D extends Payer = Driver> {
  readonly record: WaveRecord;
  readonly tasks: readonly WaveTask<D>[];
  /** Every file somebody takes in this wave, in order of priority. */
  readonly shared: readonly AssignedFile[];
  /** A further wave may follow this one. */
  readonly mayContinue: boolean;
}

/** Where nothing could be counted at all, budgets are not scaled and contexts are shared (REV-21). */
const isCounted = ({ files }: Survey): boolean => files.length === 0 || files.some(({ estimated }) => !estimated);

/**
 * Scale and isolation come from the whole scope, whoever reviews it (REV-24); in later waves from the union of what is
 * still to be reviewed (HOST-07).
 */
export function planWave<D extends Payer>(
  state: ReviewState,
  wave: number,
  request: Pick<ReviewRequest, 'waves' | 'complexity'>,
  driverFor: (reviewer: ReviewerProfile) => D,
): WavePlan<D> {
  const queues = state.survey.reviewers
    .map((reviewer) => {
      const driver = driverFor(reviewer);
      return { reviewer, driver, queue: queueOf(reviewer, state, driver.hasContext) };
    })
    .filter(({ queue }) => wave === 1 || queue.length > 0);
  const union = new Map<string, AssignedFile>();
  for (const { queue } of queues) for (const file of queue) union.set(file.path, file);
  const totalTokens = wave === 1 ? state.survey.totalTokens : sumTokens(union.values());
  const weighedTokens = isCounted(state.survey) ? totalTokens : 0;
  const isolation = decideIsolation(weighedTokens);
  const mayContinue = request.waves === 'auto' || wave < request.waves;
  const tasks = queues.map(({ reviewer, driver, queue }) => {
    const budgetTokens = calculateBudget(reviewer.baseBudgetTokens, weighedTokens, request.complexity);
    return {
      reviewer,
      driver,
      budgetTokens,
      files: assignFiles(queue, { budgetTokens, isolation, hasContext: driver.hasContext, isLast: !mayContinue }),
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
