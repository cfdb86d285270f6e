/** The exit code of a run that produced a report, with the reason in words (HOST-09). 0 never means "did not look". */
import { type ExitCode } from '../errors.ts';
import type { Verdict } from './report-document.ts';
import { type CountableFinding } from './verdict.ts';
export declare const FAIL_ON_LEVELS: readonly ['veto', 'critical', 'high', 'medium', 'low', 'never'];
export type FailOn = (typeof FAIL_ON_LEVELS)[number];
export interface RunEnding {
    readonly verdict: Verdict;
    readonly complete: boolean;
    readonly findings: readonly CountableFinding[];
    readonly failOn: FailOn;
    readonly allowPartial: boolean;
    /** False where no agent gave a usable result. */
    readonly usable: boolean;
    readonly interrupted: boolean;
}
export interface ExitDecision {
    readonly code: ExitCode;
    readonly reason: string;
}
export declare function decideExit(ending: RunEnding): ExitDecision;
export interface ComparisonEnding {
    readonly before: {
        readonly verdict: Verdict;
    };
    readonly after: {
        readonly verdict: Verdict;
        readonly complete: boolean;
    };
    /** What the second run has and the first had not, whether that had looked there or not. */
    readonly fresh: readonly CountableFinding[];
    readonly failOn: FailOn;
    readonly allowPartial: boolean;
}
/** A comparison blocks for what came to it since: an old veto or an old finding is not the news. */
export declare function decideComparisonExit({ before, after, fresh, failOn, allowPartial }: ComparisonEnding): ExitDecision;
