/** Whether agents share one context or each get a branch of their own (ISOLATION-01, REV-03). */
import { SCALE_STEP_TOKENS } from './budget.js';
export const decideIsolation = (totalTokens) => totalTokens > SCALE_STEP_TOKENS ? 'branch' : 'shared';
