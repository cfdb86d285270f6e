/**
 * Constants that documents carry in their `schema` field (`consensus-review/report@1` …), and how the warning of an empty scope
 * begins. Apart from the schemas, so that engine/ and cli/, which write documents, load no zod.
 */

export const REPORT_SCHEMA = 'consensus-review/report@1';
export const PLAN_SCHEMA = 'consensus-review/plan@1';
export const COMPARISON_SCHEMA = 'consensus-review/comparison@1';
export const EVENTS_SCHEMA = 'consensus-review/events@1';
export const RUNS_SCHEMA = 'consensus-review/runs@1';
export const RUN_SCHEMA = 'consensus-review/run@1';
export const DATASET_SCHEMA = 'consensus-review/evaluation-dataset@1';
export const EVALUATION_SCHEMA = 'consensus-review/evaluation@1';
export const PRUNED_SCHEMA = 'consensus-review/pruned@1';

/** How the warning about an empty scope begins. */
export const NOTHING = 'Nothing to review';
