/**
 * One agent's conversation with its model, turn by turn: ask, take what arrives, answer its tools, decide how it goes on.
 * The account decides what may still be asked; no outcome of a call reads as "no findings" (HOST-02, HOST-03, HOST-11).
 */

import type { CutAnswer, ReviewEvent, ReviewOutcome } from '../../ports/driver.ts';
import { joinSignals } from '../../ports/join-signals.ts';
import type { CallResult, ModelMessage, ToolDescription } from '../../ports/model.ts';
import { asksForForm, asksForRest, COMPRESS, MUST_RETURN } from '../../prompts/assignment.ts';
import { formatReached } from '../../protocol/budget/run-limits.ts';
import type { TurnOutcome } from '../../protocol/calls/turn-outcome.ts';
import type { ClaimedFinding } from '../../protocol/findings/finding.ts';
import { type AgentOutput, openAgentOutput } from '../../protocol/output/agent-output.ts';
import { planFinalAnswer } from '../../protocol/output/output-estimate.ts';
import { answerTools, isFull, keepFindings, writtenBy } from './answer-tools.ts';
import { createEventQueue } from './event-queue.ts';
import { countLeft, listHostTools, REPORT_FINDING } from './host-tools.ts';
import type { Conversation, Progress, Question, TalkEnd } from './talk.ts';
import { createWritingMeter } from './writing-meter.ts';

const MAX_NUDGES = 2;
const MAX_REMINDERS = 1;
/** Less room than this holds no answer. */
const MIN_OUTPUT_TOKENS = 64;
/** The gravest first. */
const VERDICTS = ['VETO', 'WARN', 'OK'] as const;

export async function* converse(talk: Conversation): AsyncGenerator<ReviewEvent, TalkEnd> {
  const progress: Progress = {
    nudges: 0,
    toldToReturn: false,
    toldToCompress: false,
    findings: 0,
    refused: 0,
    reminders: 0,
    claims: [],
    model: null,
  };
  for (let turn = 1; turn <= talk.maxTurns; turn += 1) {
    const room = outputRoom(talk);
    if (room < MIN_OUTPUT_TOKENS) return endWith(endedBy('budget'));
    warnOfEnd(talk, progress);
    const taken = yield* takeTurn(talk, progress, room);
    const end = yield* settleTurn(talk, progress, taken);
    if (end !== null) return end;
  }
  return endWith({ ...endedBy('error'), message: `no result after ${talk.maxTurns} turns` });
}

const endWith = (outcome: ReviewOutcome, retry: TalkEnd['retry'] = null): TalkEnd => ({ outcome, retry });

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

/**
 * Before every turn, since any of them may write the result: told once to be brief where its findings would fill the rest,
 * and once that it must return (TRUNC-02, TRUNC-06, MODE-12).
 */
function warnOfEnd({ ledger, messages }: Conversation, progress: Progress): void {
  if (ledger.mode === 'force_return' && !progress.toldToReturn) {
    progress.toldToReturn = true;
    say(messages, MUST_RETURN);
  }
  const { kind } = planFinalAnswer(progress.findings, ledger.budgetTokens, ledger.usedTokens);
  if (kind === 'as-is' || progress.toldToCompress) return;
  progress.toldToCompress = true;
  say(messages, COMPRESS);
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
  /** The answer filled the room that its budget left it, and the model would have used more. */
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
  let isAsked = false;
  const given = new Set<ClaimedFinding>();
  const give = (findings: readonly ClaimedFinding[]): void => {
    for (const finding of findings) {
      given.add(finding);
      if (isFull(talk, progress)) continue;
      progress.findings += 1;
      queue.push({ kind: 'finding', finding, isPaid: true, ...writtenBy(progress) });
    }
  };
  const read = (text: string | null): void => {
    if (text === null) stop.abort('budget');
    give(output.push(text ?? ''));
  };
  const question: Question = {
    system: talk.system,
    messages: [...talk.messages],
    tools: listTools(talk),
    maxOutputTokens,
    onText: (chunk) => read(meter.take(chunk)),
    onWait: (message) => queue.push({ kind: 'waiting', message }),
    onAttempt: (asked) => {
      if (isAsked) {
        read(meter.end());
        output = openAgentOutput({ nonce: talk.nonce });
      }
      isAsked = true;
      progress.model = asked;
    },
  };
  const result = yield* queue.drain(talk.ask(question, joinSignals([talk.signal, stop.signal])));
  read(meter.end());
  const isStopped = stop.signal.aborted;
  const whole = output.end({ transportEnded: result.outcome?.kind === 'replied' && !isStopped });
  // An answer without a name counts only where it is whole (REV-25).
  if (whole.complete) give(whole.findings.filter((finding) => !given.has(finding)));
  yield* queue.drain(Promise.resolve());
  yield* keepFindings(talk, progress, result.outcome);
  if (isStopped || hasAnswered(result)) tools.context().confirm();
  return {
    result,
    output: whole,
    isStopped,
    isConfined: maxOutputTokens < talk.maxOutputTokens && hasFilled(result, maxOutputTokens),
  };
}

/** An answer that was cut is one; a call that was stopped or failed is none: what it carried was perhaps never read. */
const hasAnswered = ({ outcome }: CallResult): boolean => outcome?.kind === 'replied' || outcome?.kind === 'truncated';

