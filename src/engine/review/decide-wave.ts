/**
 * Decides after a wave whether another follows: gathers the open files of each agent and why the run was stopped, and asks
 * protocol/coverage/waves.ts. Also names why a run was stopped. Called by run-review.ts; the reason also by share-round.ts and
 * verify-round.ts.
 */

import { formatReached } from '../../protocol/budget/run-limits.ts';
import { decideNextWave, type WaveDecision } from '../../protocol/coverage/waves.ts';
import type { CutoffReason } from '../../protocol/output/agent-claims.ts';
import { abortCause } from './agent-run.ts';
import { listMembers } from './panel-members.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import { hasReadOn, queueOf, type ReviewState, totalMember } from './review-state.ts';

/** `leftBy`: what kept a wave from following that was due; null where none was, or where it follows. */
export type NextStep = WaveDecision & { readonly leftBy: CutoffReason | null };

export function decideAfterWave(
  state: ReviewState,
  request: Pick<ReviewRequest, 'waves'>,
  ports: Pick<EnginePorts, 'driversFor' | 'signal' | 'account'>,
): NextStep {
  const wave = state.waves.length;
  const runs = state.runs.filter((run) => run.wave === wave);
  const agents = listMembers(state.survey.reviewers, ports.driversFor).map((member) => ({
    agent: member.label,
    open: queueOf(member, state, member.driver.hasContext).length,
    owed: totalMember(member, state).skippedFiles.length,
    embedded: !member.driver.hasContext,
  }));
  const facts = {
    wavesDone: wave,
    waves: request.waves,
    agents,
    progressed: runs.some((run) => run.done.length > 0 || run.findings.length > 0 || hasReadOn(run, state.runs)),
    stopped: nameStop(ports),
  };
  const isDue = ports.signal.aborted && decideNextWave({ ...facts, stopped: null }).kind === 'next-wave';
  return { ...decideNextWave(facts), leftBy: isDue ? abortCause(ports.signal) : null };
}

/** Who ended the run before its time: the deadline or the user; null where nobody has. */
export const nameInterruption = ({ aborted, reason }: AbortSignal): string | null =>
  !aborted ? null : reason === 'deadline' ? 'the deadline passed (--deadline)' : 'the run was stopped';

/** Why nothing more is asked for; null where something may be. */
export function nameStop({ signal, account }: Pick<EnginePorts, 'signal' | 'account'>): string | null {
  const interruption = nameInterruption(signal);
  if (interruption !== null) return interruption;
  return account?.isSpent === true ? formatReached(account.spentLimit) : null;
}
