/** How much of a file decides whether it is binary. */
export const SNIFF_BYTES = 8000;
const DECODERS = {
    utf8: new TextDecoder('utf-8'),
    utf16le: new TextDecoder('utf-16le'),
    utf16be: new TextDecoder('utf-16be'),
};
function detectEncoding(bytes) {
    if (bytes[0] === 0xff && bytes[1] === 0xfe)
        return 'utf16le';
    if (bytes[0] === 0xfe && bytes[1] === 0xff)
        return 'utf16be';
    return bytes.subarray(0, SNIFF_BYTES).includes(0) ? null : 'utf8';
}
export const isBinary = (bytes) => detectEncoding(bytes) === null;
/** Bytes that are not valid in the encoding become U+FFFD: a review goes on around them. */
export function decodeText(bytes) {
    const encoding = detectEncoding(bytes);
    if (encoding === null)
        return { kind: 'unusable', reason: 'binary' };
    return { kind: 'text', text: DECODERS[encoding].decode(bytes), bytes: bytes.byteLength };
}
