/** The `usage` of a report: what the provider billed; all zero where no model was asked. */
import type { ReportDocument } from '../protocol/report-document.ts';
import type { RunUsage } from '../protocol/run-account.ts';

export const composeUsage = (usage: RunUsage | null | undefined): ReportDocument['usage'] => ({
  input_tokens: usage?.inputTokens ?? 0,
  output_tokens: usage?.outputTokens ?? 0,
  cost_usd: usage?.costUsd ?? 0,
  calls: usage?.calls ?? 0,
  reused_calls: 0,
  repeated_calls: usage?.repeatedCalls ?? 0,
  cached_input_tokens: usage?.cachedInputTokens ?? 0,
  estimated_calls: usage?.estimatedCalls ?? 0,
  unpriced_calls: usage?.unpricedCalls ?? 0,
});
