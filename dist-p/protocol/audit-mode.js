/** What `quick`, `standard` and `deep` mean: how many rounds, which thresholds, which parts of the protocol run (ROUND-01, AUD-04, AUD-33). */
export const AUDIT_MODES = ['quick', 'standard', 'deep'];
export const AUDIT_MODE_PROFILES = {
    quick: { maxRounds: 1, coverageThreshold: null, endpointThreshold: 0.3, fullProtocol: false, asksQuestions: false },
    standard: { maxRounds: 2, coverageThreshold: 0.8, endpointThreshold: 0.3, fullProtocol: true, asksQuestions: false },
    deep: { maxRounds: 3, coverageThreshold: 0.9, endpointThreshold: 0.5, fullProtocol: true, asksQuestions: true },
};
/** Whether an ordinary round of this number may exist at all. */
export const isPermittedRound = (mode, round) => Number.isInteger(round) && round >= 1 && round <= AUDIT_MODE_PROFILES[mode].maxRounds;
