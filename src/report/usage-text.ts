/** What the calls of a run used, in words that every format shares. What is estimated or unknown is said, never shown as 0. */
import type { ReportDocument } from '../protocol/report/report-document.ts';

type Usage = ReportDocument['usage'];

export function describeUsage(usage: Usage, formatNumber: (value: number) => string = String): string {
  const { calls, cached_input_tokens: cached, estimated_calls: estimated } = usage;
  return [
    `${formatNumber(calls)} ${calls === 1 ? 'call' : 'calls'}`,
    `${formatNumber(usage.input_tokens)} tokens in${cached > 0 ? ` (${formatNumber(cached)} cached)` : ''}`,
    `${formatNumber(usage.output_tokens)} out`,
    describeCost(usage),
    ...(estimated > 0 ? [`${formatNumber(estimated)} of the calls estimated at their worst case`] : []),
  ].join(', ');
}

function describeCost({ calls, cost_usd, unpriced_calls }: Usage): string {
  if (calls > 0 && unpriced_calls === calls) return 'price unknown';
  const known = `$${cost_usd.toFixed(4)}`;
  return unpriced_calls === 0 ? known : `${known} without ${unpriced_calls} of unknown price`;
}
