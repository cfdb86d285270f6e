/**
 * Declares what is known of a run when it is over (`RunFacts`: id, times, usage, how often it was resumed), gathers it (`endRun`), and
 * composes the `run` part of a report from it. Used by review, audit and collect.ts. What is stored when a run begins:
 * wiring/describe-run.ts.
 */

import type { RunUsage } from '../protocol/budget/usage-recorder.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { GatheredPolicy } from './finding-policy.ts';
import type { RunPorts } from './run-request.ts';

export interface RunFacts {
  readonly runId: string;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** Absent where no model was asked. */
  readonly usage?: RunUsage | null;
  /** How often the run was continued after an interruption. */
  readonly resumed?: number;
  /** What keeps findings from counting; absent where nothing does. */
  readonly policy?: GatheredPolicy;
}

export const endRun = (
  runId: string,
  startedAt: number,
  { clock, account, resumed = 0 }: Pick<RunPorts, 'clock' | 'account' | 'resumed'>,
): RunFacts => ({ runId, startedAt, finishedAt: clock.now(), usage: account?.usage ?? null, resumed });

export const composeRun = (
  { runId, startedAt, finishedAt, resumed = 0 }: RunFacts,
  asked: Pick<ReportDocument['run'], 'playbook' | 'mode' | 'model'>,
): ReportDocument['run'] => ({
  id: runId,
  ...asked,
  started_at: new Date(startedAt).toISOString(),
  finished_at: new Date(finishedAt).toISOString(),
  resumed,
});
