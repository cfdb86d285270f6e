/** The `usage` of a report: what the provider billed, per agent and model too; all zero where no model was asked. */
import type { ReportDocument } from '../protocol/report-document.ts';
import { NO_USAGE, type RunUsage, type UsageSums } from '../protocol/usage-book.ts';

const composeSums = (sums: UsageSums) => ({
  input_tokens: sums.inputTokens,
  output_tokens: sums.outputTokens,
  cost_usd: sums.costUsd,
  calls: sums.calls,
  reused_calls: sums.reusedCalls,
  repeated_calls: sums.repeatedCalls,
  cached_input_tokens: sums.cachedInputTokens,
  estimated_calls: sums.estimatedCalls,
  unpriced_calls: sums.unpricedCalls,
});

export const composeUsage = (usage: RunUsage | null | undefined): ReportDocument['usage'] => ({
  ...composeSums(usage ?? NO_USAGE),
  ledger: (usage?.entries ?? []).map((entry) => ({
    agent: entry.agent,
    model: entry.model,
    ...composeSums(entry),
  })),
});
