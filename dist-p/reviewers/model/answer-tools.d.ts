import type { ReviewEvent } from '../../ports.ts';
import type { ToolCall, TurnOutcome } from '../../protocol/turn-outcome.ts';
import type { Conversation, Progress } from './talk.ts';
export declare function answerTools(talk: Conversation, progress: Progress, calls: readonly ToolCall[]): AsyncGenerator<ReviewEvent, void>;
export declare const writtenBy: ({ model }: Progress) => {
    readonly model?: string;
};
/** Whether a reduced retry has all the findings it may have; whatever asks is counted as refused (TRUNC-12). */
export declare function isFull({ maxFindings }: Conversation, progress: Progress): boolean;
/** Of an answer that was lost: the findings whose calls had arrived whole. */
export declare function keepFindings(talk: Conversation, progress: Progress, outcome: TurnOutcome | null): AsyncGenerator<ReviewEvent, void>;
