/** Turned off where the library allows it; it is a dependency of secretlint's own, so it is looked up from there. */
export declare function stopProfiling(): void;
