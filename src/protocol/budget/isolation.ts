/** Whether agents share one context or each get a branch of their own (ISOLATION-01, REV-03). */

import type { Isolation } from '../report/report-document.ts';
import { SCALE_STEP_TOKENS } from './budget.ts';

export const decideIsolation = (totalTokens: number): Isolation =>
  totalTokens > SCALE_STEP_TOKENS ? 'branch' : 'shared';
