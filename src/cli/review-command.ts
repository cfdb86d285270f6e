/** `review`: settings, engine, report, exit code. The report is written before anything is decided about the exit. */
import { runReview } from '../engine/run.ts';
import { ReviewError } from '../errors.ts';
import { decideExit } from '../protocol/exit-code.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { renderReport } from '../report/formats.ts';
import { chooseFormat, readFileOutputs, writeOutputs } from './outputs.ts';
import { createProgress } from './progress.ts';
import type { Flags } from './program.ts';
import { readSelection } from './selection.ts';
import { loadSettings, type Settings } from './settings.ts';
import type { Terminal } from './streams.ts';
import { wantsColor, wantsLiveRows } from './terminal-taste.ts';
import { createEnginePorts, createReviewRequest, limitTime } from './wiring.ts';

export async function runReviewCommand(terminal: Terminal, positional: readonly string[], flags: Flags): Promise<number> {
  const outputs = readFileOutputs(flags);
  const selection = await readSelection(terminal, positional, flags);
  const settings = await loadSettings(terminal, flags, selection);
  await using _repository = settings.repository;
  const format = chooseFormat(settings.config.format, terminal);
  const report = await watchReview(terminal, flags, settings, selection);
  const render = (name: typeof format): string =>
    renderReport(name, report, { color: name === 'terminal' && wantsColor(terminal, flags), width: terminal.stdout.columns ?? 100, verbose: flags.verbose === true });
  await writeOutputs(terminal, outputs, (name) => renderReport(name, report, { color: false, width: 100, verbose: flags.verbose === true }));
  terminal.stdout.write(render(format));
  return endRun(terminal, report, settings);
}

async function watchReview(terminal: Terminal, flags: Flags, settings: Settings, selection: Parameters<typeof createReviewRequest>[1]): Promise<ReportDocument> {
  const progress = createProgress({
    stream: terminal.stderr,
    color: wantsColor({ ...terminal, stdout: terminal.stderr }, flags),
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
    live: wantsLiveRows(terminal),
    now: () => performance.now(),
  });
  try {
    const signal = limitTime(terminal.interrupt, settings.config.deadlineMs);
    return await runReview(createReviewRequest(settings, selection), await createEnginePorts(settings.repository, progress.emit, signal));
  } finally {
    progress.stop();
  }
}

/** Says on stderr why the code is not 0, since standard output may be a machine's. */
function endRun(terminal: Terminal, report: ReportDocument, { config }: Settings): number {
  const exit = decideExit({
    verdict: report.verdict,
    complete: report.complete,
    findings: report.findings,
    failOn: config.failOn,
    allowPartial: config.allowPartial,
    usable: report.agents.some((agent) => agent.status !== 'failed'),
    interrupted: terminal.interrupt.aborted,
  });
  if (exit.code === 4) throw new ReviewError('no-usable-result', exit.reason);
  if (exit.code !== 0 || !report.complete) terminal.stderr.write(`exit ${exit.code}: ${exit.reason}\n`);
  if (exit.code === 130) terminal.stderr.write('Run the same command again to review the rest.\n');
  return exit.code;
}
