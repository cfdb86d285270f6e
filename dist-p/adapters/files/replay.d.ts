/** A stream that can be read again from its beginning: what came once comes again, in the same order. */
export declare function createReplay<T>(source: AsyncIterator<T>): () => AsyncIterable<T>;
