/** Whether agents share one context or each get a branch of their own (ISOLATION-01, REV-03). */
import { SCALE_STEP_TOKENS } from './budget.ts';
import type { Isolation } from '../report/report-document.ts';

export const decideIsolation = (totalTokens: number): Isolation =>
  totalTokens > SCALE_STEP_TOKENS ? 'branch' : 'shared';
