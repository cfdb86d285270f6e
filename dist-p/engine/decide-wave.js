/** After a wave: whether another one is useful and allowed. The decision itself is pure (protocol/waves.ts). */
import { decideNextWave } from '../protocol/waves.js';
import { hasReadOn, queueOf, totalSeat } from './review-state.js';
import { listSeats } from './seats.js';
export function decideAfterWave(state, request, ports) {
    const wave = state.waves.length;
    const runs = state.runs.filter((run) => run.wave === wave);
    const agents = listSeats(state.survey.reviewers, ports.driversFor).map((seat) => ({
        agent: seat.label,
        open: queueOf(seat, state, seat.driver.hasContext).length,
        owed: totalSeat(seat, state).skippedFiles.length,
        embedded: !seat.driver.hasContext,
    }));
    return decideNextWave({
        wavesDone: wave,
        waves: request.waves,
        agents,
        progressed: runs.some((run) => run.done.length > 0 || run.findings.length > 0 || hasReadOn(run, state.runs)),
        stopped: nameStop(ports),
    });
}
/** Why nothing more is asked for; null where something may be. */
export function nameStop({ signal, account }) {
    if (signal.aborted)
        return signal.reason === 'deadline' ? 'the time is over (--deadline)' : 'the run was stopped';
    return account?.isSpent === true ? 'a limit of the run is reached (--max-tokens, --max-cost)' : null;
}
