/**
 * Declares the types of an agent's conversation (conversation.ts): what the host gives it (`ModelOptions`, `AgentSession`), what
 * differs between a review, a hunt, a deep dive, a validation and a repair (`AgentPolicy`), and how it ended (`ConversationEnd`).
 */
import type { Account, AgentTools, ToolDefinition } from '../../ports/agent-tools.ts';
import type { TokenCounter } from '../../ports/file-index.ts';
import type { AnswerSchema, ToolResult } from '../../ports/model.ts';
import type { Thresholds } from '../../protocol/budget/thresholds.ts';
import type { ReasoningLevel } from '../../protocol/config/config-names.ts';
import type { LineRange } from '../../protocol/findings/finding.ts';
import type { CutoffReason } from '../../protocol/output/agent-claims.ts';
import type { AskModel } from './ask-model.ts';

/** How a model is asked, whatever it is asked for. */
export interface ModelOptions {
  /** Provider and name. */
  readonly modelName: string;
  readonly counter: TokenCounter;
  readonly thresholds: Thresholds;
  /** The most the model can write in one turn. */
  readonly maxOutputTokens: number;
  /** Without tools an agent is given its code. */
  readonly hasTools: boolean;
  /** Whether the model keeps to a JSON schema; used where it has no tools. */
  readonly takesSchema?: boolean;
  /** Whether a reviewer is asked for its checklist in parts, where it has its scope before it. */
  readonly splitsChecklists?: boolean;
  /** How much it may think; absent: as the provider has it. */
  readonly reasoning?: ReasoningLevel;
  /** Tokens of one conversation, instructions and answers included; null or absent where nobody knows. */
  readonly windowTokens?: number | null;
  /** Its text is handed in once, by whoever runs it: one that is no result was cut, and it is not asked to mend it (HOST-19). */
  readonly handsIn?: boolean;
  /** A word nobody can guess; the key says what for. */
  readonly createNonce: (key: string) => string;
  /** The same for the whole run, so that a shared scope is the same text for every agent. */
  readonly fenceName: string;
}

/** The host's side of one conversation. */
export interface AgentSession extends Pick<ModelOptions, 'counter' | 'thresholds' | 'maxOutputTokens' | 'handsIn'> {
  readonly ask: AskModel;
  readonly account: Account;
  readonly context: () => AgentTools;
  readonly signal: AbortSignal;
}

export type DeliveredLines = ReadonlyMap<string, readonly LineRange[]>;

export interface AgentCall {
  readonly name: string;
  readonly args: unknown;
  /** Whether the account had room for the call itself; only tools that record are asked where it had none. */
  readonly isPaid: boolean;
  /** Lines the agent had before it when it made the call. */
  readonly seen: DeliveredLines;
}

export type CallAnswer = Pick<ToolResult, 'text' | 'isError'>;

