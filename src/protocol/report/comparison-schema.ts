/** The comparison of two runs as a zod schema: the source of schemas/comparison.schema.json. */
import { z } from 'zod';
import { COMPARISON_SCHEMA } from './comparison-document.ts';
import { findingSchema, runSchema, verdictSchema } from './report-schema.ts';

const text = z.string();
const count = z.int().min(0);

const run = z.object({
  id: text,
  playbook: runSchema.shape.playbook,
  mode: runSchema.shape.mode,
  model: text,
  selection: text,
  started_at: text,
  verdict: verdictSchema,
  complete: z.boolean(),
  findings: count.describe('That were neither rejected nor suppressed.'),
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

const entries = z.array(
  z.object({
    fingerprint: text,
    reason: text.nullable().describe('Why it stands where it stands, where that needs a word.'),
    before: finding.nullable().describe('As the first run has it; null where it does not.'),
    after: finding.nullable().describe('As the second run has it; null where it does not.'),
  }),
);

export const comparisonSchema = z
  .object({
    schema: z.literal(COMPARISON_SCHEMA),
    before: run,
    after: run,
    differences: z.array(text).describe('How the two runs differ beside what they found.'),
    counts: z.object({ new: count, newly_seen: count, fixed: count, unknown: count, still_there: count }),
    new: entries.describe('Only in the second run, and the first one had looked there.'),
    newly_seen: entries.describe('Only in the second run, and the first one had not looked there.'),
    fixed: entries.describe('Only in the first run, and the second one has looked there.'),
    unknown: entries.describe('Only in the first run, and the second one has not looked there.'),
    still_there: entries,
  })
  .describe('What changed from one run of consensus-review to another. Keys may be added at the end of an object.');
