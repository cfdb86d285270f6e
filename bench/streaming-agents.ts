/** How much how many agents stream at once in the benchmark of memory. */
export const STREAMING_AGENTS = 8;
export const STREAMED_CHARS = 10_000_000;
