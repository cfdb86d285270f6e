import { createByteCounter } from './token-count.js';
import { shareVocabulary } from './token-vocabulary.js';
export const estimateTokens = (text) => Math.ceil(Buffer.byteLength(text) / 4);
function loadEncoding(cacheFolder) {
    const countBytes = createByteCounter(shareVocabulary(cacheFolder));
    const encoder = new TextEncoder();
    return (text) => countBytes(encoder.encode(text));
}
export function createTokenCounter({ cacheFolder = null, load = loadEncoding, } = {}) {
    let encode = null;
    const countExact = (text) => {
        try {
            encode ??= load(cacheFolder);
            return encode(text);
        }
        catch {
            return null;
        }
    };
    return { encoding: 'o200k_base', countExact, count: (text) => countExact(text) ?? estimateTokens(text) };
}
