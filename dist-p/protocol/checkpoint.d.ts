/** Progress lines an agent writes every ten turns (CHECKPOINT-01, CHECKPOINT-02); the last one tells what a cut may have lost. */
import { type Dimension } from './dimension.ts';
export declare const CHECKPOINT_TURNS = 10;
export declare const CHECKPOINT_MARK = "[CHECKPOINT]";
export interface Checkpoint {
    readonly turn: number;
    readonly findings: number;
    readonly filesRead: number;
    readonly remainingDimensions: readonly Dimension[];
}
export declare const formatCheckpoint: ({ turn, findings, filesRead, remainingDimensions }: Checkpoint) => string;
/** Reads one line from its first column; null where it is no checkpoint. Words that are no dimension, such as `none`, name none. */
export declare function parseCheckpoint(line: string): Checkpoint | null;
/** Turns after which a checkpoint is due. */
export declare const listCheckpointTurns: (maxTurns: number) => readonly number[];
