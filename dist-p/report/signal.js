import { formatFields } from '../protocol/signal-text.js';
export function formatSignalReport({ signals }) {
    const last = signals.at(-1);
    if (last === undefined)
        return '# this run has no return signal\n';
    return `${formatFields(last).join('\n')}\n`;
}
