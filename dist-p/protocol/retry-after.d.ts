/** How long a provider asks to be left alone: headers in seconds, milliseconds or as a date, or words in the body. */
/** Milliseconds since the epoch of an HTTP date in any of its three forms; null for anything else. */
export declare function parseHttpDate(text: string): number | null;
/** `headers` have lower-case names. A date is measured against the sender's own `date`, so clocks need not agree. */
export declare function readRetryAfter(headers: Readonly<Record<string, string | undefined>>, nowMs: number): number | null;
/** The wait named in an error's text, for providers that send no header: `"retryDelay": "34s"`, `try again in 1.5s`. */
export declare function readRetryHint(text: string): number | null;
