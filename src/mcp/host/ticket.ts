/**
 * Holds one conversation of the engine with an agent of the host, named by a ticket. The engine asks turn by turn; the agent calls a
 * tool or hands in its output, whenever it likes; whoever comes first waits for the other. Calls are answered by the engine's own
 * tools, so they are paid for and recorded like those of any model (HOST-17, HOST-18). Created by outside-agents.ts.
 */
import { createHash } from 'node:crypto';
import type { ModelMessage, TurnRequest } from '../../ports/model.ts';
import { quotesCall } from '../../prompts/conversation.ts';
import { formatTaskPrompt, TICKET_ANSWERS } from '../../prompts/host-agent.ts';
import {
  type JsonValue,
  NOTHING_RECEIVED,
  type ToolCall,
  type TurnOutcome,
  type TurnUsage,
} from '../../protocol/calls/turn-outcome.ts';
import { divideAnswer } from './answer-parts.ts';
import type { HostAssignment } from './assignment.ts';

/** What an agent does with its ticket. */
type Move =
  | { readonly kind: 'call'; readonly name: string; readonly args: JsonValue }
  | { readonly kind: 'output'; readonly text: string; readonly usage: TurnUsage | null; readonly isUnread: boolean };

export interface MoveReply {
  /** `closed`: the conversation is over, and nothing more can be called or handed in. */
  readonly kind: 'answered' | 'closed';
  readonly text: string;
  readonly isError: boolean;
}

interface WaitingMove {
  readonly move: Move;
  readonly reply: (reply: MoveReply) => void;
}

/** Calls that the engine has taken and not answered yet. */
interface TakenMove extends WaitingMove {
  readonly id: string;
}

interface OpenQuestion {
  readonly request: TurnRequest;
  readonly signal: AbortSignal;
  /** From here on it is answered, whatever is aborted: an output that passes its budget has arrived all the same. */
  readonly take: () => void;
  readonly answer: (outcome: TurnOutcome) => void;
}

/** Nobody can guess it, and it says nothing of the nonce that ends an output. */
export const hashConversation = (conversation: string): string =>
  createHash('sha256').update(`ticket/${conversation}`).digest('hex').slice(0, 10);

const CLOSED: MoveReply = { kind: 'closed', text: TICKET_ANSWERS.closed, isError: true };

const refuseCall = (names: readonly string[]): MoveReply => ({
  kind: 'answered',
  text: TICKET_ANSWERS.notOffered(names),
  isError: true,
});

const aborted = (): TurnOutcome => ({ ...NOTHING_RECEIVED, kind: 'aborted', message: 'the run was stopped' });

const replied = (receipt: Partial<TurnOutcome>, finish: 'stop' | 'tool-calls'): TurnOutcome =>
  ({ ...NOTHING_RECEIVED, ...receipt, kind: 'replied', finish, continuation: null }) as TurnOutcome;

const isSame = (move: Move, { name, input }: ToolCall): boolean =>
  move.kind === 'call' &&
  move.name === name &&
  input.kind === 'json' &&
  JSON.stringify(input.value) === JSON.stringify(move.args);

export interface TicketTerms {
  readonly id: string;
  readonly order: number;
  /** Of the end marker. */
  readonly nonce: string;
  readonly assignment: HostAssignment;
  readonly onChange: () => void;
}

/** What the server answered before it was started again: nobody knows whether it arrived. */
interface Undelivered {
  readonly isFor: (move: Move) => boolean;
  readonly reply: MoveReply;
}

export class Ticket {
  readonly id: string;
  readonly order: number;
  readonly assignment: HostAssignment;
  /** The host knows of it. */
  isTold = false;
  /** Somebody has begun to work on it. */
  isTaken = false;
  /** Parts of answers that its program could not have shown at once and that nobody was given yet, in order (answer-parts.ts). */
  rest: readonly string[] = [];
  /** This server has begun to give its task, or has given all of it. */
  taskGiven: 'no' | 'begun' | 'whole' = 'no';
  readonly #nonce: string;
  readonly #onChange: () => void;
  #question: OpenQuestion | null = null;
  #prompt: string | null = null;
  #isClosed = false;
  /** Nothing was answered to its task yet. */
  #isFresh = true;
  #calls = 0;
  #queue: readonly WaitingMove[] = [];
  #taken: readonly TakenMove[] = [];
  #undelivered: readonly Undelivered[] = [];

  constructor({ id, order, nonce, assignment, onChange }: TicketTerms) {
    this.id = id;
    this.order = order;
    this.assignment = assignment;
    this.#nonce = nonce;
    this.#onChange = onChange;
  }

