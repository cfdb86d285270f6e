export declare const REGEX_CHECKS: readonly ['exponential', 'polynomial', 'suspicious-range', 'half-anchored', 'open-host', 'tag-filter'];
export type RegexCheck = (typeof REGEX_CHECKS)[number];
/** Whether a regular expression has the fault. */
export declare function hasRegexFault(source: string, check: RegexCheck): boolean;
/** The expression in a literal: `/a+/g`, `'a+'`, `r"a+"`; null where it is put together at run time. */
export declare function readRegexLiteral(written: string): string | null;
