/**
 * One agent's conversation with its model, turn by turn: ask, take what arrives, answer its tools, decide how it goes on.
 * The account decides what may still be asked; no outcome of a call reads as "no findings" (HOST-02, HOST-03, HOST-11).
 */
import type { CallResult, ModelMessage, ToolDescription } from '../../model-port.ts';
import type { ReviewEvent, ReviewOutcome } from '../../ports.ts';
import { asksForForm, COMPRESS, MUST_RETURN } from '../../prompts/assignment.ts';
import { type AgentOutput, openAgentOutput } from '../../protocol/agent-output.ts';
import { planFinalAnswer } from '../../protocol/output-estimate.ts';
import { answerTools } from './answer-tools.ts';
import { createEventQueue } from './event-queue.ts';
import { listHostTools, REPORT_FINDING } from './host-tools.ts';
import type { Conversation, Progress, Question } from './talk.ts';
import { createWritingMeter } from './writing-meter.ts';

/** An agent that goes on longer than this is going in circles. */
const MAX_TURNS = 60;
const MAX_NUDGES = 2;
/** Less room than this holds no answer. */
const MIN_OUTPUT_TOKENS = 64;

/** How a conversation ended, and whether a smaller one could do better. */
export interface TalkEnd {
  readonly outcome: ReviewOutcome;
  /** `context`: it did not fit the model. `severe`: nothing usable arrived (TRUNC-10, TRUNC-12). */
  readonly tooLarge: 'context' | 'severe' | null;
}

export async function* converse(talk: Conversation): AsyncGenerator<ReviewEvent, TalkEnd> {
  const progress: Progress = { nudges: 0, toldToReturn: false, findings: 0 };
  for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
    const room = outputRoom(talk);
    if (room < MIN_OUTPUT_TOKENS) return endWith(endedBy('budget'));
    warnOfEnd(talk, progress);
    const taken = yield* takeTurn(talk, progress, room);
    const end = yield* settleTurn(talk, progress, taken);
    if (end !== null) return end;
  }
  return endWith({ ...endedBy('error'), message: `no result after ${MAX_TURNS} turns` });
}

const endWith = (outcome: ReviewOutcome, tooLarge: TalkEnd['tooLarge'] = null): TalkEnd => ({ outcome, tooLarge });

const endedBy = (cutoffReason: ReviewOutcome['cutoffReason']): ReviewOutcome => ({
  status: cutoffReason === 'budget' ? 'completed' : 'truncated',
  cutoffReason,
  verdict: null,
  vetoReasons: [],
  message: null,
});

/** Tokens the agent may still write before the hard stop. */
const outputRoom = ({ ledger, thresholds, maxOutputTokens }: Conversation): number =>
  Math.min(maxOutputTokens, Math.ceil(ledger.budgetTokens * thresholds.forceReturn) - ledger.usedTokens - 1);

/** Told once that it must return, and how to be brief where its findings would fill the rest (TRUNC-02, MODE-12). */
function warnOfEnd({ ledger, messages }: Conversation, progress: Progress): void {
  if (ledger.mode !== 'force_return' || progress.toldToReturn) return;
  progress.toldToReturn = true;
  const { kind } = planFinalAnswer(progress.findings, ledger.budgetTokens, ledger.usedTokens);
  say(messages, kind === 'compress' ? `${MUST_RETURN}\n\n${COMPRESS}` : MUST_RETURN);
}

/** Two messages of one side in a row are one: not every model takes them apart. */
function say(messages: ModelMessage[], text: string): void {
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = { ...last, text: `${last.text}\n\n${text}` };
  else messages.push({ role: 'user', text });
}

interface TakenTurn {
  readonly result: CallResult;
  /** What was read of the answer as a result. */
  readonly output: AgentOutput;
  /** The budget ended the answer while it was written. */
  readonly isStopped: boolean;
  /** The answer had less room than the model would have used. */
  readonly isConfined: boolean;
}

