/**
 * Declares in zod the document that a comparison of two runs gives, `consensus-review/comparison@1`; key order here is that of
 * the JSON. Made by compare-runs.ts, shown by report/pages/comparison-page.ts; scripts/generate-schemas.ts publishes its schema.
 */
import { z } from 'zod';
import type { DocumentOf } from '../text/document-of.ts';
import { count, flag, text, texts, verdict } from './document.ts';
import { COMPARISON_SCHEMA } from './document-names.ts';
import { findingSchema, runSchema, scopeSchema } from './report-document.ts';

const runOf = z.object({
  ...runSchema.pick({ id: true, playbook: true, mode: true, model: true }).shape,
  selection: scopeSchema.shape.selection,
  started_at: runSchema.shape.started_at,
  verdict,
  complete: flag,
  findings: count.describe('Findings that were neither rejected nor suppressed.'),
});

const finding = findingSchema.pick({
  id: true,
  severity: true,
  category: true,
  dimension: true,
  cwe: true,
  file: true,
  line: true,
  title: true,
  status: true,
  introduced: true,
});

const entrySchema = z.object({
  fingerprint: text,
  reason: text.nullable().describe('Why it is in this list, where that is not obvious.'),
  before: finding.nullable().describe('As the first run has it; null where it does not.'),
  after: finding.nullable().describe('As the second run has it; null where it does not.'),
});

const entries = z.array(entrySchema);

export const comparisonSchema = z
  .object({
    schema: z.literal(COMPARISON_SCHEMA),
    before: runOf,
    after: runOf,
    differences: texts.describe('How the two runs differ apart from their findings.'),
    counts: z.object({ new: count, newly_seen: count, fixed: count, unknown: count, still_there: count }),
    new: entries.describe('Only in the second run, and the first one had looked there.'),
    newly_seen: entries.describe('Only in the second run, and the first one had not looked there.'),
    fixed: entries.describe('Only in the first run, and the second one has looked there.'),
    unknown: entries.describe('Only in the first run, and the second one has not looked there.'),
    still_there: entries,
  })
  .describe('What changed from one run of consensus-review to another. Keys may be added at the end of an object.');

export type ComparisonDocument = DocumentOf<typeof comparisonSchema>;
export type ComparisonEntry = DocumentOf<typeof entrySchema>;
export type ComparedFinding = NonNullable<ComparisonEntry['before']>;
export type ComparedRun = ComparisonDocument['before'];
export type FindingChange = keyof ComparisonDocument['counts'];
