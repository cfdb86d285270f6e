/** Names of the semantic conventions for generative AI, and how our calls and agents read in them. */
import type { Attributes } from '@opentelemetry/api';
import type { WatchedAttempt, WatchedCall } from '../../telemetry-port.ts';
/** `provider/name` as provider and model of the convention. */
export declare function splitModel(model: string): {
    readonly provider: string;
    readonly name: string;
};
export declare const describeModel: (model: string) => Attributes;
export declare const describeAgent: (agent: string) => Attributes;
/** How the call ended, in one word; null where it was answered. */
export declare const errorOfCall: ({ result, attempts }: WatchedCall) => string | null;
/** Tokens of all attempts: each of them is paid for. */
export declare function describeCall(call: WatchedCall): Attributes;
/** Usage stands at the call alone, so that whoever adds up spans counts no token twice. */
export declare const describeAttempt: ({ attempt, model, waitMs, finish }: WatchedAttempt) => Attributes;