  /** The engine waits for the agent. */
  get isWaiting(): boolean {
    return this.#question !== null;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Everything the agent is told at the beginning; null where the engine has not asked yet. */
  get prompt(): string | null {
    return this.#prompt;
  }

  /** Whether the text ends as the agent was told to end it. */
  isWhole(text: string): boolean {
    return text.includes(`_END:${this.#nonce}===`);
  }

  call(name: string, args: JsonValue): Promise<MoveReply> {
    return this.#move({ kind: 'call', name, args });
  }

  /**
   * `usage`: what the host counted for the agent, where it says so. `shown`: bytes that its program shows at once. Lines in parts
   * that nobody was given do not count, and nobody has to fetch them for an agent that is gone.
   */
  handIn(text: string, usage: TurnUsage | null, shown: number): Promise<MoveReply> {
    const isUnread = this.rest.length > 0 || this.#lacksTask(text, shown);
    this.rest = [];
    return this.#move({ kind: 'output', text, usage, isUnread });
  }

  /** The task as it is given, in one text. */
  get task(): string | null {
    const { id: ticket, assignment } = this;
    return this.#prompt === null ? null : formatTaskPrompt({ ticket, agent: assignment.agent, prompt: this.#prompt });
  }

  /** Parts of the task, where its program cannot show it at once and nobody is known to have been given all of them. */
  countTaskParts(shown: number): number {
    if (!this.#isFresh || this.taskGiven === 'whole') return 0;
    const { rest } = divideAnswer(this.task ?? '', shown);
    return rest.length === 0 ? 0 : rest.length + 1;
  }

  /** Whoever knows the end marker was given the task up to there. Reviewers have it behind the code, others before. */
  #lacksTask(text: string, shown: number): boolean {
    if (!this.#isFresh || this.taskGiven === 'whole') return false;
    const isBehindCode = ['review', 'hunt'].includes(this.assignment.kind);
    return !(this.isWhole(text) && (isBehindCode || this.countTaskParts(shown) === 0));
  }

  ask(request: TurnRequest, signal: AbortSignal): Promise<TurnOutcome> {
    if (this.#prompt === null) this.#begin(request);
    this.#deliver(request);
    if (signal.aborted) return Promise.resolve(aborted());
    return new Promise((resolve) => {
      const stop = (): void => {
        this.#question = null;
        resolve(aborted());
        this.#onChange();
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#question = { request, signal, take: () => signal.removeEventListener('abort', stop), answer: resolve };
      this.#match();
      this.#onChange();
    });
  }

  /** A conversation that another server has begun has somebody who works on it, and calls with their ids. */
  #begin({ system, messages }: TurnRequest): void {
    this.#prompt = `${system}\n\n${firstText(messages)}`;
    const turns = messages.flatMap((message) => (message.role === 'assistant' ? [message] : []));
    this.#calls = turns.reduce((sum, { toolCalls }) => sum + toolCalls.length, 0);
    if (turns.length === 0) return;
    this.isTaken = true;
    this.#isFresh = false;
  }

  /** The conversation is over: who still waits is told so. */
  close(): void {
    this.#isClosed = true;
    this.#question = null;
    for (const { reply, move } of [...this.#taken, ...this.#queue])
      reply(move.kind === 'output' ? { ...CLOSED, isError: false } : CLOSED);
    this.#taken = [];
    this.#queue = [];
  }

  #move(move: Move): Promise<MoveReply> {
    if (this.#isClosed) return Promise.resolve(CLOSED);
    return new Promise((reply) => {
      this.#queue = [...this.#queue, { move, reply }];
      this.#match();
    });
  }

  /** What came of the calls of the last turn, in the question that follows it. */
  #deliver({ messages }: TurnRequest): void {
    const results = resultsOf(messages);
    const said = textAfter(messages);
    this.#undelivered = this.#taken.length > 0 ? [] : listUndelivered(messages, results, said);
    for (const [at, { id, move, reply }] of this.#taken.entries()) {
      const result = results.get(id);
      const more = at === this.#taken.length - 1 ? said : '';
      const text = [result?.text ?? '', more].filter((part) => part !== '').join('\n\n');
      reply({ kind: 'answered', text, isError: move.kind === 'call' && result?.isError === true });
    }
    this.#taken = [];
  }

  /**
   * Those that can be answered without a turn: asked for once more, or nothing that can be called now. Once more means once: an
   * agent that had its answer and calls the same again goes on with the next one.
   */
  #answerAtOnce(tools: readonly string[]): void {
    this.#queue = this.#queue.filter(({ move, reply }) => {
      const known = this.#undelivered.find(({ isFor }) => isFor(move));
      const isOffered = move.kind === 'output' || tools.includes(move.name);
      if (known !== undefined) {
        this.#undelivered = this.#undelivered.filter((other) => other !== known);
        reply(known.reply);
      } else if (!isOffered) reply(refuseCall(tools));
      return known === undefined && isOffered;
    });
  }

  /** All calls that wait are one turn; an output is one of its own. */
  #match(): void {
    if (this.#question === null) return;
    const { request, signal, take, answer } = this.#question;
    this.#answerAtOnce(request.tools.map(({ name }) => name));
    const [first] = this.#queue;
    if (first === undefined) return;
    take();
    this.#undelivered = [];
    this.#isFresh = false;
    this.#question = null;
    if (first.move.kind === 'output') {
      this.#queue = this.#queue.slice(1);
      this.#taken = [{ ...first, id: '' }];
      answer(toOutcome(first.move, request, signal));
    } else {
      const end = this.#queue.findIndex(({ move }) => move.kind === 'output');
      const batch = end < 0 ? this.#queue : this.#queue.slice(0, end);
      this.#queue = this.#queue.slice(batch.length);
      this.#taken = batch.map((each) => ({ ...each, id: this.#nextId() }));
      answer(replied({ toolCalls: this.#taken.map(toToolCall) }, 'tool-calls'));
    }
    this.#onChange();
  }

  #nextId(): string {
    this.#calls += 1;
    return `host-${this.#calls}`;
  }
}

const PIECE_CHARS = 4000;

/** An output arrives like a stream: it is charged piece by piece, and what comes behind the end of its budget is not read. */
function toOutcome(
  { text, usage, isUnread }: Extract<Move, { kind: 'output' }>,
  { onText }: TurnRequest,
  signal: AbortSignal,
): TurnOutcome {
  let read = 0;
  while (read < text.length && !signal.aborted) {
    const piece = text.slice(read, read + PIECE_CHARS);
    onText?.(piece);
    read += piece.length;
  }
  const receipt = { text: text.slice(0, read), ...(isUnread ? { isUnread: true as const } : {}) };
  // The host pays for its own tokens; they are booked where it says how many they were.
  return usage === null ? replied(receipt, 'stop') : replied({ ...receipt, usage, mayBeBilled: true }, 'stop');
}

const toToolCall = ({ id, move }: TakenMove): ToolCall => ({
  id,
  name: move.kind === 'call' ? move.name : '',
  input: { kind: 'json', value: move.kind === 'call' ? move.args : null },
});

const firstText = (messages: readonly ModelMessage[]): string => {
  const [first] = messages;
  return first?.role === 'user' ? first.text : '';
};

const lastTurn = (messages: readonly ModelMessage[]): readonly ModelMessage[] =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);

function resultsOf(messages: readonly ModelMessage[]): ReadonlyMap<string, { text: string; isError: boolean }> {
  const results = lastTurn(messages).flatMap((message) => (message.role === 'tool' ? message.results : []));
  return new Map(results.map(({ toolCallId, text, isError }) => [toolCallId, { text, isError }]));
}

/** What the engine says besides: return, be brief, go on. Nothing at the beginning, which is the prompt. */
function textAfter(messages: readonly ModelMessage[]): string {
  if (!messages.some(({ role }) => role === 'assistant')) return '';
  return lastTurn(messages)
    .flatMap((message) => (message.role === 'user' ? [message.text] : []))
    .join('\n\n');
}

function listUndelivered(
  messages: readonly ModelMessage[],
  results: ReadonlyMap<string, { text: string; isError: boolean }>,
  said: string,
): readonly Undelivered[] {
  const last = messages.findLast(({ role }) => role === 'assistant');
  if (last?.role !== 'assistant') return [];
  if (last.toolCalls.length === 0) {
    const reply: MoveReply = { kind: 'answered', text: said, isError: false };
    return said === '' ? [] : [{ isFor: (move) => isTold(move, last.text), reply }];
  }
  return last.toolCalls.flatMap((call) => {
    const result = results.get(call.id);
    if (result === undefined) return [];
    const text = [result.text, said].filter((part) => part !== '').join('\n\n');
    return [{ isFor: (move) => isSame(move, call), reply: { kind: 'answered', text, isError: result.isError } }];
  });
}

/** An output that was answered with more to do, or a call in a conversation that is told as text. */
const isTold = (move: Move, text: string): boolean =>
  move.kind === 'output' ? move.text === text : text.endsWith(quotesCall(move.name, JSON.stringify(move.args)));
