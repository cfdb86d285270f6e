/** `interrupted`: it can be resumed, whether it was stopped, killed, or waits for a provider. */
export const RUN_STATUSES = ['running', 'finished', 'interrupted', 'failed'];
export const DEFAULT_RETENTION = {
    maxRuns: 1000,
    maxAgeDays: 90,
    minRuns: 20,
    stepDays: 14,
    maxBytes: 512 * 1024 * 1024,
};
