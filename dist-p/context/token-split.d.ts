/**
 * Splits UTF-8 into the pieces that o200k_base encodes one by one, by hand instead of by the package's expression:
 * the same pieces, but in one pass without strings. Knows nothing of tokens.
 */
/** End of the piece that begins at `from`. The bytes are valid UTF-8 up to `to`, and `from` is before `to`. */
export declare function findPieceEnd(bytes: Uint8Array, from: number, to: number): number;
