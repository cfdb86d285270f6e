/** Hears what a driver would take for a failed call: the task belongs to another worker by now, or a call was put off. */
import { LostLease } from '../adapters/postgres/task-board.js';
export function watchJournal(journal, onLost) {
    let lost = null;
    let hasDeferred = false;
    return {
        check() {
            if (lost !== null)
                throw lost;
        },
        get hasDeferred() {
            return hasDeferred;
        },
        async step(step, effect) {
            try {
                const kept = await journal.step(step, effect);
                if (step.kind === 'call')
                    hasDeferred ||= kept.value.result.kind === 'deferred';
                return kept;
            }
            catch (error) {
                if (error instanceof LostLease) {
                    lost = error;
                    onLost();
                }
                throw error;
            }
        },
    };
}
