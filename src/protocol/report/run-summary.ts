/** A stored run in the names of the wire, as `runs list` and `runs show` print it, and how the call that began it is written. */

import type { RunLedger } from '../budget/run-ledger.ts';
import { quotePath } from '../coverage/follow-up.ts';
import type { SeverityCounts } from '../findings/severity.ts';
import type { ReportUsage, Verdict } from './report-document.ts';
import type { ListedRun, RunCommand, RunStatus, StoredStep } from './stored-run.ts';

export const RUNS_SCHEMA = 'consensus-review/runs@1';
export const RUN_SCHEMA = 'consensus-review/run@1';
export const PRUNED_SCHEMA = 'consensus-review/pruned@1';

export interface RunSummary {
  readonly id: string;
  readonly root: string;
  readonly playbook: ListedRun['playbook'];
  readonly mode: ListedRun['mode'];
  readonly model: string;
  readonly selection: string;
  readonly command: string;
  readonly version: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly status: RunStatus;
  readonly reason: string | null;
  readonly resumed: number;
  /** Whether `resume` can go on with it. */
  readonly resumable: boolean;
  readonly complete: boolean | null;
  readonly verdict: Verdict | null;
  readonly exit_code: number | null;
  /** That count, by severity; null where there is no report. */
  readonly findings: SeverityCounts | null;
  readonly usage:
    | (Pick<
        ReportUsage,
        'input_tokens' | 'output_tokens' | 'cost_usd' | 'calls' | 'reused_calls' | 'repeated_calls'
      > & {
        /** Of `calls`: not in the cost. Null of a run that was kept before this was counted. */
        readonly unpriced_calls: number | null;
      })
    | null;
  /** Whether `report` can print it, whole or partial. */
  readonly has_report: boolean;
}

export interface RunsDocument {
  readonly schema: typeof RUNS_SCHEMA;
  /** Whose runs are listed; null for those of all folders. */
  readonly root: string | null;
  /** Newest first. */
  readonly runs: readonly RunSummary[];
  /** Runs beyond the limit. */
  readonly left_out: number;
  /** Runs of other folders. */
  readonly elsewhere: number;
}

export interface RunDocument {
  readonly schema: typeof RUN_SCHEMA;
  readonly run: RunSummary;
  /** Null where it is known only to the fleet that the run was handed to. */
  readonly ledger: RunLedger | null;
  /** What is recorded of it; all zero where the raw answers were let go. */
  readonly journal: {
    readonly steps: number;
    readonly calls: number;
    /** Begun without a known end. */
    readonly open: number;
    readonly bytes: number;
  };
  /** The fleet that a run of this machine was handed to; null for all others. */
  readonly database: string | null;
}

/** Milliseconds as ISO 8601; the caller has the calendar. */
export type FormatTime = (ms: number) => string;

export const summarizeRun = (run: ListedRun, formatTime: FormatTime): RunSummary => ({
  id: run.id,
  root: run.root,
  playbook: run.playbook,
  mode: run.mode,
  model: run.model,
  selection: run.selection,
  command: formatCommand(run.command),
  version: run.version,
  started_at: formatTime(run.startedAt),
  finished_at: run.finishedAt === null ? null : formatTime(run.finishedAt),
  status: run.status,
  reason: run.reason,
  resumed: run.resumed,
  resumable: run.status === 'interrupted' || run.status === 'failed',
  complete: run.complete,
  verdict: run.verdict,
  exit_code: run.exitCode,
  findings: run.counts,
  usage:
    run.usage === null
      ? null
      : {
          input_tokens: run.usage.inputTokens,
          output_tokens: run.usage.outputTokens,
          cost_usd: run.usage.costUsd,
          calls: run.usage.calls,
          reused_calls: run.usage.reusedCalls,
          repeated_calls: run.usage.repeatedCalls,
          unpriced_calls: run.usage.unpricedCalls ?? null,
        },
  has_report: run.hasReport,
});

export const countSteps = (steps: readonly StoredStep[]): RunDocument['journal'] => ({
  steps: steps.length,
  calls: steps.filter(({ kind }) => kind === 'call').length,
  open: steps.filter(({ doneAt }) => doneAt === null).length,
  bytes: steps.reduce((sum, { bytes }) => sum + bytes, 0),
});

const toKebab = (name: string): string => name.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);

function formatFlag(name: string, value: unknown): readonly string[] {
  const flag = name.length === 1 ? `-${name}` : `--${toKebab(name)}`;
  if (value === true) return [flag];
  if (value === false) return [`--no-${toKebab(name)}`];
  if (Array.isArray(value)) return value.flatMap((item) => formatFlag(name, item));
  return typeof value === 'string' || typeof value === 'number' ? [flag, quotePath(String(value))] : [];
}

/** `--no-color` and `--no-reuse` make commander say yes to the rest; nobody typed that, and nobody can. */
const ON_BY_DEFAULT: ReadonlySet<string> = new Set(['color', 'reuse']);

/** The call as it could be typed again; what commander sets by itself is left out. */
export function formatCommand({ name, positional, flags }: RunCommand): string {
  const given = Object.entries(flags).filter(([flag, value]) => !(value === true && ON_BY_DEFAULT.has(flag)));
  const words = [...positional.map(quotePath), ...given.flatMap(([flag, value]) => formatFlag(flag, value))];
  return ['consensus-review', name, ...words].join(' ');
}
