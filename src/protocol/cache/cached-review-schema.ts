/**
 * Declares in zod what is cached of a reviewed file, and parses it from text (null where it does not fit). Used by
 * engine/review/find-cached-files.ts for what a store returns and by fleet/agent-inputs.ts for what a task brings.
 */

import { z } from 'zod';
import { DIMENSIONS } from '../findings/dimension.ts';
import { SEVERITIES, VERDICTS } from '../findings/severity.ts';
import type { DocumentOf } from '../text/document-of.ts';
import { readJson } from '../text/json-object.ts';

const text = z.string();
const line = z.int().min(1);
const optionalText = text.nullable();

/** A claim as it was kept. */
export const findingSchema = z.strictObject({
  id: optionalText,
  severity: z.enum(SEVERITIES),
  category: optionalText,
  dimension: z.enum(DIMENSIONS).nullable(),
  cwe: optionalText,
  file: optionalText,
  line: z.int().nullable(),
  endLine: z.int().nullable(),
  title: text,
  issue: text,
  evidence: optionalText,
  recommendation: optionalText,
  references: z.array(text),
  related: z.array(text),
  source: optionalText,
  sink: optionalText,
  flow: optionalText,
  impact: optionalText,
  confidence: z.number().min(0).max(1),
  originallyTruncated: z.boolean(),
  rule: optionalText,
  extra: z.record(text, z.unknown()),
  convention: z.exactOptional(z.strictObject({ file: text, line, text })),
});

/** One agent's conversation about its files in one wave of one run. */
const agentRunSchema = z.strictObject({
  id: text,
  run: text,
  at: z.number().describe('Milliseconds since the epoch.'),
  calls: z.int().min(0).describe('Calls of the model that stand behind it.'),
  files: z.int().min(0).describe('Files it finished.'),
  verdict: z.enum(VERDICTS).nullable().describe("The agent's own verdict on all of them; null where it gave none."),
  vetoReasons: z.array(text),
  isExplained: z.boolean().describe('Whether its findings alone lead to a verdict as strict as its word.'),
  homeless: z.array(text).describe('Claims that named no file of the assignment.'),
});

const claimSchema = z.strictObject({
  finding: findingSchema,
  model: text.describe('Which model said it.'),
  rejection: optionalText.describe(
    'Why the host turned it down when it was said, before more of the file had reached the agent; null where it did not.',
  ),
});

export const cachedReviewSchema = z.strictObject({
  at: z
    .number()
    .describe('When it was cached, in milliseconds since the epoch: a run takes only what was there when it began.'),
  claims: z.array(claimSchema),
  delivered: z
    .array(z.strictObject({ start: line, end: line }))
    .nullable()
    .describe('Lines that reached the agent; null where it had the whole file before it.'),
  depends: z
    .array(z.strictObject({ path: text, mark: optionalText.describe('Hash of its text; null where there was none.') }))
    .describe('Files that the claims rest on besides their own.'),
  said: z
    .strictObject({ chars: z.int().min(1), mark: text })
    .nullable()
    .describe(
      'What the author had said of the change: the first characters of the commit messages, oldest first, by their hash. Null where the agent was told nothing.',
    ),
  sittings: z
    .array(agentRunSchema)
    .min(1)
    .describe('Agent runs behind the review, under their stored name; the file was finished in the last one.'),
});

/** Null for anything that was not written by `formatCachedReview`. */
export function parseCachedReview(written: string): DocumentOf<typeof cachedReviewSchema> | null {
  const { success, data } = cachedReviewSchema.safeParse(readJson(written));
  return success ? data : null;
}
