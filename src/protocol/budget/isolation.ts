/**
 * Decides from the tokens in scope whether all agents get the whole scope in one `shared` context or each its own `branch` of
 * files: above 16,384 it is `branch` (ISOLATION-01, REV-03). Called by engine/review/plan-wave.ts and
 * engine/review/share-round.ts.
 */

import { SCALE_STEP_TOKENS } from './budget.ts';

export const ISOLATIONS = ['shared', 'branch'] as const;
export type Isolation = (typeof ISOLATIONS)[number];

export const decideIsolation = (totalTokens: number): Isolation =>
  totalTokens > SCALE_STEP_TOKENS ? 'branch' : 'shared';
