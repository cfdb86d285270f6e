/** Stored runs that formats are tested with: whole and partial, under way, interrupted and failed, some of them hostile. */

import { RUN_SCHEMA, RUNS_SCHEMA } from '../../src/protocol/report/document-names.ts';
import { readLedger, sumJournal } from '../../src/protocol/report/run-ledger.ts';
import type { RunDocument, RunSummary, RunsDocument } from '../../src/protocol/report/runs-document.ts';
import { sampleReports } from './sample-reports.ts';

export const buildSummary = (said: Partial<RunSummary> = {}): RunSummary => ({
  id: '20261115T230741Z-4f2a9c',
  root: '/home/ada/shop',
  playbook: 'review',
  mode: 'review',
  model: 'embedded',
  selection: 'working tree against main',
  command: 'consensus-review review',
  version: '0.1.0',
  started_at: '2026-11-15T23:07:41.000Z',
  finished_at: '2026-11-15T23:07:45.200Z',
  status: 'finished',
  reason: null,
  resumed: 0,
  resumable: false,
  complete: true,
  verdict: 'WARN',
  exit_code: 0,
  findings: { CRITICAL: 0, HIGH: 2, MEDIUM: 11, LOW: 3 },
  usage: {
    input_tokens: 0,
    output_tokens: 0,
    cost_usd: 0,
    calls: 0,
    reused_calls: 0,
    repeated_calls: 0,
    unpriced_calls: 0,
  },
  has_report: true,
  ...said,
});

const BROKEN_OFF = { complete: null, verdict: null, exit_code: null, findings: null, usage: null } as const;

const interrupted = buildSummary({
  id: '20261115T221500Z-00aa11',
  status: 'interrupted',
  reason: 'its process ended before the run was finished',
  resumed: 2,
  resumable: true,
  model: 'anthropic/claude-sonnet-4-5',
  command: "consensus-review review 'my dir' --model anthropic/claude-sonnet-4-5",
  finished_at: null,
  has_report: false,
  ...BROKEN_OFF,
});

const audit = buildSummary({
  id: '20261114T091200Z-8812be',
  playbook: 'audit',
  mode: 'deep',
  model: 'anthropic/claude-sonnet-4-5',
  selection: 'whole folder',
  command: 'consensus-review audit --all --mode deep',
  verdict: 'VETO',
  complete: false,
  exit_code: 1,
  findings: { CRITICAL: 1, HIGH: 0, MEDIUM: 0, LOW: 120 },
  usage: {
    input_tokens: 51200,
    output_tokens: 4100,
    cost_usd: 0.2145,
    calls: 14,
    reused_calls: 2,
    repeated_calls: 0,
    unpriced_calls: 0,
  },
});

export const sampleRuns: RunsDocument = {
  schema: RUNS_SCHEMA,
  root: '/home/ada/shop',
  runs: [
    buildSummary({
      id: '20261115T233000Z-c0ffee',
      status: 'running',
      finished_at: null,
      has_report: false,
      ...BROKEN_OFF,
    }),
    buildSummary(),
    interrupted,
    buildSummary({
      id: '20261115T200000Z-0dd0dd',
      verdict: 'OK',
      findings: { CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 },
    }),
    audit,
    buildSummary({
      id: '20261113T000000Z-bad000',
      selection: 'a\u001b[2Jb|c',
      status: 'failed',
      reason: 'no agent gave a usable result',
      usage: {
        input_tokens: 900,
        output_tokens: 9,
        cost_usd: 0,
        calls: 1,
        reused_calls: 0,
        repeated_calls: 0,
        unpriced_calls: 1,
      },
      verdict: null,
      findings: null,
    }),
  ],
  left_out: 994,
  elsewhere: 3,
};

/** Seconds since each of them began. */
export const sampleAges: Readonly<Record<string, number>> = {
  '20261115T233000Z-c0ffee': 12,
  '20261115T230741Z-4f2a9c': 25 * 60,
  '20261115T221500Z-00aa11': 5000,
  '20261115T200000Z-0dd0dd': 4 * 3600,
  '20261114T091200Z-8812be': 2 * 86_400,
  '20261113T000000Z-bad000': 40 * 86_400,
};

const usageOf = (inputTokens: number, outputTokens: number) => ({
  inputTokens,
  cachedInputTokens: 100,
  cacheWriteInputTokens: 0,
  outputTokens,
  isEstimated: false,
});

export const sampleRunDocuments: Readonly<Record<'finished' | 'interrupted' | 'embedded' | 'fleet', RunDocument>> = {
  finished: {
    schema: RUN_SCHEMA,
    run: audit,
    ledger: readLedger(sampleReports.audit),
    journal: { steps: 48, calls: 14, open: 0, bytes: 1_240_000 },
    database: null,
  },
  interrupted: {
    schema: RUN_SCHEMA,
    run: interrupted,
    ledger: sumJournal({
      calls: [
        {
          key: '1/security-reviewer/1',
          attempts: [
            {
              model: 'anthropic/claude-sonnet-4-5',
              outcome: {
                kind: 'replied',
                text: '',
                toolCalls: [],
                usage: usageOf(12_000, 800),
                mayBeBilled: true,
              } as never,
            },
          ],
        },
      ],
      openCalls: 1,
      priceOf: () => ({ input: 3, cached: 0.3, write: 3.75, output: 15, contextTokens: null, maxOutputTokens: null }),
    }),
    journal: { steps: 9, calls: 2, open: 1, bytes: 52_100 },
    database: null,
  },
  embedded: {
    schema: RUN_SCHEMA,
    run: buildSummary({ resumed: 1 }),
    ledger: readLedger(sampleReports.complete),
    journal: { steps: 0, calls: 0, open: 0, bytes: 0 },
    database: null,
  },
  fleet: {
    schema: RUN_SCHEMA,
    run: { ...interrupted, has_report: false },
    ledger: null,
    journal: { steps: 0, calls: 0, open: 0, bytes: 0 },
    database: 'postgresql://db/reviews',
  },
};
