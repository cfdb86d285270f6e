import { joinSignals, untilAborted } from './protocol/join-signals.js';
import { NOTHING_RECEIVED } from './protocol/turn-outcome.js';
const HEAR_MS = 250;
export function createGracefulStop(interrupt, { graceMs, hearMs = HEAR_MS }) {
    const end = new AbortController();
    let inFlight = 0;
    const stop = () => end.abort(interrupt.reason);
    const stopIfQuiet = () => {
        if (inFlight === 0)
            stop();
    };
    const onInterrupt = () => {
        if (inFlight === 0)
            stop();
        else
            setTimeout(stop, graceMs).unref();
    };
    if (interrupt.aborted)
        onInterrupt();
    else
        interrupt.addEventListener('abort', onInterrupt, { once: true });
    const guard = (model) => ({
        name: model.name,
        provider: model.provider,
        async turn(request, signal) {
            if (interrupt.aborted) {
                await untilAborted(joinSignals([signal, end.signal]));
                return { ...NOTHING_RECEIVED, kind: 'aborted', message: 'the run was interrupted before this call' };
            }
            inFlight += 1;
            try {
                return await model.turn(request, signal);
            }
            finally {
                inFlight -= 1;
                if (interrupt.aborted && inFlight === 0)
                    setTimeout(stopIfQuiet, hearMs);
            }
        },
    });
    return { signal: end.signal, guard };
}