/** Whether the answer can have used all the room it had; a model may also have a limit of its own. */
const hasFilled = ({ outcome }: CallResult, maxOutputTokens: number): boolean => {
  const usage = outcome?.usage ?? null;
  return usage === null || usage.isEstimated || usage.outputTokens >= maxOutputTokens;
};

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
  const cuts = listCuts(result, output, isStopped);
  if (isStopped) return endWith({ ...endedBy('budget'), cuts });
  if (result.kind === 'denied') return endWith({ ...endedBy('budget'), message: result.reason ?? formatReached(null) });
  const { outcome } = result;
  if (outcome === null || result.kind === 'deferred') {
    return endWith({ ...endedBy('error'), status: 'failed', message: describe(result) });
  }
  switch (outcome.kind) {
    case 'replied': {
      const { text, toolCalls, continuation } = outcome;
      talk.messages.push({ role: 'assistant', text, toolCalls, continuation });
      if (toolCalls.length > 0) {
        yield* answerTools(talk, progress, toolCalls);
        return null;
      }
      return output.complete ? goOn(talk, progress, output, result.model) : nudge(talk, progress);
    }
    case 'truncated':
      if (isConfined) return endWith({ ...endedBy('budget'), cuts });
      return endWith({ ...endedBy('truncated'), cuts }, progress.findings === 0 ? 'severe' : null);
    case 'context-exceeded':
      return endWith({ ...endedBy('truncated'), message: 'the scope does not fit the model' }, 'context');
    case 'timed-out':
    case 'stalled':
      return endWith({ ...endedBy('timeout'), cuts, message: describe(result) });
    case 'aborted':
      return endWith({ ...endedBy('aborted'), cuts });
    default:
      return endWith(
        { ...endedBy('error'), cuts, status: 'failed', message: describe(result) },
        retryOf(talk, outcome),
      );
  }
}

const retryOf = ({ hasTools }: Conversation, outcome: TurnOutcome): TalkEnd['retry'] =>
  hasTools && outcome.kind === 'failed' && outcome.reason === 'no-tools' ? 'no-tools' : null;

function describe(result: CallResult): string {
  const { outcome, model, attempts } = result;
  if (result.kind === 'deferred') {
    const resumesAt = new Date(result.resumeAtMs).toISOString();
    return `deferred until ${resumesAt}: ${model} ${outcome === null ? 'cannot be asked now' : `${outcome.kind}`}`;
  }
  const tries = attempts > 1 ? ` after ${attempts} attempts` : '';
  if (outcome === null) return `${model} could not be asked now${tries}`;
  const message = 'message' in outcome ? `: ${outcome.message.replace(/[.\s]+$/u, '')}` : '';
  const advice = outcome.kind === 'failed' ? `${message === '' ? ':' : '.'} ${outcome.advice}` : '';
  return `${model} ${outcome.kind}${tries}${message}${advice}`;
}

/** A result that had begun and broke off; an answer that never came to its result lost nothing but words. */
function listCuts({ outcome }: CallResult, output: AgentOutput, isStopped: boolean): readonly CutAnswer[] {
  const isLength = outcome?.kind === 'truncated' && !isStopped;
  if (outcome === null || output.complete || (output.format === 'none' && !isLength)) return [];
  const { findings, unrecovered, truncation, needsReaudit } = output;
  return [
    {
      severity: truncation === 'severe' ? 'severe' : 'mild',
      kept: findings.length,
      lost: unrecovered.count,
      needsReaudit: needsReaudit.map(({ id, file }) => ({ id, file })),
      raw: outcome.text,
    },
  ];
}

/** A whole result: the next file for a model that is fed, a reminder for one that stopped too early, else the end. */
async function goOn(
  talk: Conversation,
  progress: Progress,
  { claimed }: AgentOutput,
  model: string,
): Promise<TalkEnd | null> {
  progress.claims.push({ ...claimed, model });
  const next = (await talk.feedNext()) ?? remind(talk, progress);
  if (next === null) return endWith(progress.refused > 0 ? endedFull(talk, progress) : completedWith(progress.claims));
  say(talk.messages, next);
  return null;
}

/** Models like to stop when they have found something; files they never asked for are not reviewed (HOST-10). */
function remind({ assignment, tools, ledger, hasTools }: Conversation, progress: Progress): string | null {
  if (!hasTools || assignment.isolation === 'shared' || progress.reminders >= MAX_REMINDERS) return null;
  const left = countLeft(assignment, tools.context(), ledger);
  progress.reminders += 1;
  return left === 0 ? null : asksForRest(left);
}

/** What was refused is not reviewed: its files are given again. */
const endedFull = ({ maxFindings }: Conversation, { refused }: Progress): ReviewOutcome => ({
  ...endedBy('truncated'),
  message: `${refused} findings beyond the ${maxFindings} of a reduced retry were refused`,
});

const completedWith = (claims: Progress['claims']): ReviewOutcome => ({
  status: 'completed',
  cutoffReason: null,
  verdict: VERDICTS.find((verdict) => claims.some((claim) => claim.verdict === verdict)) ?? null,
  vetoReasons: [...new Set(claims.flatMap(({ vetoReasons }) => vetoReasons))],
  message: null,
  claimed: claims.at(-1) ?? null,
  opinions: claims.flatMap(({ confirmed, refuted, model }) => [
    ...confirmed.map((id) => ({ id, stance: 'confirm', model }) as const),
    ...refuted.map((id) => ({ id, stance: 'refute', model }) as const),
  ]),
});

function nudge({ messages, endMarker }: Conversation, progress: Progress): TalkEnd | null {
  progress.nudges += 1;
  if (progress.nudges > MAX_NUDGES) {
    return endWith({ ...endedBy('truncated'), message: 'the answer never took the agreed form' });
  }
  say(messages, asksForForm(endMarker));
  return null;
}
