/**
 * Computes from given token counts how much context brief summaries save against full ones, per iteration and in total
 * (REDUCE-01, REDUCE-05..08, SIG-06); for cli/commands/signal-loop.ts. Also words the hint for a summary that is too long; for
 * signal-validation.ts.
 */
import { BRIEF_LIMIT, type CoordinatorType, countCodePoints, describeTemplate } from './brief.ts';

/** Percent saved, unrounded; null where there is no full summary to compare with. */
export const contextReductionPercent = (briefTokens: number, fullTokens: number): number | null =>
  fullTokens > 0 ? (1 - briefTokens / fullTokens) * 100 : null;

export interface ReductionTotal {
  readonly iterations: number;
  readonly briefTokens: number;
  readonly fullTokens: number;
  readonly savedTokens: number;
  readonly reductionPercent: number | null;
}

export const EMPTY_REDUCTION: ReductionTotal = {
  iterations: 0,
  briefTokens: 0,
  fullTokens: 0,
  savedTokens: 0,
  reductionPercent: null,
};

/** The running total of an orchestrator after one more iteration. */
export function addIteration(total: ReductionTotal, briefTokens: number, fullTokens: number): ReductionTotal {
  const brief = total.briefTokens + briefTokens;
  const full = total.fullTokens + fullTokens;
  return {
    iterations: total.iterations + 1,
    briefTokens: brief,
    fullTokens: full,
    savedTokens: full - brief,
    reductionPercent: contextReductionPercent(brief, full),
  };
}

/** Advice for a summary above the limit; empty for one within it. */
export function hintVerboseSummary(summary: string, type: CoordinatorType | undefined): readonly string[] {
  if (countCodePoints(summary) <= BRIEF_LIMIT) return [];
  const template = describeTemplate(type ?? 'implementer');
  return [`a verbose summary costs several times the tokens of the standard form: write \`${template}\``];
}
