/** The plan document as a zod schema, equal to the type in plan-document.ts: the source of schemas/plan.schema.json. */
import { z } from 'zod';
import { DIMENSIONS } from '../findings/dimension.ts';
import { PLAN_SCHEMA } from './plan-document.ts';
import { budgetSchema, runSchema, scopeSchema } from './report-schema.ts';

const count = z.int().min(0);

export const planSchema = z
  .object({
    schema: z.literal(PLAN_SCHEMA),
    scope: scopeSchema,
    budget: budgetSchema,
    agents: z.array(
      z.object({
        agent: z.string(),
        budget_tokens: count,
        files: count.describe('Files assigned to it over all waves.'),
        dimensions: z.array(z.enum(DIMENSIONS)),
        model: z.string().nullable().describe('The model that will be asked; null for embedded reviewers.'),
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
      not_covered: z.array(z.string()).describe('Paths that the limits of the run will leave unreviewed.'),
      unpriced_agents: count.describe('Agents on models whose price nobody knows: cost_usd is without them.'),
      reused_calls: count.describe('Calls of earlier runs that will not be made again.'),
    }),
    run: runSchema.pick({ playbook: true, mode: true, model: true }),
    warnings: z.array(z.string()),
  })
  .describe('What a run would do, without doing it. Keys may be added at the end of an object.');
