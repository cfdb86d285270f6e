import type { JsonValue, ToolCall } from './turn-outcome.ts';
/** Part of every key: what was remembered in another form is never found. */
export declare const ANSWER_SCHEMA = "consensus-review/answer@1";
/** A whole reply of the model that was asked. */
export interface ReusedAnswer {
    readonly run: string;
    readonly text: string;
    /** Lengths of the pieces in which the text arrived. */
    readonly pieces: readonly number[];
    readonly toolCalls: readonly ToolCall[];
    readonly finish: 'stop' | 'tool-calls';
    readonly continuation: JsonValue | null;
}
export declare const formatAnswer: (answer: ReusedAnswer) => string;
/** Null for anything that was not written by `formatAnswer`. */
export declare function parseAnswer(written: string): ReusedAnswer | null;
export declare function splitAnswer({ text: whole, pieces }: ReusedAnswer): Generator<string>;
