/**
 * One audit agent's conversation, turn by turn: ask, charge what it writes while it arrives, answer its tools, end it at its
 * turns or its budget (TURNS, HOST-01, HOST-02, AUD-26). Knows nothing of what the agent is asked; ends in data.
 */
import type { AuditDesk } from '../../../audit-port.ts';
import type { ToolDescription } from '../../../model-port.ts';
import type { TokenCounter } from '../../../ports.ts';
import type { Thresholds } from '../../../protocol/thresholds.ts';
import type { AskModel } from '../talk.ts';
export interface AgentTalk {
    readonly desk: AuditDesk;
    readonly ask: AskModel;
    readonly counter: TokenCounter;
    readonly thresholds: Thresholds;
    readonly maxOutputTokens: number;
    readonly system: string;
    readonly briefing: string;
    readonly maxTurns: number;
    /** Last turn in which there is anything to look with. */
    readonly lastExplorationTurn: number;
    /** The same in every turn, so that a provider can keep them; empty for a model without tools. */
    readonly tools: readonly ToolDescription[];
    /** Tools that record and do not look: they answer to the end. */
    readonly recording: ReadonlySet<string>;
    readonly mustReturn: string;
    readonly answer: (name: string, args: unknown) => Promise<{
        readonly text: string;
        readonly isError: boolean;
    }>;
    /** Whether the text of a turn is a whole result; then the talk is over. */
    readonly isResult: (text: string) => boolean;
    /** Said before a turn, or null. */
    readonly remind?: (turn: number) => string | null;
    readonly signal: AbortSignal;
}
export interface TalkResult {
    /** `replied`: the agent has spoken its last word, whole or not. `denied`: a limit of the run is reached. */
    readonly kind: 'replied' | 'failed' | 'denied' | 'timeout' | 'aborted';
    /** Everything the agent wrote in its last turn. */
    readonly text: string;
    /** What it wrote in the turns before. */
    readonly earlier: readonly string[];
    /** Whether the last turn ended by itself: neither length, nor budget, nor a broken wire. */
    readonly isWhole: boolean;
    readonly reason: string | null;
    /** The model has no tools: it has to be given its code. */
    readonly lacksTools: boolean;
    /** Who answered last. */
    readonly model: string | null;
}
export declare function talkToAgent(talk: AgentTalk): Promise<TalkResult>;
