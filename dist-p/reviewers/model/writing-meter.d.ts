/**
 * Charges an agent for what it writes, while it writes: text is booked in pieces, and the first piece that does not fit ends
 * the writing. What was not booked was not taken, so no agent is ever past its budget (HOST-01, HOST-02).
 */
import type { Account, TokenCounter } from '../../ports.ts';
import type { Thresholds } from '../../protocol/thresholds.ts';
export interface WritingMeter {
    /** The part of the text that was paid for now; null where the budget ends here. */
    take(chunk: string): string | null;
    /** Books what is left over from the last whole word; null as above. */
    end(): string | null;
}
export declare function createWritingMeter(account: Account, counter: TokenCounter, thresholds: Thresholds): WritingMeter;
