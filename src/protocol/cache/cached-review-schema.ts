/** Reads back what is cached of a reviewed file. It comes from a store, so any text is checked. */

import { z } from 'zod';
import { DIMENSIONS } from '../findings/dimension.ts';
import { SEVERITIES } from '../findings/severity.ts';
import { readJson } from '../text/json-object.ts';
import type { CachedReview } from './cached-review.ts';

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

const agentRunSchema = z.strictObject({
  id: text,
  run: text,
  at: z.number(),
  calls: z.int().min(0),
  files: z.int().min(0),
  verdict: z.enum(['VETO', 'WARN', 'OK']).nullable(),
  vetoReasons: z.array(text),
  isExplained: z.boolean(),
  homeless: z.array(text),
});

export const cachedReviewSchema = z.strictObject({
  at: z.number(),
  claims: z.array(z.strictObject({ finding: findingSchema, model: text, rejection: optionalText })),
  delivered: z.array(z.strictObject({ start: line, end: line })).nullable(),
  depends: z.array(z.strictObject({ path: text, mark: optionalText })),
  said: z.strictObject({ chars: z.int().min(1), mark: text }).nullable(),
  sittings: z.array(agentRunSchema).min(1),
});

/** Null for anything that was not written by `formatCachedReview`. */
export function parseCachedReview(written: string): CachedReview | null {
  const { success, data } = cachedReviewSchema.safeParse(readJson(written));
  return success ? data : null;
}
