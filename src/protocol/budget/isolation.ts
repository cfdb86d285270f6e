/** Whether agents share one context or each get a branch of their own (ISOLATION-01, REV-03). */

import { SCALE_STEP_TOKENS } from './budget.ts';

export const ISOLATIONS = ['shared', 'branch'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

export const decideIsolation = (totalTokens: number): Isolation =>
  totalTokens > SCALE_STEP_TOKENS ? 'branch' : 'shared';
