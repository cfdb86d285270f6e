/** Phase 2 of a wave: who gets which files with which budget, and in which kind of context (BUDGET, ISOLATION, HOST-16). */
import type { AssignedFile, Driver } from '../ports.ts';
import { calculateBudget, calculateScale, sumTokens } from '../protocol/budget.ts';
import type { SharedIssue } from '../protocol/consensus.ts';
import { decideIsolation } from '../protocol/isolation.ts';
import { assignFiles } from '../protocol/waves.ts';
import type { ReviewRequest } from './review-request.ts';
import { queueOf, type ReviewState, type WaveRecord } from './review-state.ts';
import { type DriversFor, listSeats, type Seat, type SeatDriver } from './seats.ts';
import type { Survey } from './survey.ts';

export interface WaveTask<D extends SeatDriver = Driver> extends Seat<D> {
  readonly budgetTokens: number;
  readonly files: readonly AssignedFile[];
  /** In a second round: what the agent is asked about. */
  readonly others?: readonly SharedIssue[];
}

export interface WavePlan<D extends SeatDriver = Driver> {
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
export function planWave<D extends SeatDriver>(
  state: ReviewState,
  wave: number,
  request: Pick<ReviewRequest, 'waves' | 'complexity'>,
  driversFor: DriversFor<D>,
): WavePlan<D> {
  const queues = listSeats(state.survey.reviewers, driversFor)
    .map((seat) => ({ seat, queue: queueOf(seat, state, seat.driver.hasContext) }))
    .filter(({ queue }) => wave === 1 || queue.length > 0);
  const union = new Map<string, AssignedFile>();
  for (const { queue } of queues) for (const file of queue) union.set(file.path, file);
  const totalTokens = wave === 1 ? state.survey.totalTokens : sumTokens(union.values());
  const weighedTokens = isCounted(state.survey) ? totalTokens : 0;
  const isolation = decideIsolation(weighedTokens);
  const mayContinue = request.waves === 'auto' || wave < request.waves;
  const tasks = queues.map(({ seat, queue }) => {
    const budgetTokens = calculateBudget(seat.reviewer.baseBudgetTokens, weighedTokens, request.complexity);
    return {
      ...seat,
      budgetTokens,
      files: assignFiles(queue, { budgetTokens, isolation, hasContext: seat.driver.hasContext, isLast: !mayContinue }),
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
