/** What a run would send, asked of whoever knows its hosts: by a plan that has to show it. */
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
