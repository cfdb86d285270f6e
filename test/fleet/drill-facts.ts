/** What the drill and its workers agree on. */
export const DRILL_VERSION = 'drill';
export const DRILL_STEPS = 4;
/** Quicker than in earnest, so that a death is noticed within the test. */
export const DRILL_TIMINGS = { beatMs: 300, deadAfterMs: 1500, drainMs: 2000 };
