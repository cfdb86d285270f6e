/** How a loop over signals ended: for people, as JSON, or as the last signal, so that a loop can be a coordinator itself. */
import { EXIT } from '../errors.js';
import { formatFields, formatWork } from '../protocol/signal-text.js';
import { writeJson } from '../report/json-writer.js';
import { toLine } from '../report/plain-text.js';
const LOOP_SCHEMA = 'consensus-review/loop@1';
const workOf = (last) => last?.work_remaining ?? 0;
const hasWorkLeft = (last) => {
    const work = workOf(last);
    return work !== 0 && work.length > 0;
};
/** 0 done; 3 a limit, or work that remains; 4 nothing to steer by; 130 interrupted. */
export function exitOfLoop({ kind, last }) {
    if (kind === 'complete')
        return hasWorkLeft(last) ? EXIT.incomplete : EXIT.ok;
    return { halted: EXIT.incomplete, failed: EXIT.failed, interrupted: EXIT.interrupted }[kind];
}
export function renderLoop(outcome, format, palette) {
    if (format === 'json')
        return writeJson(toDocument(outcome));
    if (format === 'signal')
        return formatLast(outcome.last);
    return `${toPage(outcome, palette).join('\n')}\n`;
}
const formatLast = (last) => last?.coordinator_type === undefined ? '# the program returned no signal\n' : `${formatFields(last).join('\n')}\n`;
const round = (value) => Math.round(value * 10) / 10;
function toDocument({ kind, reason, iterations, last, reduction, isEstimated, summary }) {
    return {
        schema: LOOP_SCHEMA,
        outcome: kind,
        reason,
        iterations,
        signal: last,
        context: {
            signal_tokens: reduction.briefTokens,
            full_tokens: reduction.fullTokens,
            full_estimated: isEstimated,
            saved_tokens: reduction.savedTokens,
            reduction_percent: reduction.reductionPercent === null ? null : round(reduction.reductionPercent),
        },
        summary_opened: summary?.kind === 'text' ? summary.path : null,
    };
}
const TITLES = { complete: 'Complete', halted: 'Halted', failed: 'Failed', interrupted: 'Interrupted' };
function toPage(outcome, palette) {
    const { kind, reason, iterations, last } = outcome;
    const paint = { complete: palette.green, halted: palette.yellow, failed: palette.red, interrupted: palette.yellow };
    const rows = [
        ['last signal', last?.summary_brief === undefined ? null : String(last.summary_brief)],
        [
            'work remaining',
            last?.work_remaining === undefined ? null : hasWorkLeft(last) ? formatWork(workOf(last)) : 'none',
        ],
        ['context usage', last?.context_usage_percent === undefined ? null : `${last.context_usage_percent}%`],
        ['read', describeRead(outcome)],
        ['saved', describeSaved(outcome)],
    ];
    return [
        `${palette.bold(paint[kind](TITLES[kind]))} after ${iterations} ${iterations === 1 ? 'iteration' : 'iterations'}: ${toLine(reason)}`,
        ...rows.flatMap(([label, text]) => text === null ? [] : [`  ${palette.dim(label.padEnd('work remaining'.length))}  ${toLine(text)}`]),
    ];
}
const count = (tokens) => Math.abs(tokens).toLocaleString('en-US');
function describeRead({ reduction }) {
    const { iterations, briefTokens } = reduction;
    return iterations === 0
        ? null
        : `${count(briefTokens)} tokens in ${iterations} ${iterations === 1 ? 'signal' : 'signals'}`;
}
/** Claims nothing where signals took more than what they stand for (SIG-06). */
function describeSaved({ reduction, isEstimated }) {
    const { savedTokens, fullTokens, reductionPercent, iterations } = reduction;
    if (iterations === 0 || reductionPercent === null)
        return null;
    const full = isEstimated
        ? `full summaries of about ${count(fullTokens)} (by size)`
        : `outputs of ${count(fullTokens)}`;
    if (savedTokens <= 0)
        return `nothing, against ${full}`;
    return `${round(reductionPercent)}%: ${isEstimated ? 'about ' : ''}${count(savedTokens)} tokens, against ${full}`;
}
