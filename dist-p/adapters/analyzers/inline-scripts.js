/**
 * The scripts inside a page, as JavaScript: everything around them is blanked at the same length, so that every place found
 * in them is a place of the page. Linear, whatever the page looks like.
 */
const OPEN = /<script\b([^>]*)>/giu;
const CODE_TYPE = /\btype\s*=\s*["']?(?:module|text\/javascript|application\/javascript|text\/ecmascript|text\/babel)?["']?(?:\s|\/|$)/iu;
const HAS_TYPE = /\btype\s*=/iu;
const blank = (text) => text.replace(/[^\r\n]/g, ' ');
/** Null where the page holds no script code. */
export function extractScripts(page) {
    const lower = page.toLowerCase();
    let out = '';
    let at = 0;
    let found = false;
    for (const match of page.matchAll(OPEN)) {
        const start = match.index + match[0].length;
        if (match.index < at || !isCode(match[1] ?? ''))
            continue;
        const close = lower.indexOf('</script', start);
        const end = close < 0 ? page.length : close;
        out += blank(page.slice(at, start)) + page.slice(start, end);
        found ||= page.slice(start, end).trim() !== '';
        at = end;
    }
    return found ? out + blank(page.slice(at)) : null;
}
const isCode = (attributes) => !HAS_TYPE.test(attributes) || CODE_TYPE.test(attributes);
