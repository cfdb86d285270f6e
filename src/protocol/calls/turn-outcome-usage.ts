/**
 * Turns the token counts that a provider reports into a TurnUsage, or null where a count is missing, negative, fractional or
 * impossible, so that unknown usage never looks like a free call. `boundUsage` gives the upper bound for a call that broke off.
 * Called by models/reply-collector.ts.
 */
import type { TurnUsage } from './turn-outcome.ts';

/** Figures of any origin; nothing about them is trusted. */
export interface ReportedUsage {
  readonly inputTokens: unknown;
  readonly cachedInputTokens: unknown;
  readonly cacheWriteInputTokens: unknown;
  readonly outputTokens: unknown;
  readonly reasoningTokens?: unknown;
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Unknown parts of the input count as none: then all of it is charged at the full price. */
const readPart = (value: unknown): number | null =>
  value === undefined || value === null ? 0 : isCount(value) ? value : null;

/** `hasOutput` says whether anything was written: output of 0 tokens is then a figure nobody filled in. */
export function readUsage(reported: ReportedUsage, hasOutput: boolean): TurnUsage | null {
  const { inputTokens, outputTokens } = reported;
  const reasoningTokens = readPart(reported.reasoningTokens);
  const cachedInputTokens = readPart(reported.cachedInputTokens);
  const cacheWriteInputTokens = readPart(reported.cacheWriteInputTokens);
  if (!isCount(inputTokens) || !isCount(outputTokens) || cachedInputTokens === null || cacheWriteInputTokens === null)
    return null;
  if (reasoningTokens === null) return null;
  if (inputTokens === 0 || (hasOutput && outputTokens === 0)) return null;
  if (cachedInputTokens + cacheWriteInputTokens > inputTokens) return null;
  return {
    inputTokens,
    cachedInputTokens,
    cacheWriteInputTokens,
    // Some providers count thoughts beside the output: more of them than output can only be that.
    outputTokens: reasoningTokens > outputTokens ? outputTokens + reasoningTokens : outputTokens,
    ...(reasoningTokens > 0 ? { reasoningTokens } : {}),
    isEstimated: false,
  };
}

/** The most a call that broke off can have cost, where the provider had already counted the input. */
export function boundUsage(reported: ReportedUsage, maxOutputTokens: number): TurnUsage | null {
  const usage = readUsage({ ...reported, outputTokens: maxOutputTokens }, true);
  return usage === null ? null : { ...usage, isEstimated: true };
}
