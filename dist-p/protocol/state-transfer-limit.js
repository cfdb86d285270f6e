/** In the order in which fields are kept; they are dropped in the reverse order. */
const KEEP_ORDER = [
    'FINDINGS_SUMMARY',
    'HOTSPOTS',
    'FALSE_POSITIVES',
    'CLEAN',
    'GREP_DONE',
];
export function fitTransfer({ frame, optional, count, limitTokens }) {
    const dropped = {
        FINDINGS_SUMMARY: 0,
        HOTSPOTS: 0,
        FALSE_POSITIVES: 0,
        CLEAN: 0,
        GREP_DONE: 0,
    };
    const measure = (context) => count(JSON.stringify(context));
    let context = frame;
    let full = false;
    for (const field of KEEP_ORDER) {
        const entries = optional[field];
        const base = context;
        const withEntries = (kept) => addField(base, field, takeEntries(field, entries, kept));
        const kept = full ? 0 : findLargest(entries.length, (size) => measure(withEntries(size)) <= limitTokens);
        if (kept > 0)
            context = withEntries(kept);
        dropped[field] = entries.length - kept;
        full ||= kept < entries.length;
    }
    return { context, tokens: measure(context), dropped };
}
/** Findings are kept from the front, most severe first; everything else from the end, newest first. */
const takeEntries = (field, entries, kept) => field === 'FINDINGS_SUMMARY' ? entries.slice(0, kept) : entries.slice(entries.length - kept);
const addField = (context, field, entries) => ({
    round_context: {
        ...context.round_context,
        transfer_data: { ...context.round_context.transfer_data, [field]: entries },
    },
});
/** The largest size up to `total` that fits, found by doubling and then halving the step. */
function findLargest(total, fits) {
    let low = 0;
    let step = 1;
    while (low < total && fits(Math.min(total, low + step))) {
        low = Math.min(total, low + step);
        step *= 2;
    }
    for (step = Math.floor(step / 2); step >= 1 && low < total; step = Math.floor(step / 2))
        if (low + step <= total && fits(low + step))
            low += step;
    return low;
}
