/**
 * Composes what a report or plan says of files taken from earlier runs: a row per run, one note, and how many model calls they saved.
 * Called by compose-report.ts and plan-review.ts.
 */

import type { Payer } from '../../protocol/budget/usage-recorder.ts';
import { countReusedCalls } from '../../protocol/cache/cached-agent-runs.ts';
import type { ReportCachedRun } from '../../protocol/report/report-document.ts';
import type { CachedMember } from './cached-files.ts';

/** A file counts for the run that finished it. */
export function composeCached(members: readonly CachedMember[]): readonly ReportCachedRun[] {
  const rows = members.flatMap(({ label, files }) =>
    files.flatMap(({ path, review }) => review.sittings.slice(-1).map(({ run, at }) => ({ run, at, path, label }))),
  );
  return [...Map.groupBy(rows, ({ run }) => run)]
    .map(([run, own]) => ({
      run,
      started_at: new Date(Math.min(...own.map(({ at }) => at))).toISOString(),
      files: new Set(own.map(({ path }) => path)).size,
      agents: [...new Set(own.map(({ label }) => label))].sort(),
    }))
    .sort((a, b) => (a.started_at + a.run < b.started_at + b.run ? -1 : 1));
}

/** Calls that stand behind what each agent was not given. */
export const listReused = (members: readonly CachedMember[]): readonly (Payer & { readonly calls: number })[] =>
  members.map(({ agent, model, files }) => ({
    agent,
    model: model ?? '',
    calls: countReusedCalls(files.map(({ review }) => review)),
  }));

export const countReused = (members: readonly CachedMember[]): number =>
  listReused(members).reduce((sum, { calls }) => sum + calls, 0);

const MOST_NAMED = 3;

/** Empty where nothing was cached. */
export function noteCached(members: readonly CachedMember[]): readonly string[] {
  const runs = composeCached(members).map(({ run }) => run);
  if (runs.length === 0) return [];
  const files = new Set(members.flatMap((member) => member.files.map(({ path }) => path))).size;
  const named = runs.slice(-MOST_NAMED).join(', ');
  const more = runs.length > MOST_NAMED ? ` and ${runs.length - MOST_NAMED} more` : '';
  return [
    `♻️ ${files} ${files === 1 ? 'file was' : 'files were'} taken from ${runs.length === 1 ? 'run' : 'runs'} ${named}${more}: reviewed before with the same reviewer, model, prompt and rules (--no-reuse reviews them again)`,
  ];
}
