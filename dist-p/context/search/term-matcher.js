/**
 * Finds many terms at once in UTF-8 bytes, in any case, without decoding them: Wu and Manber's window, which skips what
 * cannot end a term. Of terms that begin at one place the longest counts, and matches never overlap.
 */
const FOLD = Uint8Array.from({ length: 256 }, (_, code) => (code > 64 && code < 91 ? code + 32 : code));
const BLOCK = 2;
const MAX_SHIFT = 255;
const encoder = new TextEncoder();
/** Bytes fold the case of ASCII alone; other letters are looked for in both cases. */
const spellTerm = (text, term) => [...new Set([text, text.toUpperCase(), text.slice(0, 1).toUpperCase() + text.slice(1)])]
    .map((spelling) => encoder.encode(spelling).map((code) => FOLD[code] ?? code))
    .filter((bytes, i, all) => all.findIndex((other) => Buffer.compare(other, bytes) === 0) === i)
    .map((bytes) => ({ term, bytes }));
const bothCases = (code) => (code > 96 && code < 123 ? [code, code - 32] : [code]);
/** Every way in which two folded bytes may be written, as one number. */
const spellBlock = (high, low) => bothCases(high).flatMap((upper) => bothCases(low).map((lower) => (upper << 8) | lower));
function indexBlocks(spellings, window) {
    const shifts = new Uint8Array(1 << 16).fill(Math.min(window - BLOCK + 1, MAX_SHIFT));
    const slots = new Uint8Array(1 << 16);
    const candidates = [];
    for (const spelling of spellings) {
        const { bytes } = spelling;
        for (let at = 0; at + BLOCK <= window; at += 1) {
            const shift = Math.min(window - BLOCK - at, MAX_SHIFT);
            for (const block of spellBlock(bytes[at] ?? 0, bytes[at + 1] ?? 0)) {
                shifts[block] = Math.min(shifts[block] ?? 0, shift);
            }
        }
        const last = spellBlock(bytes[window - BLOCK] ?? 0, bytes[window - 1] ?? 0);
        const slot = slots[last[0] ?? 0] || candidates.push([]);
        for (const block of last)
            slots[block] = slot;
        candidates[slot - 1]?.push(spelling);
    }
    return { shifts, slots, candidates };
}
function startsWith(bytes, from, spelling) {
    if (from + spelling.length > bytes.length)
        return false;
    for (let i = 0; i < spelling.length; i += 1)
        if (FOLD[bytes[from + i]] !== spelling[i])
            return false;
    return true;
}
function findLongest(bytes, from, candidates) {
    for (const candidate of candidates)
        if (startsWith(bytes, from, candidate.bytes))
            return candidate;
    return null;
}
/** Terms are of lower case and at least two bytes long; a shorter one finds nothing. */
export function createTermMatcher(terms) {
    const spellings = terms
        .flatMap(spellTerm)
        .filter(({ bytes }) => bytes.length >= BLOCK)
        .sort((a, b) => b.bytes.length - a.bytes.length);
    const window = spellings.at(-1)?.bytes.length ?? 0;
    const { shifts, slots, candidates } = indexBlocks(spellings, window);
    return {
        scan(bytes, visit) {
            if (spellings.length === 0)
                return;
            const { length } = bytes;
            let end = window - 1;
            while (end < length) {
                const block = (bytes[end - 1] << 8) | bytes[end];
                const shift = shifts[block];
                if (shift > 0) {
                    end += shift;
                    continue;
                }
                const from = end - window + 1;
                const found = findLongest(bytes, from, candidates[slots[block] - 1] ?? []);
                if (found !== null)
                    visit(found.term, from);
                end += found === null ? 1 : found.bytes.length;
            }
        },
    };
}
