/**
 * Describes in one line what the model calls of a run used: calls, tokens, cost. What is estimated or unknown is said, never shown as
 * 0. Called by pages/report-parts.ts, html/charts.ts, summary.ts and cli/commands/fix-command.ts.
 */
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { formatCount, plural } from './numbers.ts';

type Usage = ReportDocument['usage'];

export function describeUsage(usage: Usage): string {
  const { calls, cached_input_tokens: cached, reasoning_tokens: thoughts, estimated_calls: estimated } = usage;
  return [
    plural(calls, 'call'),
    `${estimated > 0 ? 'at most ' : ''}${formatCount(usage.input_tokens)} tokens in${cached > 0 ? ` (${formatCount(cached)} cached)` : ''}`,
    `${formatCount(usage.output_tokens)} out${thoughts > 0 ? ` (${formatCount(thoughts)} thoughts)` : ''}`,
    describeCost(usage),
    ...(estimated > 0 ? [`${plural(estimated, 'call')} without reported usage`] : []),
  ].join(', ');
}

function describeCost({ calls, cost_usd, unpriced_calls }: Usage): string {
  if (calls > 0 && unpriced_calls === calls) return 'price unknown';
  const known = `$${cost_usd.toFixed(4)}`;
  return unpriced_calls === 0 ? known : `${known} without ${unpriced_calls} of unknown price`;
}
