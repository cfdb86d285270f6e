/**
 * Turns a stored run into the entry that `runs list` and `runs show` print, with the command that began it as it could be typed
 * again, and counts its recorded steps. Called by cli/commands/runs-list-command.ts and cli/commands/runs-command.ts.
 */

import { quotePath } from '../coverage/follow-up.ts';
import { toSnakeKeys } from '../text/key-case.ts';
import type { RunDocument, RunSummary } from './runs-document.ts';
import type { ListedRun, RunCommand, StoredStep } from './stored-run.ts';

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
  usage: run.usage === null ? null : { ...toSnakeKeys(run.usage), unpriced_calls: run.usage.unpricedCalls ?? null },
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
  const parts = [...positional.map(quotePath), ...given.flatMap(([flag, value]) => formatFlag(flag, value))];
  return ['consensus-review', name, ...parts].join(' ');
}
