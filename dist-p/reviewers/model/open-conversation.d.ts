/** The beginning of a conversation: prompt, scope, assignment, and the nonce that ends the answer. */
import type { AnalyzerFinding, Assignment, Driver, TokenCounter } from '../../ports.ts';
import { type AssignmentInput } from '../../prompts/assignment.ts';
import type { Thresholds } from '../../protocol/thresholds.ts';
import type { AskModel, Conversation, ModelDesk } from './talk.ts';
export interface Guidance {
    readonly path: string;
    readonly text: string;
}
export interface ModelDriverOptions {
    /** Provider and name. */
    readonly modelName: string;
    readonly openAsk: (assignment: Assignment) => AskModel;
    readonly counter: TokenCounter;
    readonly thresholds: Thresholds;
    readonly maxOutputTokens: number;
    readonly hasTools: boolean;
    /** Without tools: all files in the first message instead of one after the other. */
    readonly feedsAtOnce?: boolean;
    /** A word nobody can guess; the key says what for. */
    readonly createNonce: (key: string) => string;
    /** The same for the whole run, so that a shared scope is the same text for every agent. */
    readonly fenceName: string;
    /** What the project says of itself, from a revision that can be trusted. */
    readonly guidance: readonly Guidance[];
    /** Reviewers without a model, whose findings come first. */
    readonly analyzers: Driver | null;
    /** Mark of what else decides the answers; absent where nothing is remembered. */
    readonly rules?: string;
}
/** How the agent gets its files where they are not shared. */
export declare const handingOf: ({ hasTools, feedsAtOnce, }: Pick<ModelDriverOptions, 'hasTools' | 'feedsAtOnce'>) => AssignmentInput['handing'];
export declare function openConversation(options: ModelDriverOptions, { assignment, tools, ledger, signal, ask }: ModelDesk, hints: readonly AnalyzerFinding[], 
/** How many conversations the assignment has had before, and whether the last one gave nothing. */
{ attempt, isReduced }: {
    readonly attempt: number;
    readonly isReduced: boolean;
}): Promise<Conversation>;
