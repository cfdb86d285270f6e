export const COMPARISON_SCHEMA = 'consensus-review/comparison@1';
/** In the order in which they are shown. */
export const FINDING_CHANGES = ['new', 'newly_seen', 'fixed', 'unknown', 'still_there'];
