/**
 * Declares in zod what the commands on stored runs print: `runs list` (runs@1), `runs show` (run@1) and `runs prune` (pruned@1).
 * The types are used by cli/commands/ and report/; scripts/generate-schemas.ts publishes the schemas.
 */
import { z } from 'zod';
import type { DocumentOf } from '../text/document-of.ts';
import { count, flag, text, texts, verdict } from './document.ts';
import { PRUNED_SCHEMA, RUN_SCHEMA, RUNS_SCHEMA } from './document-names.ts';
import { ledgerEntrySchema, runSchema, usageSums } from './report-document.ts';
import { RUN_STATUSES } from './stored-run.ts';

const summarySchema = z.object({
  id: text,
  root: text.describe('Real path of the reviewed folder.'),
  playbook: runSchema.shape.playbook,
  mode: runSchema.shape.mode,
  model: text,
  selection: text,
  command: text.describe('The call that began it, ready for a shell.'),
  version: text.describe('Version of the program that made it.'),
  started_at: text,
  finished_at: text.nullable(),
  status: z.enum(RUN_STATUSES),
  reason: text.nullable().describe('Why it is not finished.'),
  resumed: count,
  resumable: flag.describe('Whether `resume` can continue it.'),
  complete: flag.nullable(),
  verdict: verdict.nullable(),
  exit_code: z.int().nullable(),
  findings: z
    .object({ CRITICAL: count, HIGH: count, MEDIUM: count, LOW: count })
    .nullable()
    .describe('Findings that count; null where there is no report.'),
  usage: usageSums
    .omit({ cached_input_tokens: true, reasoning_tokens: true, estimated_calls: true })
    .extend({
      unpriced_calls: count
        .nullable()
        .describe('Of `calls`: models without a known price, not in cost_usd. Null for runs of older versions.'),
    })
    .nullable(),
  has_report: flag.describe('Whether `report` can print it, whole or partial.'),
});

export const runsSchema = z
  .object({
    schema: z.literal(RUNS_SCHEMA),
    root: text.nullable().describe('Whose runs are listed; null for all folders.'),
    runs: z.array(summarySchema).describe('Newest first.'),
    left_out: count.describe('Runs beyond the limit.'),
    elsewhere: count.describe('Runs of other folders.'),
  })
  .describe('Stored runs of consensus-review. Keys may be added at the end of an object.');

const ledgerSchema = z.object({
  source: z
    .enum(['report', 'journal'])
    .describe('`report`: the account of the report. `journal`: added up from what was recorded before it broke off.'),
  total: usageSums,
  open_calls: count.describe('Calls that were under way when the run broke off: their cost is unknown.'),
  agents: z.array(z.object({ agent: text, ...usageSums.shape })),
  models: z.array(z.object({ model: text, ...usageSums.shape })),
  entries: z.array(ledgerEntrySchema).describe('Per agent and model.'),
});

export const storedRunSchema = z
  .object({
    schema: z.literal(RUN_SCHEMA),
    run: summarySchema,
    ledger: ledgerSchema
      .nullable()
      .describe('Null for a run that was handed to a fleet and whose report is not here: the fleet knows its cost.'),
    journal: z
      .object({
        steps: count,
        calls: count,
        open: count.describe('Begun without a known end.'),
        bytes: count,
      })
      .describe('What is recorded of it; all zero where the raw answers were deleted.'),
    database: text
      .nullable()
      .describe('The fleet that a run of this machine was handed to, without a password; null for all others.'),
  })
  .describe('One stored run of consensus-review with its ledger. Keys may be added at the end of an object.');

export const prunedSchema = z
  .object({
    schema: z.literal(PRUNED_SCHEMA),
    removed: flag.describe('False where it was only shown.'),
    runs: texts.describe('Ids of the runs that go, newest first.'),
    stripped: count.describe('Further runs of which only the raw answers go.'),
    bytes: count.describe('Freed disk space; an estimate where nothing was removed.'),
    kept: count,
  })
  .describe('What `runs prune` removed, or would remove.');

export type RunSummary = DocumentOf<typeof summarySchema>;
export type RunsDocument = DocumentOf<typeof runsSchema>;
export type RunLedger = DocumentOf<typeof ledgerSchema>;
export type RunDocument = DocumentOf<typeof storedRunSchema>;
