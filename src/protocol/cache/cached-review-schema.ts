/** Reads back what is remembered of a reviewed file. It comes from a store, so any text is checked. */
import { z } from 'zod';
import { DIMENSIONS } from '../findings/dimension.ts';
import { SEVERITIES } from '../findings/severity.ts';
import type { Recollection } from './cached-review.ts';

const text = z.string();
const line = z.int().min(1);
const words = text.nullable();

/** A claim as it was kept. */
export const findingSchema = z.strictObject({
  id: words,
  severity: z.enum(SEVERITIES),
  category: words,
  dimension: z.enum(DIMENSIONS).nullable(),
  cwe: words,
  file: words,
  line: z.int().nullable(),
  endLine: z.int().nullable(),
  title: text,
  issue: text,
  evidence: words,
  recommendation: words,
  references: z.array(text),
  related: z.array(text),
  source: words,
  sink: words,
  flow: words,
  impact: words,
  confidence: z.number().min(0).max(1),
  originallyTruncated: z.boolean(),
  rule: words,
  extra: z.record(text, z.unknown()),
});

const sittingSchema = z.strictObject({
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

export const recollectionSchema = z.strictObject({
  at: z.number(),
  claims: z.array(z.strictObject({ finding: findingSchema, model: text, rejection: words })),
  delivered: z.array(z.strictObject({ start: line, end: line })).nullable(),
  depends: z.array(z.strictObject({ path: text, mark: words })),
  sittings: z.array(sittingSchema).min(1),
});

/** Null for anything that was not written by `formatRecollection`. */
export function parseRecollection(written: string): Recollection | null {
  try {
    const { success, data } = recollectionSchema.safeParse(JSON.parse(written));
    return success ? data : null;
  } catch {
    return null;
  }
}
