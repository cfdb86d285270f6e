/**
 * Writes and reads (checked with zod, null where it does not fit) a model's answer as it is cached for the same question of a
 * later run: text, its pieces, reasoning and tool calls. Used by runs/cached-calls.ts.
 */

import { z } from 'zod';
import type { JsonValue } from '../calls/turn-outcome.ts';
import { readJson } from '../text/json-object.ts';

/** Part of every key: what was cached in another form is never found. */
export const ANSWER_SCHEMA = 'consensus-review/answer@3';

const text = z.string();
const json: z.ZodType<JsonValue> = z.json();
const inputSchema = z.union([
  z.strictObject({ kind: z.literal('json'), value: json }),
  z.strictObject({ kind: z.literal('invalid'), text }),
]);

/** A whole reply of the model that was asked. */
const answerSchema = z
  .strictObject({
    run: text,
    at: z.number().describe('When it was given, in milliseconds since the epoch.'),
    text,
    pieces: z.array(z.int().min(1)).readonly().describe('Lengths of the pieces in which the text arrived.'),
    reasoning: text.describe('What was thought before and between; it is charged to the agent like text.'),
    toolCalls: z.array(z.strictObject({ id: text, name: text, input: inputSchema })).readonly(),
    finish: z.enum(['stop', 'tool-calls']),
    continuation: json.nullable(),
  })
  .refine((answer) => answer.pieces.reduce((sum, length) => sum + length, 0) === answer.text.length);

export type ReusedAnswer = Readonly<z.infer<typeof answerSchema>>;

export const formatAnswer = (answer: ReusedAnswer): string => JSON.stringify(answer);

/** Null for anything that was not written by `formatAnswer`. */
export function parseAnswer(written: string): ReusedAnswer | null {
  const { success, data } = answerSchema.safeParse(readJson(written));
  return success ? data : null;
}

export function* splitAnswer({ text: whole, pieces }: ReusedAnswer): Generator<string> {
  let at = 0;
  for (const length of pieces) {
    yield whole.slice(at, at + length);
    at += length;
  }
}
