/** `review`: settings, engine, report, exit code. The report is written before anything is decided about the exit. */
import { runReview } from '../engine/run.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { Settings } from '../settings.ts';
import { createEnginePorts, createReviewRequest, limitTime } from '../wiring.ts';
import { endRun } from './end-run.ts';
import { loadCliSettings } from './load-settings.ts';
import { chooseFormat, readFileOutputs, renderFor, writeOutputs } from './outputs.ts';
import type { Flags } from './program.ts';
import { createProgress } from './progress.ts';
import { readSelection } from './selection.ts';
import type { Terminal } from './streams.ts';
import { wantsColor, wantsLiveRows } from './terminal-taste.ts';

export async function runReviewCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const outputs = readFileOutputs(flags);
  const selection = await readSelection(terminal, positional, flags);
  const settings = await loadCliSettings(terminal, flags, selection);
  await using _repository = settings.repository;
  const report = await watchReview(terminal, flags, settings, selection);
  const render = renderFor(report, terminal, flags);
  await writeOutputs(terminal, outputs, render.forFile);
  terminal.stdout.write(render.forScreen(chooseFormat(settings.config.format, terminal)));
  return endRun(terminal, report, settings.config);
}

async function watchReview(
  terminal: Terminal,
  flags: Flags,
  settings: Settings,
  selection: Parameters<typeof createReviewRequest>[1],
): Promise<ReportDocument> {
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
    return await runReview(
      createReviewRequest(settings, selection),
      await createEnginePorts(settings.repository, progress.emit, signal),
    );
  } finally {
    progress.stop();
  }
}
