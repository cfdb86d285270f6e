/**
 * Holds answers of an agent to a JSON schema where its model keeps to one: every answer without tools, the one behind the soft stop
 * with tools; and reads such an answer. Used by review/review-agent.ts, review/verify-claims.ts and the agents of audit/.
 */
import { endsAnswer } from '../../prompts/answer-schema.ts';
import { isJsonObject, type JsonObject } from '../../protocol/text/json-object.ts';
import type { AgentPolicy, ModelOptions } from './agent-policy.ts';

/** What of its model a conversation uses. */
export type AnswerTerms = Pick<ModelOptions, 'hasTools' | 'takesSchema' | 'handsIn'>;

/** Whether every answer is held. Whoever hands its text in is held to nothing. */
export const isHeld = ({ hasTools, takesSchema = false, handsIn = false }: AnswerTerms): boolean =>
  takesSchema && !hasTools && !handsIn;

export function holdAnswers(
  terms: AnswerTerms,
  answer: NonNullable<AgentPolicy['lastAnswer']>,
): Pick<AgentPolicy, 'answerSchema' | 'lastAnswer'> {
  const { takesSchema = false, handsIn = false } = terms;
  if (!takesSchema || handsIn) return {};
  return isHeld(terms) ? { answerSchema: answer.schema } : { lastAnswer: answer };
}

/** The object of an answer that has arrived whole; null for every other text. */
export function readHeld(text: string, nonce: string): JsonObject | null {
  if (!text.trimStart().startsWith('{') || !endsAnswer(text, nonce)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
