/**
 * Declares the type of the function that lists what a run would send to which host, for `plan --show-outgoing`. Called by the two
 * plans (review/plan-review.ts, audit/plan-document.ts), implemented in wiring/outgoing.ts.
 */
import type { PlanDocument } from '../protocol/report/plan-document.ts';
import type { Survey } from './survey.ts';

export interface PlannedSending {
  /** Models that will be asked. */
  readonly models: readonly string[];
  /** Paths of the files that they are given. */
  readonly files: readonly string[];
  readonly survey: Pick<Survey, 'files' | 'snapshot'>;
}

export type ListOutgoing = (planned: PlannedSending) => Promise<NonNullable<PlanDocument['outgoing']>>;
