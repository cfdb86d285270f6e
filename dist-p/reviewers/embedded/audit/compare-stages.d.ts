/**
 * Settings of production beside those of development (FACT-01, D8): switches that protect, read from both and compared by
 * name. Where a project keeps settings of one stage alone there is nothing to compare, and that is known from the names.
 */
import { type ClaimedFinding } from '../../../protocol/finding.ts';
export interface StageComparison {
    /** False where both stages exist and one of them could not be read. */
    readonly isCompared: boolean;
    readonly findings: readonly ClaimedFinding[];
}
type ReadLines = (file: string) => Promise<readonly string[]>;
export declare function compareStages(files: readonly string[], read: ReadLines): Promise<StageComparison>;
export {};