async function* takeTurn(
  talk: Conversation,
  progress: Progress,
  maxOutputTokens: number,
): AsyncGenerator<ReviewEvent, TakenTurn> {
  const { tools } = talk;
  const stop = new AbortController();
  const queue = createEventQueue<ReviewEvent>();
  const meter = createWritingMeter(tools.account, talk.counter, talk.thresholds);
  let output = openAgentOutput({ nonce: talk.nonce });
  let model: string | undefined;
  const read = (text: string | null): void => {
    if (text === null) stop.abort('budget');
    for (const finding of output.push(text ?? '')) {
      progress.findings += 1;
      queue.push({ kind: 'finding', finding, isPaid: true, ...(model === undefined ? {} : { model }) });
    }
  };
  const question: Question = {
    system: talk.system,
    messages: [...talk.messages],
    tools: listTools(talk),
    maxOutputTokens,
    onText: (chunk) => read(meter.take(chunk)),
    onAttempt: (asked) => {
      if (model !== undefined) output = openAgentOutput({ nonce: talk.nonce });
      model = asked;
    },
  };
  const result = yield* queue.drain(talk.ask(question, AbortSignal.any([talk.signal, stop.signal])));
  read(meter.end());
  yield* queue.drain(Promise.resolve());
  const isStopped = stop.signal.aborted;
  return {
    result,
    output: output.end({ transportEnded: result.outcome?.kind === 'replied' && !isStopped }),
    isStopped,
    isConfined: maxOutputTokens < talk.maxOutputTokens,
  };
}

/** Whoever must return is given nothing more to look with. */
function listTools({ assignment, tools, ledger, hasTools }: Conversation): readonly ToolDescription[] {
  if (!hasTools) return [];
  const definitions =
    ledger.mode === 'force_return' ? [REPORT_FINDING] : [...listHostTools(assignment), ...tools.context().definitions];
  return definitions.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: parameters as ToolDescription['inputSchema'],
  }));
}

/** Null to go on. */
async function* settleTurn(
  talk: Conversation,
  progress: Progress,
  { result, output, isStopped, isConfined }: TakenTurn,
): AsyncGenerator<ReviewEvent, TalkEnd | null> {
  if (isStopped) return endWith(endedBy('budget'));
  if (result.kind === 'denied') return endWith({ ...endedBy('budget'), message: 'a limit of the run is reached' });
  const { outcome } = result;
  if (outcome === null || result.kind === 'deferred') {
    return endWith({ ...endedBy('error'), status: 'failed', message: describe(result) });
  }
  switch (outcome.kind) {
    case 'replied': {
      const { text, toolCalls, continuation } = outcome;
      talk.messages.push({ role: 'assistant', text, toolCalls, continuation });
      if (toolCalls.length > 0) {
        yield* answerTools(talk, progress, toolCalls, result.model);
        return null;
      }
      return output.complete ? endWith(completedWith(output, result.model)) : nudge(talk, progress);
    }
    case 'truncated':
      if (isConfined) return endWith(endedBy('budget'));
      return endWith(endedBy('truncated'), progress.findings === 0 ? 'severe' : null);
    case 'context-exceeded':
      return endWith({ ...endedBy('truncated'), message: 'the scope does not fit the model' }, 'context');
    case 'timed-out':
    case 'stalled':
      return endWith({ ...endedBy('timeout'), message: describe(result) });
    case 'aborted':
      return endWith(endedBy('aborted'));
    default:
      return endWith({ ...endedBy('error'), status: 'failed', message: describe(result) });
  }
}

function describe({ outcome, model, attempts }: CallResult): string {
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  if (outcome === null) return `${model} could not be asked now${tries}`;
  const message = 'message' in outcome ? `: ${outcome.message}` : '';
  const advice = outcome.kind === 'failed' ? ` ${outcome.advice}` : '';
  return `${model} ${outcome.kind}${tries}${message}${advice}`;
}

const completedWith = ({ claimed }: AgentOutput, model: string): ReviewOutcome => ({
  status: 'completed',
  cutoffReason: null,
  verdict: claimed.verdict,
  vetoReasons: claimed.vetoReasons,
  message: null,
  opinions: [
    ...claimed.confirmed.map((id) => ({ id, stance: 'confirm', model }) as const),
    ...claimed.refuted.map((id) => ({ id, stance: 'refute', model }) as const),
  ],
});

function nudge({ messages, endMarker }: Conversation, progress: Progress): TalkEnd | null {
  progress.nudges += 1;
  if (progress.nudges > MAX_NUDGES) {
    return endWith({ ...endedBy('truncated'), message: 'the answer never took the agreed form' });
  }
  say(messages, asksForForm(endMarker));
  return null;
}
