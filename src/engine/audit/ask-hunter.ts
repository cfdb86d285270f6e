/**
 * Gives one hunt agent its task and returns its result within its time limit. An agent that throws or does not end gets a failed,
 * aborted or timed-out result; one that was stopped has a second to hand over what it has. Called by hunt-round.ts and
 * fleet/audit-tasks.ts.
 */
import { EMPTY_TRAIL, type HuntResult, type HuntTask } from '../../ports/auditor.ts';
import { untilAborted } from '../../ports/join-signals.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { parseAgentOutput } from '../../protocol/output/agent-output.ts';
import { openSession } from '../open-session.ts';
import { limitAgent } from './agent-session.ts';
import type { AuditPorts, AuditRequest } from './audit-request.ts';

export type HunterPorts = Pick<AuditPorts, 'driver' | 'openTools' | 'clock' | 'signal'>;
export type HunterRules = Pick<AuditRequest, 'agentTimeoutMs' | 'thresholds'>;

/** How long an agent that was told to stop may take to hand over what it has. */
const GRACE_MS = 1000;

/** Time is the host's: an agent that does not end in it has timed out, whatever it does afterwards. */
export async function askHunter(
  task: HuntTask,
  snapshot: Snapshot,
  { agentTimeoutMs, thresholds }: HunterRules,
  { clock, driver, openTools, signal }: HunterPorts,
): Promise<HuntResult> {
  const session = openSession(task.turns.budgetTokens, { snapshot, openTools, thresholds, driver });
  const why = (): 'aborted' | 'timeout' => (signal.aborted ? 'aborted' : 'timeout');
  return limitAgent({ agentTimeoutMs }, { clock, driver, signal }, (both) => {
    const ended = untilAborted(both)
      .then(() => untilAborted(clock.timeout(GRACE_MS)))
      .then(() => failHunt(why(), null));
    const work = driver
      .hunt(task, session, both)
      .then((result) => ({
        ...result,
        ...(result.ending === 'aborted' ? { ending: why(), cutoffReason: why() } : {}),
        usedTokens: session.account.usedTokens,
        budgetMode: session.account.mode,
      }))
      .catch((error: unknown) => failHunt('failed', error instanceof Error ? error.message : String(error)));
    return Promise.race([work, ended]);
  });
}

const NO_OUTPUT = parseAgentOutput('');

const failHunt = (ending: Exclude<HuntResult['ending'], 'replied'>, reason: string | null): HuntResult => ({
  ending,
  reason,
  output: NO_OUTPUT,
  trail: EMPTY_TRAIL,
  usedTokens: 0,
  budgetMode: 'full',
  cutoffReason: ending === 'timeout' ? 'timeout' : ending === 'aborted' ? 'aborted' : 'error',
  model: null,
});
