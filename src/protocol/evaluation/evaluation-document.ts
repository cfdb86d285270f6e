/**
 * Declares in zod what `evaluate -f json` prints: scores by budget and what each review found. Written by report/evaluation.ts;
 * scripts/generate-schemas.ts publishes its JSON Schema.
 */
import { z } from 'zod';
import { count, flag, ratio, text } from '../report/document.ts';
import { EVALUATION_SCHEMA } from '../report/document-names.ts';
import type { DocumentOf } from '../text/document-of.ts';

const amount = z.number().min(0);
const budget = count.nullable().describe('Tokens a review might use; null without a limit.');

const scoreSchema = z.object({
  budget_tokens: budget,
  changes: count,
  failed: count.describe('Changes that could not be reviewed; their labels count as missed.'),
  labels: count,
  found: count.describe('Labels that a finding met.'),
  false_alarms: count.describe('Findings that met no label.'),
  precision: ratio,
  recall: ratio,
  f1: ratio,
  coverage: ratio.describe('Share of changes that were reviewed completely.'),
  tokens: count,
  cost_usd: amount,
  unpriced_calls: count.describe('Calls of models without a known price, not in `cost_usd`.'),
  seconds: amount,
});

const reviewSchema = z.object({
  change: text,
  model: text.nullable().describe('Who reviewed; null where there is no review.'),
  budget_tokens: budget,
  findings: z.array(z.object({ path: text, start_line: count, end_line: count, title: text })),
  tokens: count,
  cost_usd: amount,
  ms: amount,
  complete: flag,
  error: text.nullable().describe('Why there is no review.'),
});

export const evaluationSchema = z
  .object({
    schema: z.literal(EVALUATION_SCHEMA),
    dataset: text,
    model: text,
    complete: flag.describe(
      'False where the evaluation was interrupted, or the judge gave no usable answer on a review.',
    ),
    scores: z.array(scoreSchema).describe('One for each budget, ascending, without a limit last.'),
    runs: z.array(reviewSchema),
    judge: z
      .object({
        model: text,
        judged: count.describe('Reviews on whose findings it has said which labels they mean.'),
        unjudged: count.describe('Reviews on which it gave no usable answer; lines and words decided there.'),
        input_tokens: count.describe('Of questions asked now; answers that were kept cost nothing.'),
        output_tokens: count,
      })
      .nullable()
      .describe('Who judged; null where lines and words decided.'),
  })
  .describe('An evaluation of reviews on changes with known problems. Keys may be added at the end of an object.');

export type EvaluationDocument = DocumentOf<typeof evaluationSchema>;
