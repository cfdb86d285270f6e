import type { Clock } from '../../ports.ts';
import type { Pruned, Retention, StoredRun } from '../../protocol/stored-run.ts';
export interface PrunePreview extends Pruned {
    readonly gone: readonly StoredRun[];
    readonly kept: number;
}
/** The same rules on a copy: what is shown is what would happen. */
export declare function previewPrune(path: string, retention: Retention, clock: Pick<Clock, 'now'>): Promise<PrunePreview>;
/** Bytes that went back to the disk. */
export declare function giveSpaceBack(path: string): number;
