/** Time moves only when the test moves it. */
export function createFixedClock(start = 0) {
    let now = start;
    const timers = [];
    return {
        now: () => now,
        timeout(milliseconds) {
            const controller = new AbortController();
            timers.push({ at: now + milliseconds, controller });
            return controller.signal;
        },
        advance(milliseconds) {
            now += milliseconds;
            for (const timer of timers)
                if (timer.at <= now)
                    timer.controller.abort('timeout');
        },
    };
}
export function createCountingIds() {
    let runs = 0;
    let branches = 0;
    return {
        runId: () => `run-${++runs}`,
        branchId: () => `br_${(++branches).toString(16).padStart(8, '0')}`,
    };
}
/** One token per word, so that a test can write a text of exactly n tokens. */
export const createWordCounter = () => ({
    encoding: 'words',
    count: (text) => (text.match(/\S+/gu) ?? []).length,
});
