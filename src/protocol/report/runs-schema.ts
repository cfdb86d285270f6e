/** What the commands on stored runs print, as zod schemas: the source of schemas/run.schema.json, runs and pruned. */
import { z } from 'zod';
import { ledgerEntrySchema, runSchema, verdictSchema } from './report-schema.ts';
import { PRUNED_SCHEMA, RUN_SCHEMA, RUNS_SCHEMA } from './run-summary.ts';
import { RUN_STATUSES } from './stored-run.ts';

const text = z.string();
const count = z.int().min(0);
const sums = ledgerEntrySchema.omit({ agent: true, model: true });

const summary = z.object({
  id: text,
  root: text.describe('Real path of the reviewed folder.'),
  playbook: runSchema.shape.playbook,
  mode: runSchema.shape.mode,
  model: text,
  selection: text,
  command: text.describe('The call that began it, ready for a shell.'),
  version: text.describe('Of the program that made it.'),
  started_at: text,
  finished_at: text.nullable(),
  status: z.enum(RUN_STATUSES),
  reason: text.nullable().describe('Why it is not finished.'),
  resumed: count,
  resumable: z.boolean(),
  complete: z.boolean().nullable(),
  verdict: verdictSchema.nullable(),
  exit_code: z.int().nullable(),
  findings: z
    .object({ CRITICAL: count, HIGH: count, MEDIUM: count, LOW: count })
    .nullable()
    .describe('Findings that count; null where there is no report.'),
  usage: sums
    .pick({
      input_tokens: true,
      output_tokens: true,
      cost_usd: true,
      calls: true,
      reused_calls: true,
      repeated_calls: true,
    })
    .extend({
      unpriced_calls: count
        .nullable()
        .describe('Of `calls`: models whose price nobody knows, not in cost_usd. Null where it was not written down.'),
    })
    .nullable(),
  has_report: z.boolean(),
});

export const runsSchema = z
  .object({
    schema: z.literal(RUNS_SCHEMA),
    root: text.nullable().describe('Whose runs are listed; null for all folders.'),
    runs: z.array(summary).describe('Newest first.'),
    left_out: count.describe('Runs beyond the limit.'),
    elsewhere: count.describe('Runs of other folders.'),
  })
  .describe('Stored runs of consensus-review. Keys may be added at the end of an object.');

const ledger = z.object({
  source: z
    .enum(['report', 'journal'])
    .describe('`report`: the account of the report. `journal`: added up from what was recorded before it broke off.'),
  total: sums,
  open_calls: count.describe('Calls that were under way when the run broke off: nobody knows what they cost.'),
  agents: z.array(z.object({ agent: text, ...sums.shape })),
  models: z.array(z.object({ model: text, ...sums.shape })),
  entries: z.array(ledgerEntrySchema).describe('Per agent and model.'),
});

export const storedRunSchema = z
  .object({
    schema: z.literal(RUN_SCHEMA),
    run: summary,
    ledger: ledger
      .nullable()
      .describe('Null of a run that was handed to a fleet and whose report is not here: what it cost is known there.'),
    journal: z.object({
      steps: count,
      calls: count,
      open: count.describe('Begun without a known end.'),
      bytes: count,
    }),
    database: text
      .nullable()
      .describe('The fleet that a run of this machine was handed to, without a password; null for all others.'),
  })
  .describe('One stored run of consensus-review with its ledger. Keys may be added at the end of an object.');

export const prunedSchema = z
  .object({
    schema: z.literal(PRUNED_SCHEMA),
    removed: z.boolean().describe('False where it was only shown.'),
    runs: z.array(text).describe('Ids of the runs that go, newest first.'),
    stripped: count.describe('Further runs of which only the raw answers go.'),
    bytes: count.describe('Given back to the disk; an estimate where nothing was removed.'),
    kept: count,
  })
  .describe('What `runs prune` removed, or would remove.');
