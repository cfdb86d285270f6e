import { cutText, toName } from './plain-text.js';
import { formatBytes } from './run-words.js';
import { describeAge, describeEnd, describeWork } from './runs-words.js';
import { alignRows, INDENT, plural } from './terminal-page.js';
const LISTED = 10;
export function formatPrunePreview({ gone, stripped, kept, bytes }, width, ageOf) {
    const rows = gone
        .slice(0, LISTED)
        .map((run) => [run.id, describeAge(ageOf(run)), describeEnd(run), describeWork(run)].map(toName));
    const rest = gone.length - rows.length;
    const space = bytes === 0 ? '' : `, about ${formatBytes(bytes)}`;
    return [
        `${plural(gone.length, 'run')} would go${space}; ${plural(kept, 'run')} would stay.`,
        ...alignRows(rows).map((row) => cutText(`${INDENT}${row}`, width)),
        ...(rest > 0 ? [`${INDENT}… ${plural(rest, 'more run')}`] : []),
        ...(stripped > 0 ? [`Of ${plural(stripped, 'run')} the raw answers would go; the reports stay.`] : []),
        '',
    ].join('\n');
}
export function formatPruned({ runs, stripped, bytes }) {
    const answers = stripped > 0 ? ` and the raw answers of ${plural(stripped, 'more run')}` : '';
    return `Removed ${plural(runs, 'run')}${answers}; ${formatBytes(bytes)} given back.\n`;
}
