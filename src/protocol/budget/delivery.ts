/**
 * Decides how many lines of a tool's answer an agent still gets: all, whole lines up to the second threshold of its budget (by
 * default 0.95), or none, and then it has to return its result (HOST-11). Called by context/tools/meter.ts with token counts per
 * line.
 */
import type { Thresholds } from './thresholds.ts';

/** Tokens that may still be delivered without pushing usage past the soft stop. */
export const deliverableTokens = (usedTokens: number, budgetTokens: number, thresholds: Thresholds): number =>
  Math.max(0, Math.floor(budgetTokens * thresholds.highSeverity) - usedTokens);

/** `cut` ends at a line boundary. After `refused` the agent counts as having reached the soft stop. */
export type Delivery =
  | { readonly kind: 'whole' | 'cut'; readonly lines: number; readonly tokens: number }
  | { readonly kind: 'refused' };

/** Reserves a text of which each line costs so many tokens. */
export function reserveDelivery(lineTokens: readonly number[], roomTokens: number): Delivery {
  let tokens = 0;
  for (const [lines, cost] of lineTokens.entries()) {
    if (tokens + cost > roomTokens) return lines === 0 ? { kind: 'refused' } : { kind: 'cut', lines, tokens };
    tokens += cost;
  }
  return { kind: 'whole', lines: lineTokens.length, tokens };
}
