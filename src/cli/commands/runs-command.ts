/**
 * Runs `runs show [RUN]`, which prints how one stored run ended and what it cost, and `runs compare A [B]`, which prints which
 * findings are new, fixed or unknown between two runs. No model is asked. Called by run-command.ts.
 */

import { EXIT } from '../../errors.ts';
import { FAIL_ON_LEVELS, type FailOn } from '../../protocol/findings/severity.ts';
import { RUN_SCHEMA } from '../../protocol/report/document-names.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { countSteps, summarizeRun } from '../../protocol/report/run-summary.ts';
import type { RunDocument } from '../../protocol/report/runs-document.ts';
import type { StoredRun } from '../../protocol/report/stored-run.ts';
import { writeJson } from '../../report/json-writer.ts';
import { buildRunPage, LEDGER_ELSEWHERE } from '../../report/pages/run-page.ts';
import { renderPage } from '../../report/render-page.ts';
import { findStoredRun } from '../../runs/find-stored-run.ts';
import type { Flags } from '../command-declaration.ts';
import { withRuns } from '../run-history.ts';
import { choosePage, formatTime, pageOf } from '../runs-page.ts';
import type { ReadableRuns } from '../select-runs.ts';
import { isReportFile, readReportFile, readStoredReport } from '../stored-report.ts';
import type { Terminal } from '../streams.ts';

export async function runRunsShow(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const document = await withRuns(terminal, flags, async ({ history, root }) => {
    const run = await findStoredRun(history, positional[0] ?? 'latest', root);
    return describeRun(history as ReadableRuns, run);
  });
  terminal.stdout.write(await renderRun(document, terminal, flags));
  return EXIT.ok;
}

async function renderRun(document: RunDocument, terminal: Terminal, flags: Flags): Promise<string> {
  const format = choosePage(terminal, flags);
  if (format === 'json') return writeJson(document);
  if (format !== 'csv') return renderPage(buildRunPage(document), format, pageOf(terminal, flags));
  // A table without rows would say that nothing was spent.
  if (document.ledger === null) terminal.stderr.write(`warning: ${LEDGER_ELSEWHERE}\n`);
  return (await import('../../report/ledger-csv.ts')).formatLedgerCsv(document.run.id, document.ledger);
}

async function describeRun(history: ReadableRuns, run: StoredRun): Promise<RunDocument> {
  const [steps, report] = await Promise.all([history.steps(run.id), history.report(run.id)]);
  const { openLedger } = await import('../open-ledger.ts');
  const { database } = run.command.flags;
  const fleet = typeof database === 'string' ? database : null;
  const whole = report === 'damaged' ? null : report;
  return {
    schema: RUN_SCHEMA,
    run: summarizeRun(run, formatTime),
    // Steps of a fleet's run lie in its database: none here does not mean that none was made.
    ledger: fleet !== null && whole === null ? null : await openLedger(history, run.id, steps, whole),
    journal: countSteps(steps),
    database: fleet,
  };
}

export async function runRunsCompare(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const failOn = readFailOn(flags);
  const [first = '', second = 'latest'] = positional;
  const { before, after } = await withRuns(terminal, flags, async ({ history, root }) => ({
    before: await openReport(terminal, history, first, root),
    after: await openReport(terminal, history, second, root),
  }));
  const [{ compareRuns }, { decideComparisonExit }, { buildComparisonPage }] = await Promise.all([
    import('../../protocol/report/compare-runs.ts'),
    import('../../protocol/report/exit-code.ts'),
    import('../../report/pages/comparison-page.ts'),
  ]);
  const comparison = compareRuns(before, after);
  const format = choosePage(terminal, flags) === 'terminal' ? 'terminal' : 'markdown';
  terminal.stdout.write(
    flags.format === 'json'
      ? writeJson(comparison)
      : await renderPage(buildComparisonPage(comparison), format, pageOf(terminal, flags)),
  );
  const fresh = [...comparison.new, ...comparison.newly_seen].flatMap((entry) => (entry.after ? [entry.after] : []));
  const exit = decideComparisonExit({ before, after, fresh, failOn, allowPartial: flags.allowPartial === true });
  if (exit.note !== null) terminal.stderr.write(`note: ${exit.note}\n`);
  if (exit.code !== EXIT.ok) terminal.stderr.write(`exit ${exit.code}: ${exit.reason}\n`);
  return exit.code;
}

const readFailOn = ({ failOn }: Flags): FailOn => FAIL_ON_LEVELS.find((level) => level === failOn) ?? 'never';

async function openReport(
  terminal: Terminal,
  history: ReadableRuns | null,
  name: string,
  root: string,
): Promise<ReportDocument> {
  if (isReportFile(name)) return readReportFile(terminal, name);
  const run = await findStoredRun(history, name, root);
  return readStoredReport(history as ReadableRuns, run);
}
