/** After a wave: whether another one is useful and allowed. The decision itself is pure (protocol/waves.ts). */
import { decideNextWave, type WaveDecision } from '../protocol/waves.ts';
import type { EnginePorts, ReviewRequest } from './review-request.ts';
import { hasReadOn, queueOf, type ReviewState, totalOf } from './review-state.ts';

export function decideAfterWave(
  state: ReviewState,
  request: Pick<ReviewRequest, 'waves'>,
  ports: Pick<EnginePorts, 'driverFor' | 'signal' | 'account'>,
): WaveDecision {
  const wave = state.waves.length;
  const runs = state.runs.filter((run) => run.wave === wave);
  const agents = state.survey.reviewers.map((reviewer) => {
    const driver = ports.driverFor(reviewer);
    return {
      agent: reviewer.name,
      open: queueOf(reviewer, state, driver.hasContext).length,
      owed: totalOf(reviewer, state).skippedFiles.length,
      embedded: !driver.hasContext,
    };
  });
  return decideNextWave({
    wavesDone: wave,
    waves: request.waves,
    agents,
    progressed: runs.some((run) => run.done.length > 0 || run.findings.length > 0 || hasReadOn(run, state.runs)),
    stopped: ports.signal.aborted || ports.account?.isSpent === true,
  });
}
