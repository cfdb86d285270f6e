/**
 * From a question of an agent to a call of its model: the worst case of every attempt is claimed from the run before it is
 * made, and every attempt is booked as the provider billed it, or as claimed where it did not say (cost control).
 */
import type { Model } from '../../model-port.ts';
import type { TokenCounter } from '../../ports.ts';
import type { PriceEntry } from '../../protocol/model-prices.ts';
import type { CallAccount } from '../../protocol/run-account.ts';
import type { KeyedCaller } from './recording.ts';
import type { AskModel } from './talk.ts';
export interface AskOptions {
    readonly caller: KeyedCaller;
    /** Names the agent and its wave; calls are numbered behind it. */
    readonly key: string;
    /** Who asks, by the name that events give it. */
    readonly agent: string;
    readonly model: Model;
    readonly fallback: Model | null;
    readonly account: CallAccount;
    /** Whether it is asked after the reviewers, to judge what they found: then it is paid from what was kept for that. */
    readonly isTail?: boolean;
    /** Null where nobody knows it; then the run has no limit on money. */
    readonly priceOf: (model: string) => PriceEntry | null;
    readonly counter: TokenCounter;
    readonly idleTimeoutMs: number;
}
export declare function createAsk(options: AskOptions): AskModel;
