/**
 * The one-sentence `summary_brief` of a return signal: one fixed template per coordinator type, one parser for all.
 * Never cuts a finished sentence: what cannot be written in 150 code points is refused (BRIEF, SIG-01, SIG-10..13).
 */
export declare const COORDINATOR_TYPES: readonly ['research', 'implementer', 'testing', 'debug', 'repair'];
export type CoordinatorType = (typeof COORDINATOR_TYPES)[number];
export declare const BRIEF_LIMIT = 150;
export declare const COMPLETE = "COMPLETE";
interface BriefTail {
    /** 0..100 */
    readonly usagePercent: number;
    readonly next: string;
}
type BriefHead = {
    readonly coordinatorType: 'research';
    readonly topics: number;
    readonly findings: number;
} | {
    readonly coordinatorType: 'implementer';
    readonly waves: {
        readonly first: number;
        readonly last: number;
    };
    /** Ascending, without repeats. */
    readonly phases: readonly number[];
    readonly tasks: number;
    /** The last wave with nothing remaining; `next` is then COMPLETE and only `waves.last` is written. */
    readonly isFinal: boolean;
} | {
    readonly coordinatorType: 'testing';
    readonly suites: number;
    readonly passed: number;
    readonly total: number;
} | {
    readonly coordinatorType: 'debug';
    readonly issues: number;
    readonly files: number;
} | {
    readonly coordinatorType: 'repair';
    readonly instances: number;
    readonly pattern: string;
    readonly files: number;
};
export type Brief = BriefHead & BriefTail;
export declare const BRIEF_TEMPLATES: Readonly<Record<CoordinatorType, string>>;
export declare function countCodePoints(text: string): number;
/** One line that a line parser reads back: `"` becomes `'`, control characters and lone surrogates go (SIG-13). */
export declare const toSignalLine: (text: string) => string;
/** At most `limit` code points, cut at a word where one ends in the second half, marked with an ellipsis. */
export declare function shortenText(text: string, limit: number): string;
/** Runs of three and more as ranges, anything shorter with commas (SIG-01). */
export declare function formatPhases(phases: readonly number[]): string;
/** `1,2,3`, `1-3` and mixtures; null for anything else, descending ranges and more than 1000 phases. */
export declare function parsePhases(text: string): readonly number[] | null;
export type FormattedBrief = {
    readonly kind: 'brief';
    readonly text: string;
} | {
    readonly kind: 'unwritable';
    readonly message: string;
};
/** Writes the sentence; above 150 code points the pattern name, then the action is shortened; Context and Next stay. */
export declare function formatBrief(brief: Brief): FormattedBrief;
export type ParsedBrief = 
/** `violations` says what a lenient reading had to mend; empty in strict mode. */
{
    readonly kind: 'brief';
    readonly brief: Brief;
    readonly violations: readonly string[];
} | {
    readonly kind: 'mismatch';
    readonly message: string;
};
/** Reads any of the five templates. Strict takes only what `formatBrief` writes and the seed's own variants. */
export declare function parseBrief(text: string, mode?: 'strict' | 'lenient'): ParsedBrief;
export {};
