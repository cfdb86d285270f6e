/** What the term index is told of a file: its path, the names it declares and its words, each as a line of terms. */
import { findSymbols } from '../chunks/symbols.js';
/** Ranking saturates with frequency, so a term is written once and once more for each doubling of its count. */
function formatTerms(text, counter) {
    const out = [];
    counter.count(text, (term, times) => {
        for (let left = times; left > 0; left >>>= 1)
            out.push(term);
    });
    return out.join(' ');
}
export const listTerms = (path, text, counter) => ({
    path: formatTerms(path, counter),
    symbols: formatTerms(findSymbols(text).join(' '), counter),
    body: formatTerms(text, counter),
});
