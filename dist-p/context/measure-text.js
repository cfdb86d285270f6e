import { countLines } from './count-lines.js';
import { estimateTokens } from './tokens.js';
/** Text that is counted sooner than threads are started. */
const SMALL_SCOPE_CHARS = 8_000_000;
const countExact = (counter, text) => 'countExact' in counter ? counter.countExact(text) : counter.count(text);
function measureHere(text, counter) {
    const exact = countExact(counter, text);
    return { tokens: exact ?? estimateTokens(text), exact: exact !== null, ...countLines(text) };
}
const encoder = new TextEncoder();
/** With `openPool` a large scope is measured by its threads too; they must count as the counter does. */
export function openMeasuring(counter, openPool) {
    let pool = null;
    let measuredChars = 0;
    return {
        measure(text) {
            measuredChars += text.length;
            if (openPool !== null && measuredChars > SMALL_SCOPE_CHARS)
                pool ??= openPool();
            if (pool === null || pool.isFull)
                return measureHere(text, counter);
            return pool.measure(encoder.encode(text)).catch(() => measureHere(text, counter));
        },
        close: async () => pool?.close(),
    };
}
