/**
 * Runs `runs list`: prints the stored runs of a folder (or of all, `--all`), newest first, of this machine or of a fleet. Imports few
 * modules, so that it starts fast. Called by run-command.ts.
 */

import { EXIT, ReviewError } from '../../errors.ts';
import { RUNS_SCHEMA } from '../../protocol/report/document-names.ts';
import { summarizeRun } from '../../protocol/report/run-summary.ts';
import type { RunSummary, RunsDocument } from '../../protocol/report/runs-document.ts';
import { type PageRequest, readRunPage } from '../../runs/store/list-runs.ts';
import type { Flags } from '../command-declaration.ts';
import { choosePage, formatTime, pageOf } from '../runs-page.ts';
import { findRoot, findStateDir } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

const DEFAULT_LIMIT = 20;

function readLimit(flags: Flags): number {
  if (flags.limit === undefined) return DEFAULT_LIMIT;
  const limit = Number(flags.limit);
  if (Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new ReviewError('bad-value', `--limit ${String(flags.limit)}: expected a whole number above 0.`);
}

export async function runRunsList(terminal: Terminal, _positional: readonly string[], flags: Flags): Promise<number> {
  const now = Date.now();
  const limit = readLimit(flags);
  const root = flags.all === true ? null : findRoot(terminal, flags);
  const document =
    flags.database === undefined
      ? listRuns(terminal, { root, limit, now })
      : await (await import('../fleet-runs.ts')).listFleetRuns(terminal, flags, root, limit);
  const ageOf = (run: RunSummary): number => Math.max(0, (now - Date.parse(run.started_at)) / 1000);
  terminal.stdout.write(await renderRuns(document, terminal, flags, ageOf));
  return EXIT.ok;
}

function listRuns(terminal: Terminal, asked: Omit<PageRequest, 'stateDir'>): RunsDocument {
  const { root } = asked;
  const page = readRunPage({ stateDir: findStateDir(terminal), ...asked });
  for (const warning of page.warnings) terminal.stderr.write(`warning: ${warning}\n`);
  return {
    schema: RUNS_SCHEMA,
    root,
    runs: page.runs.map((run) => summarizeRun(run, formatTime)),
    left_out: page.own - page.runs.length,
    elsewhere: page.all - page.own,
  };
}

async function renderRuns(
  document: RunsDocument,
  terminal: Terminal,
  flags: Flags,
  ageOf: (run: RunSummary) => number,
): Promise<string> {
  const format = choosePage(terminal, flags);
  if (format === 'json') return (await import('../../report/json-writer.ts')).writeJson(document);
  const [{ buildRunsPage }, { renderPage }, { describeAge, formatMoment }] = await Promise.all([
    import('../../report/pages/runs-page.ts'),
    import('../../report/render-page.ts'),
    import('../../report/runs-text.ts'),
  ]);
  // A page that is kept says when; one that is read now says how long ago.
  return format === 'terminal'
    ? renderPage(
        buildRunsPage(document, (run) => describeAge(ageOf(run))),
        format,
        pageOf(terminal, flags),
      )
    : renderPage(
        buildRunsPage(document, (run) => formatMoment(run.started_at)),
        'markdown',
        pageOf(terminal, flags),
      );
}
