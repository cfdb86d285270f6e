/**
 * Creates a model that plays scripted turns, for tests of whole conversations. Strict: a question nobody expected and a turn nobody
 * asked for are both errors. Exported by testing/index.ts.
 */
import type { CallResult, HiddenKind } from '../ports/model.ts';
import { NOTHING_RECEIVED, type ToolCall, type TurnEnd } from '../protocol/calls/turn-outcome.ts';
import type { AskModel, Question } from '../reviewers/model/ask-model.ts';

export interface ScriptedTurn {
  /** Written in these pieces. */
  readonly says?: readonly string[] | ((question: Question) => readonly string[]);
  /** Then written where no text is: thoughts, or arguments of a call. */
  readonly hides?: { readonly kind: HiddenKind; readonly text: string };
  readonly calls?: readonly { readonly name: string; readonly args: unknown }[];
  /** How it ends where it is no reply. */
  readonly end?: Exclude<TurnEnd, { kind: 'replied' }>;
  /** The call is not even made. */
  readonly denied?: true;
}

export interface ScriptedModel {
  readonly ask: AskModel;
  readonly questions: readonly Question[];
  assertPlayed(): void;
}

const toCalls = (calls: ScriptedTurn['calls']): readonly ToolCall[] =>
  (calls ?? []).map(({ name, args }, i) => ({
    id: `call${i + 1}`,
    name,
    input: { kind: 'json', value: JSON.parse(JSON.stringify(args)) },
  }));

async function speak({ says = [], hides }: ScriptedTurn, question: Question, signal: AbortSignal): Promise<string> {
  let text = '';
  for (const piece of typeof says === 'function' ? says(question) : says) {
    await Promise.resolve();
    if (signal.aborted) break;
    text += piece;
    question.onText(piece);
  }
  if (hides !== undefined) question.onHidden?.(hides.text, hides.kind);
  return text;
}

export function createScriptedModel(turns: readonly ScriptedTurn[]): ScriptedModel {
  const questions: Question[] = [];
  const ended = (outcome: Extract<CallResult, { kind: 'ended' }>['outcome']): CallResult => ({
    kind: 'ended',
    model: 'scripted/model',
    attempts: 1,
    outcome,
  });
  return {
    questions,
    async ask(question, signal) {
      const turn = turns[questions.length];
      questions.push(question);
      if (turn === undefined) throw new Error(`turn ${questions.length} is not in the script`);
      if (turn.denied) return { kind: 'denied', model: 'scripted/model', attempts: 0, outcome: null };
      const text = await speak(turn, question, signal);
      if (signal.aborted) return ended({ ...NOTHING_RECEIVED, text, kind: 'aborted', message: 'aborted' });
      const toolCalls = toCalls(turn.calls);
      const receipt = { ...NOTHING_RECEIVED, text, toolCalls };
      if (turn.end) return ended({ ...receipt, ...turn.end });
      const finish = toolCalls.length > 0 ? 'tool-calls' : 'stop';
      return ended({ ...receipt, kind: 'replied', finish, continuation: null });
    },
    assertPlayed() {
      if (questions.length < turns.length)
        throw new Error(`${turns.length - questions.length} turns were never asked for`);
    },
  };
}
