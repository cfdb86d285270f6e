/**
 * Declares in zod the plan document, `consensus-review/plan@1`: scope, agents, budgets and estimate of a run before any agent
 * starts; key order here is that of the JSON. Filled by engine/review/plan-review.ts and engine/audit/plan-document.ts, printed
 * by report/.
 */
import { z } from 'zod';
import type { DocumentOf } from '../text/document-of.ts';
import { count, dimensions, flag, text, texts } from './document.ts';
import { PLAN_SCHEMA } from './document-names.ts';
import { budgetSchema, runSchema, scopeSchema } from './report-document.ts';

const outgoingSchema = z.object({
  hosts: z.array(
    z.object({
      host: text
        .nullable()
        .describe('Host and port; null where a program of the user sends it, to wherever it is configured to.'),
      kind: z.enum(['model', 'program', 'embeddings', 'analyzer', 'telemetry']),
      name: text.describe('The model, the program, the analyzer or the variable that names the endpoint.'),
      gets: text.describe('What is sent, in words.'),
      local: flag.describe('The host is this machine.'),
    }),
  ),
  files: z
    .array(
      z.object({
        path: text,
        bytes: count.describe('Of the text as it is sent, with placeholders.'),
        secrets: count.describe('Different secrets that are replaced by placeholders.'),
      }),
    )
    .describe('Files whose text is given to models or programs.'),
  total_files: count,
  total_bytes: count.describe('Sum over files, each once. A conversation is sent again with every turn.'),
  on_request: texts.describe('Other files that models may read with their tools.'),
});

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
        window_tokens: count
          .nullable()
          .describe('Context window of the model, where it is known to bound the budget; null elsewhere.'),
      }),
    ),
    estimate: z.object({
      calls: count,
      shown_tokens: count.describe(
        'Tokens of the scope that a model is given: of a changed file its hunks with their functions and what these rest on.',
      ),
      input_tokens: count,
      output_tokens: count,
      cost_usd: z.number().min(0),
      waves: count,
      not_covered: texts.describe('Paths that the limits of the run will leave unreviewed.'),
      unpriced_agents: count.describe('Agents on models without a known price: cost_usd does not include them.'),
      reused_calls: count.describe('Calls of earlier runs that will not be made again.'),
      max_tokens: count.describe(
        'The most tokens the run can use over all turns, retries, waves, rounds and fallbacks, in and out: --max-tokens, else what the plan allows. The run stops there.',
      ),
      max_cost_usd: z.number().min(0).nullable().describe('--max-cost; null where no such limit is set.'),
    }),
    run: runSchema.pick({ playbook: true, mode: true, model: true }),
    warnings: texts,
    complete: z
      .boolean()
      .describe('False where --deadline ended the plan while the scope was read: files not yet found are not counted.'),
    outgoing: outgoingSchema
      .nullable()
      .describe('What the run would send, and where to; null without --show-outgoing.'),
    context: z
      .exactOptional(
        z.object({
          notes: z
            .array(
              z.object({
                path: text,
                tokens: count,
                shown_tokens: count.describe('Of these: what reviewers are given, the sections that matter most.'),
              }),
            )
            .describe(
              'Notes of the project (AGENTS.md and the like), of the base revision where a change is reviewed.',
            ),
          source: text.nullable().describe('The text of --context; null without one.'),
          points: count.describe('Points of that text that a model is asked about.'),
        }),
      )
      .describe('What reviewers on models are told beside the code; absent where none is asked.'),
  })
  .describe('What a run would do, without doing it. Keys may be added at the end of an object.');

export type PlanDocument = DocumentOf<typeof planSchema>;
