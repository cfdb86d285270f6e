export const PLAN_SCHEMA = 'consensus-review/plan@1';
