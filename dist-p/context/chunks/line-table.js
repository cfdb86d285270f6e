/** The lines of a text as numbers: where each begins and how far it is indented. One pass, no copies of the text. */
const TAB_COLUMNS = 4;
const LF = 10;
const CR = 13;
const TAB = 9;
const SPACE = 32;
function measureIndent(text, from, to) {
    let columns = 0;
    for (let at = from; at < to; at += 1) {
        const code = text.charCodeAt(at);
        if (code === TAB)
            columns += TAB_COLUMNS;
        else if (code === SPACE)
            columns += 1;
        else
            return code === LF || code === CR ? -1 : columns;
    }
    return -1;
}
/** Offset after the line break that ends the line beginning at `from`; the end of the text where there is none. */
function findNextLine(text, from) {
    const lf = text.indexOf('\n', from);
    return lf < 0 ? text.length : lf + 1;
}
/** A final line break ends the last line and begins none. A lone carriage return is a line break too. */
export function createLineTable(source) {
    const lines = findLines(source);
    const indents = [];
    for (let line = 0; line < lines.count; line += 1) {
        indents.push(measureIndent(lines.text, lines.starts[line] ?? 0, lines.starts[line + 1] ?? 0));
    }
    return { ...lines, indents };
}
/** The same without indentation. */
export function findLines(source) {
    const text = source.includes('\r') ? source.replace(/\r(?!\n)/gu, '\n') : source;
    const starts = [];
    for (let at = 0; at < text.length; at = findNextLine(text, at))
        starts.push(at);
    const count = starts.length;
    starts.push(text.length);
    return { text, count, starts };
}
/** Text of the lines from `from` up to, not including, `to`. */
export const sliceLines = ({ text, starts }, from, to) => text.slice(starts[from] ?? text.length, starts[to] ?? text.length);
export const charsOf = ({ starts, text }, from, to) => (starts[to] ?? text.length) - (starts[from] ?? text.length);
