import { toCode, toTable } from '../report/markdown-text.js';
import { padStart, toName } from '../report/plain-text.js';
import { formatCount, plural } from '../report/terminal-page.js';
import { chooseFormat } from './outputs.js';
import { createPalette } from './palette.js';
import { wantsColor } from './terminal-taste.js';
const LARGEST = 10;
const pickLargest = (page) => page.files.toSorted((a, b) => b.tokens - a.tokens).slice(0, LARGEST);
const describe = ({ files_indexed: files, total_tokens: tokens }) => `${plural(files, 'file')}, ${formatCount(tokens)} tokens`;
/** `1 binary, 2 too-large`; null where nothing was. */
function describeLeftOut({ ignored }) {
    const reasons = Object.entries(Object.groupBy(ignored, ({ reason }) => reason)).sort(([a], [b]) => (a < b ? -1 : 1));
    return reasons.length === 0
        ? null
        : reasons.map(([reason, files = []]) => `${formatCount(files.length)} ${reason}`).join(', ');
}
function formatTerminal(page, palette) {
    const branch = page.branch === null ? '' : ` on ${toName(page.branch)}`;
    const rows = pickLargest(page).map(({ path, tokens, language }) => `  ${padStart(formatCount(tokens), 10)}  ${toName(path)}${palette.dim(language === null ? '' : `  ${language}`)}`);
    const head = `${palette.bold(toName(page.path))}${branch}: ${describe(page)}`;
    const leftOut = describeLeftOut(page);
    const rest = leftOut === null ? [] : [palette.dim(`  left out: ${leftOut}`)];
    return `${[head, ...rest, ...(rows.length === 0 ? [] : ['', palette.dim('      tokens  largest files'), ...rows])].join('\n')}\n`;
}
function formatMarkdown(page) {
    const rows = pickLargest(page).map(({ path, tokens, loc, language }) => [
        toCode(path),
        formatCount(tokens),
        formatCount(loc),
        language ?? '',
    ]);
    const branch = page.branch === null ? '' : `, branch ${toCode(page.branch)}`;
    const leftOut = describeLeftOut(page);
    const rest = leftOut === null ? '' : `\nLeft out: ${leftOut}.\n`;
    const head = `# Index of ${toCode(page.path)}\n\n${describe(page)}${branch}.\n${rest}`;
    return rows.length === 0
        ? head
        : `${head}\n${toTable(['largest files', 'tokens', 'loc', 'language'], 'lrrl', rows).join('\n')}\n`;
}
export const renderIndexPage = (page, asked, terminal, flags) => chooseFormat(asked, terminal) === 'terminal'
    ? formatTerminal(page, createPalette(wantsColor(terminal, flags)))
    : formatMarkdown(page);
