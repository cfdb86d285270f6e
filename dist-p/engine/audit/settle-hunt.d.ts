/**
 * From what an agent handed in to what the host records: recovery rules, the limit of a reduced retry, the check of every
 * claim against the code, and the running number (TRUNC-08..16, HOST-10, AUD-15). Nothing that arrived whole is lost.
 */
import type { HuntResult, HuntTask } from '../../audit-port.ts';
import type { IndexedFile, Snapshot } from '../../ports.ts';
import { type HistoryIndex } from '../../protocol/state-transfer-rules.ts';
import type { HuntRecord } from './audit-state.ts';
export interface HuntSettlement {
    readonly retryOf: string | null;
    readonly isRestart: boolean;
    readonly snapshot: Snapshot;
    /** The whole scope: an agent may find something outside its share. */
    readonly files: readonly IndexedFile[];
    readonly history: HistoryIndex | null;
}
/** Records without ids: they are numbered once the whole round is in, so that the order of arrival does not show. */
export declare function settleHunt(task: HuntTask, result: HuntResult, context: HuntSettlement): Promise<HuntRecord>;
/** Gives the findings of new records their numbers, in the order of the records. */
export declare function numberFindings(records: readonly HuntRecord[], known: number): readonly HuntRecord[];