/** What differs between a review, a hunt, a deep dive, a validation and a repair. */
export interface AgentPolicy {
  /** Of its end marker; tells this conversation from every other. */
  readonly nonce: string;
  /** Half of the work, after a conversation that gave nothing. */
  readonly isReduced?: boolean;
  readonly system: string;
  /** The first message. */
  readonly briefing: string;
  /** An agent that goes on longer is going in circles. */
  readonly maxTurns: number;
  /** Last turn in which there is anything to look with. */
  readonly lastExplorationTurn: number;
  /** The same in every turn, so that a provider can keep them; empty for a model without tools. */
  readonly tools: readonly ToolDefinition[];
  /** What its answers have to look like; only without tools. */
  readonly answerSchema?: AnswerSchema;
  /** What the one answer behind the soft stop has to look like, in words and as a schema; absent where it is written as all others. */
  readonly lastAnswer?: { readonly form: string; readonly schema: AnswerSchema };
  /** What is offered instead once it must return. */
  readonly returnTools?: readonly ToolDefinition[];
  /** Tools that record and do not look: they answer to the end. */
  readonly recordingTools?: ReadonlySet<string>;
  /** Left out by agents that have nothing but the tools every agent looks with. */
  readonly answer?: (call: AgentCall) => Promise<CallAnswer>;
  /** Whether the text of a turn is a whole result. `hasEnded`: neither length, nor budget, nor a broken wire cut it. */
  readonly isResult: (text: string, hasEnded: boolean) => boolean | Promise<boolean>;
  /** Whether a call of this answer handed in a whole result; left out where none can. */
  readonly hasReturned?: () => boolean;
  /** Whether the text of a whole answer without calls is worth keeping for the same question of a later run. */
  readonly isUsable: (text: string) => boolean;
  /** Said once when turns or budget leave nothing to look with. */
  readonly mustReturn: string;
  /** Said after an answer that is neither a call nor a result; left out where that is to go on, or else to return. */
  readonly nudge?: (lacking: readonly string[]) => string;
  /** What such an answer lacks of the required form, by name. */
  readonly listLacking?: (text: string) => readonly string[];
  /** Said before a turn, or null. */
  readonly remind?: (turn: number) => string | null;
  /** Findings that its result may have to repeat: where they fill the rest of its budget it is asked to be brief. */
  readonly countFindings?: () => number;
  /** What is said then; left out where the result is a list of findings. */
  readonly compress?: string;
  /** An answer begins, at first or anew after an attempt that was lost. The model is null where nobody knows it yet. `isLast`: behind the soft stop. */
  readonly beginAnswer?: (model: string | null, isLast: boolean) => void;
  /** The next piece of the answer, paid for. */
  readonly onText?: (piece: string) => void;
  /** Before the wait for another attempt: why, and for how long. */
  readonly onWait?: (message: string) => void;
  /** What was said to the agent before this turn has been answered, so it was read. */
  readonly onAnswered?: () => void;
  /** With what the conversation begins anew after a whole result, so that it stays small; absent where it goes on. */
  readonly beginAnew?: (next: string) => string;
  /** What of a whole result cannot be used as it stands: asked about once, in a short answer. */
  readonly repair?: RepairQuestion;
  /** What is said after a whole result to go on; '' to go on with what its tools answered, null to end. */
  readonly afterResult?: (turn: { readonly model: string; readonly hasLooked: boolean }) => Promise<string | null>;
}

/** The result it is about stands, whatever comes of it. */
export interface RepairQuestion {
  /** Called after every whole result. Null where there is nothing to ask, it was asked before, or nobody may be asked. */
  readonly ask: (mayAsk: boolean) => string | null;
  /** The answer, or what arrived of it, has been read. */
  readonly end: () => void;
}

export interface ConversationEnd {
  readonly kind:
    | 'result'
    /** Out of turns, or never in the required format. */
    | 'unfinished'
    /** The agent's own budget. */
    | 'budget'
    /** A limit of the run. */
    | 'denied'
    | 'truncated'
    | 'context-exceeded'
    | 'timeout'
    | 'aborted'
    | 'failed';
  /** Everything the agent wrote in its last turn, as far as it was paid for. */
  readonly text: string;
  /** Everything that arrived in it. */
  readonly received: string;
  /** What it wrote in the turns before. */
  readonly earlier: readonly string[];
  /** Lines it had before it when it wrote its last turn. */
  readonly seen: DeliveredLines;
  readonly reason: string | null;
  /** The model has no tools: it has to be given its code. */
  readonly lacksTools: boolean;
  /** The provider did not take the request, and it held the answer to a schema: without one it may. */
  readonly lacksSchema: boolean;
  /** Who answered, turn by turn. */
  readonly models: readonly string[];
}

const CUTOFFS: Readonly<Record<ConversationEnd['kind'], CutoffReason | null>> = {
  result: null,
  unfinished: 'truncated',
  budget: 'budget',
  denied: 'budget',
  truncated: 'truncated',
  'context-exceeded': 'truncated',
  timeout: 'timeout',
  aborted: 'aborted',
  failed: 'error',
};

export const cutoffOf = ({ kind }: Pick<ConversationEnd, 'kind'>): CutoffReason | null => CUTOFFS[kind];
