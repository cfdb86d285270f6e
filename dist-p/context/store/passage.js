/**
 * The text of a file as the database keeps it: in segments, each a run of chunks that is ranked, unpacked and looked
 * through on its own, so that a question costs the same in a large file as in a small one.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
/** More segments than this no file has: of a very large one they are larger. */
export const MAX_SEGMENTS = 4096;
const SEGMENT_CHARS = 32_000;
const isLowSurrogate = (code) => code >= 0xdc00 && code < 0xe000;
const isWordPart = (code) => (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code > 127;
/** No word of code is longer; further back a cut does not look for the end of one. */
const MAX_WORD_CHARS = 128;
/** Before the word that `cut` would halve, so that both segments know whole words; `cut` itself where there is no such place. */
function findWordEnd(text, cut) {
    for (let at = cut; at > cut - MAX_WORD_CHARS; at -= 1) {
        if (!(isWordPart(text.charCodeAt(at - 1)) && isWordPart(text.charCodeAt(at))))
            return at;
    }
    return isLowSurrogate(text.charCodeAt(cut)) ? cut - 1 : cut;
}
/** A chunk of very long lines, which no segment holds, as pieces that all stand on its lines. */
function cutLongChunk(text, from, chunk, most) {
    const pieces = [];
    for (let start = from; start < chunk.end; start = pieces.at(-1)?.end ?? chunk.end) {
        const isLast = start + most >= chunk.end;
        pieces.push({ ...chunk, end: isLast ? chunk.end : findWordEnd(text, start + most) });
    }
    return pieces;
}
/** All of the text, in order; at least one segment, which an empty text leaves empty. */
export function cutSegments(text, chunks) {
    const most = Math.max(SEGMENT_CHARS, Math.ceil((2 * text.length) / MAX_SEGMENTS));
    const segments = [];
    let from = 0;
    let held = [];
    const close = () => {
        const to = held.at(-1)?.end ?? text.length;
        segments.push({ text: text.slice(from, to), chunks: held });
        from = to;
        held = [];
    };
    const pieces = chunks.flatMap((chunk, at) => cutLongChunk(text, chunks[at - 1]?.end ?? 0, chunk, most));
    for (const chunk of pieces) {
        if (held.length > 0 && chunk.end - from > most)
            close();
        held.push(chunk);
    }
    if (held.length > 0 || segments.length === 0)
        close();
    return segments;
}
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
function listRows({ text, chunks }, textBytes) {
    const isPlain = textBytes === text.length;
    const base = (chunks.at(-1)?.end ?? text.length) - text.length;
    let start = 0;
    let endByte = 0;
    return chunks.map(({ startLine, endLine, symbol, end }) => {
        endByte += isPlain ? end - base - start : Buffer.byteLength(text.slice(start, end - base));
        start = end - base;
        return [startLine, endLine, symbol, endByte];
    });
}
export function formatPassage(segment) {
    const bytes = Buffer.from(segment.text);
    return { text: zstdCompressSync(bytes, OPTIONS), chunks: JSON.stringify(listRows(segment, bytes.length)) };
}
export const parseText = (stored) => zstdDecompressSync(stored).toString('utf8');
export function parsePassage(stored) {
    let startByte = 0;
    const chunks = JSON.parse(stored.chunks).map(([startLine, endLine, symbol, endByte]) => {
        const chunk = { startLine, endLine, symbol, startByte, endByte };
        startByte = endByte;
        return chunk;
    });
    return { bytes: zstdDecompressSync(stored.text), chunks };
}
