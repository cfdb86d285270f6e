/**
 * Finds the words of a text without making a string of each: words are known by a hash while they are scanned, and only a
 * new one is cut out. Source code says the same words again and again, so this is what makes indexing cheap.
 */
/**
 * A word of the text is a run of these: ASCII letters, digits, `_`, `$`, and everything beyond ASCII; a hyphen
 * before a letter joins two of them, as in `kebab-case`. */
const IS_WORD = new Uint8Array(128);
for (const mark of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$')
    IS_WORD[mark.charCodeAt(0)] = 1;
const isWordCode = (code) => code > 127 || IS_WORD[code] === 1;
const HYPHEN = 45;
/** NaN, past the end of a text, is none. */
const isLetterCode = (code) => (code > 96 && code < 123) || (code > 64 && code < 91);
const SLOTS = 1 << 19;
const MASK = SLOTS - 1;
/** Beyond this many words the table is emptied before the next text. */
const MAX_WORDS = 100_000;
/** Different words of one text; what comes after is left out. The table has room for them, whatever it knew before. */
const MAX_DISTINCT = 100_000;
const findWordStart = (text, from) => {
    let at = from;
    while (at < text.length && !isWordCode(text.charCodeAt(at)))
        at += 1;
    return at;
};
/** Hashes the word that begins at `from`, and says where it ends. */
function hashWord(text, from, into) {
    const { length } = text;
    let a = 0x811c_9dc5 | 0;
    let b = 0x9e37_79b9 | 0;
    let at = from;
    let code = text.charCodeAt(at);
    do {
        a = Math.imul(a ^ code, 0x0100_0193);
        b = Math.imul(b + code, 0x85eb_ca6b);
        b ^= b >>> 15;
        at += 1;
        code = at < length ? text.charCodeAt(at) : 0;
    } while (isWordCode(code) || (code === HYPHEN && isLetterCode(text.charCodeAt(at + 1))));
    into.a = a;
    into.b = b;
    return at;
}
/** A list of numbers that grows. */
function createNumbers() {
    let items = new Int32Array(4096);
    return {
        set(at, value) {
            if (at === items.length) {
                const larger = new Int32Array(at * 2);
                larger.set(items);
                items = larger;
            }
            items[at] = value;
        },
        get: (at) => items[at] ?? 0,
    };
}
/**
 * `learn` is called once for each new word and has to remember it under its number; `forget` when all numbers become void.
 * Two words are the same if both 32-bit hashes agree: of a million words, none are confused but by design.
 */
export function createWordTable(learn, forget) {
    const first = new Int32Array(SLOTS);
    const second = new Int32Array(SLOTS);
    /** Number of the word in the slot, from 1; 0 for a free slot. */
    const words = new Int32Array(SLOTS);
    const counts = new Int32Array(SLOTS + 1);
    const touched = createNumbers();
    const current = { a: 0, b: 0 };
    let known = 0;
    let seen = 0;
    const findSlot = ({ a, b }) => {
        let slot = (a ^ (b >>> 7)) & MASK;
        while (words[slot] !== 0 && !(first[slot] === a && second[slot] === b))
            slot = (slot + 1) & MASK;
        return slot;
    };
    const addWord = (slot, { a, b }) => {
        known += 1;
        first[slot] = a;
        second[slot] = b;
        words[slot] = known;
        return known;
    };
    const countWord = (text, from, to) => {
        const slot = findSlot(current);
        let word = words[slot] ?? 0;
        if (counts[word] === 0) {
            if (seen >= MAX_DISTINCT)
                return;
            if (word === 0) {
                word = addWord(slot, current);
                learn(text.slice(from, to));
            }
            touched.set(seen, word);
            seen += 1;
        }
        counts[word] = (counts[word] ?? 0) + 1;
    };
    const reset = () => {
        words.fill(0);
        known = 0;
        forget();
    };
    return {
        scan(text, visit) {
            if (known > MAX_WORDS)
                reset();
            seen = 0;
            let to = 0;
            for (let from = findWordStart(text, 0); from < text.length; from = findWordStart(text, to)) {
                to = hashWord(text, from, current);
                countWord(text, from, to);
            }
            for (let i = 0; i < seen; i += 1) {
                const word = touched.get(i);
                visit(word, counts[word] ?? 0);
                counts[word] = 0;
            }
        },
    };
}
