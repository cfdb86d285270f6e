/** The plan document, `consensus-review/plan@1`: everything up to dispatch. Key order here is that of the JSON. */
import { z } from 'zod';
import { count, type DocumentOf, dimensions, text, texts } from './document.ts';
import { PLAN_SCHEMA } from './document-names.ts';
import { budgetSchema, runSchema, scopeSchema } from './report-document.ts';

export const planSchema = z
  .object({
    schema: z.literal(PLAN_SCHEMA),
    scope: scopeSchema,
    budget: budgetSchema,
    agents: z.array(
      z.object({
        agent: text,
        budget_tokens: count,
        files: count.describe('Files assigned to it over all waves.'),
        dimensions: dimensions.describe('Empty in a review.'),
        model: text.nullable().describe('The model that will be asked; null for embedded reviewers.'),
        files_recalled: count.describe(
          'Of files: reviewed in an earlier run under the same conditions, not given again.',
        ),
      }),
    ),
    estimate: z.object({
      calls: count,
      input_tokens: count,
      output_tokens: count,
      cost_usd: z.number().min(0),
      waves: count,
      not_covered: texts.describe('Paths that the limits of the run will leave unreviewed.'),
      unpriced_agents: count.describe('Agents on models without a known price: cost_usd does not include them.'),
      reused_calls: count.describe('Calls of earlier runs that will not be made again.'),
    }),
    run: runSchema.pick({ playbook: true, mode: true, model: true }),
    warnings: texts,
  })
  .describe('What a run would do, without doing it. Keys may be added at the end of an object.');

export type PlanDocument = DocumentOf<typeof planSchema>;
