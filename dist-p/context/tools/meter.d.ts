/**
 * The till between a tool and an agent: cost is claimed before anything is delivered, what does not fit is cut at a line
 * and says so, and where not even a line fits the agent has to return (HOST-11, MODE-16, REV-06).
 */
import type { Account, TokenCounter, ToolAnswer } from '../../ports.ts';
import type { Thresholds } from '../../protocol/thresholds.ts';
import type { EndWithNotice, Found } from './tool-answer.ts';
/** No single answer costs more, whatever the budget. */
export declare const MAX_ANSWER_TOKENS = 8192;
export interface MeterPorts {
    readonly counter: TokenCounter;
    readonly account: Omit<Account, 'usageRatio'>;
    readonly thresholds: Thresholds;
    readonly endWithNotice: EndWithNotice;
}
export declare function createMeter({ counter, account, thresholds, endWithNotice }: MeterPorts): {
    deliver: (found: Found, kind: 'whole' | 'failed') => ToolAnswer;
};
