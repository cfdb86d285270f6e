export function describeUsage(usage, formatNumber = String) {
    const { calls, cached_input_tokens: cached, estimated_calls: estimated } = usage;
    return [
        `${formatNumber(calls)} ${calls === 1 ? 'call' : 'calls'}`,
        `${formatNumber(usage.input_tokens)} tokens in${cached > 0 ? ` (${formatNumber(cached)} cached)` : ''}`,
        `${formatNumber(usage.output_tokens)} out`,
        describeCost(usage),
        ...(estimated > 0 ? [`${formatNumber(estimated)} of the calls estimated at their worst case`] : []),
    ].join(', ');
}
function describeCost({ calls, cost_usd, unpriced_calls }) {
    if (calls > 0 && unpriced_calls === calls)
        return 'price unknown';
    const known = `$${cost_usd.toFixed(4)}`;
    return unpriced_calls === 0 ? known : `${known} without ${unpriced_calls} of unknown price`;
}
