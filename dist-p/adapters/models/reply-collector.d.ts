/**
 * Takes the parts of one stream and keeps what matters: text, whole tool calls, the first error, the finish, the usage, and
 * the provider's own form of the reply where it wants it back (signed thoughts, ids of items).
 */
import type { TurnRequest } from '../../model-port.ts';
import type { JsonValue, TurnReceipt } from '../../protocol/turn-outcome.ts';
import type { ReportedFinish } from '../../protocol/turn-outcome-classify.ts';
import type { SdkPart } from './sdk-model.ts';
/** A defect of the caller, not of the provider. */
export declare class CallbackFailed extends Error {
    readonly name = "CallbackFailed";
}
export interface ReplyCollector {
    take(part: SdkPart): void;
    receipt(mayBeBilled: boolean): TurnReceipt;
    hasCalls(): boolean;
    continuation(): JsonValue | null;
    readonly finish: () => ReportedFinish | null;
    /** The first error the stream carried; undefined where it carried none. */
    readonly error: () => unknown;
}
export declare function createReplyCollector(request: TurnRequest): ReplyCollector;
