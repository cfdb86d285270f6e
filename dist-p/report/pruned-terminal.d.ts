/** What `runs prune` would remove or has removed, in words for a terminal or a log. */
import type { RunSummary } from '../protocol/run-summary.ts';
import type { Pruned } from '../protocol/stored-run.ts';
import type { AgeOf } from './runs-terminal.ts';
export interface PrunePage {
    /** Newest first. */
    readonly gone: readonly RunSummary[];
    readonly stripped: number;
    readonly kept: number;
    readonly bytes: number;
}
export declare function formatPrunePreview({ gone, stripped, kept, bytes }: PrunePage, width: number, ageOf: AgeOf): string;
export declare function formatPruned({ runs, stripped, bytes }: Pruned): string;
