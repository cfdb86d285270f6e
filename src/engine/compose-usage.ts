/** The `usage` of a report: what the provider billed; all zero where no model was asked. */
import type { ReportDocument } from '../protocol/report-document.ts';
import type { RunUsage } from '../protocol/run-account.ts';

/** `behindFiles`: calls that stand behind recalled files. */
export const composeUsage = (usage: RunUsage | null | undefined, behindFiles = 0): ReportDocument['usage'] => ({
  input_tokens: usage?.inputTokens ?? 0,
  output_tokens: usage?.outputTokens ?? 0,
  cost_usd: usage?.costUsd ?? 0,
  calls: usage?.calls ?? 0,
  reused_calls: (usage?.reusedCalls ?? 0) + behindFiles,
  repeated_calls: 0,
  cached_input_tokens: usage?.cachedInputTokens ?? 0,
  estimated_calls: usage?.estimatedCalls ?? 0,
  unpriced_calls: usage?.unpricedCalls ?? 0,
});

/** Empty where every call was made. */
export const noteReusedCalls = (usage: RunUsage | null | undefined): readonly string[] => {
  const calls = usage?.reusedCalls ?? 0;
  if (calls === 0) return [];
  return [
    `♻️ ${calls} ${calls === 1 ? 'call was' : 'calls were'} answered from earlier runs: the same question to the same model (--no-reuse asks anew)`,
  ];
};
