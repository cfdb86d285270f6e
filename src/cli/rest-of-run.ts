/**
 * Builds the call for `review --rest RUN`: paths of the files that a stored review left out or did not finish, with the scope and
 * reviewer flags of that run. Returns arguments and flags as if they had been typed. Called by read-run-call.ts.
 */
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import { toFilter } from '../protocol/coverage/follow-up.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import type { StoredRun } from '../protocol/report/stored-run.ts';
import { isHostModel } from '../protocol/reviewers/reviewer-models.ts';
import { findStoredRun } from '../runs/find-stored-run.ts';
import type { Flags } from './command-declaration.ts';
import { withRuns } from './run-history.ts';
import type { ReadableRuns } from './select-runs.ts';
import { readStoredReport } from './stored-report.ts';
import type { Terminal } from './streams.ts';

interface Call {
  readonly positional: readonly string[];
  readonly flags: Flags;
}

const SCOPES = ['all', 'staged', 'commit', 'base', 'head', 'diff', 'include', 'exclude'];

/** Scope and reviewers are those of the run; a flag of this call goes before the one of the run. */
export async function readRest(terminal: Terminal, { positional, flags: { rest, ...flags } }: Call): Promise<Call> {
  const named = [...(positional.length > 0 ? ['paths'] : []), ...SCOPES.filter((name) => flags[name] !== undefined)];
  if (named.length > 0)
    throw new ReviewError('bad-value', `--rest has the scope of its run; leave out ${named.join(' and ')}.`);
  const { run, report } = await withRuns(terminal, flags, async ({ history, root }) => {
    const found = await findStoredRun(history, String(rest), root);
    return { run: found, report: await readStoredReport(history as ReadableRuns, found) };
  });
  const paths = listRest(run, report);
  const kept = keepFlags(run);
  return report.scope.change
    ? { positional: [], flags: { ...kept, ...flags, include: paths.map(toFilter) } }
    : { positional: paths, flags: { ...kept, ...flags } };
}

/** Files that no reviewer or not every reviewer has reviewed. Those that are for none stay out. */
function listRest({ id, command }: StoredRun, { coverage, suggestions }: ReportDocument): readonly string[] {
  if (command.name === 'audit')
    throw new ReviewError('bad-value', `--rest ${id}: this run is an audit.`, {
      advice: 'The end of its report has the command for what is open, with --cells.',
    });
  if (command.flags.pr !== undefined || command.flags.diff === '-')
    throw new ReviewError('bad-value', `--rest ${id}: what it reviewed came from elsewhere and is not stored.`, {
      advice: suggestions[0] ?? 'Review it again as before.',
    });
  const paths = coverage.files
    .filter(({ status, reason }) => status !== 'reviewed' && reason !== 'not-assigned')
    .map(({ path }) => path);
  if (paths.length === 0)
    throw new ReviewError('empty-scope', `${id} left no file out.`, { advice: 'There is nothing left to review.' });
  return paths;
}

const TAKEN_OVER = [
  'staged',
  'commit',
  'base',
  'head',
  'reviewers',
  'reviewerModel',
  'panel',
  'fallback',
  'dimensions',
];

/** Of the run; names of files are relative to where it began. */
function keepFlags({ command: { flags, cwd } }: StoredRun): Flags {
  const place = (value: unknown): string => resolve(cwd, String(value));
  return {
    C: place(flags.C ?? '.'),
    ...Object.fromEntries(TAKEN_OVER.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]]))),
    ...(flags.model === undefined || isHostModel(String(flags.model)) ? {} : { model: flags.model }),
    ...(flags.diff === undefined ? {} : { diff: place(flags.diff) }),
    ...(flags.config === undefined ? {} : { config: place(flags.config) }),
  };
}
