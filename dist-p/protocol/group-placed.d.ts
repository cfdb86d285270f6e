/**
 * Findings of one file that stand at the same place for the same reason (FACT-09, AUD-22). Two sweeps from top to bottom,
 * first over single lines, then over near ones; cost grows with the number of findings, however they are spread.
 */
import { type Mergeable } from './mergeable.ts';
export interface MergeRules {
    /**
     * Whether near lines of one agent are one place. In an audit they are (FACT-09); in a review an agent that names two
     * lines means two problems, and only reports of different sittings are put together.
     */
    readonly joinsOwn: boolean;
}
/** Lines between two findings that are still one place. */
export declare const NEAR_LINES = 5;
/**
 * Groups of findings sorted by place; the first finding of each is the topmost. Works stretch by stretch: findings with
 * no near line between them never meet, unless one source connects a whole file.
 */
export declare function groupPlaced<T extends Mergeable>(sorted: readonly T[], rules: MergeRules): readonly T[][];
