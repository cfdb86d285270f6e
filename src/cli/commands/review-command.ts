/** `review`: settings, engine, report, exit code. The report is written before anything is decided about the exit. */
import { runReview } from '../../engine/review/run-review.ts';
import { ReviewError } from '../../errors.ts';
import type { Selection } from '../../ports/repository.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { nameModels } from '../../protocol/reviewers/reviewer-models.ts';
import { findClosestName } from '../../protocol/text/closest-name.ts';
import { createGracefulStop, type GracefulStop } from '../../runs/graceful-stop.ts';
import type { OpenTape } from '../../runs/open-recording.ts';
import {
  narrowPorts,
  narrowRequest,
  type ReviewDimensions,
  readReviewDimensions,
} from '../../wiring/review-dimensions.ts';
import { createEnginePorts, createReviewRequest, limitTime } from '../../wiring/review-ports.ts';
import type { Settings } from '../../wiring/settings.ts';
import type { ClaimedRun } from '../../wiring/stored-runs.ts';
import { COMMAND_NAMES } from '../command-names.ts';
import { closeRun } from '../end-run.ts';
import { failKeptRun, openKeptRun } from '../kept-run.ts';
import { leaveOutOwn, loadCliSettings } from '../load-settings.ts';
import { openReuse, warnOfReuse } from '../open-reuse.ts';
import { openStore, warnOfStore } from '../open-store.ts';
import { chooseFormat, probeOutputs, readFileOutputs } from '../outputs.ts';
import type { Flags } from '../program.ts';
import { type EventStream, openEventStream, tellAll } from '../progress/event-stream.ts';
import { type RunWatchers, watchRun } from '../progress/watch-run.ts';
import { flagsOf, openRecording, openReplay } from '../recording-flags.ts';
import { readSelection } from '../selection.ts';
import type { Terminal } from '../streams.ts';

export async function runReviewCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
  claimed: ClaimedRun | null = null,
): Promise<number> {
  const outputs = readFileOutputs(flags);
  await probeOutputs(terminal, outputs);
  const selection = claimed?.selection ?? (await readSelection(terminal, positional, flags));
  const replay = openReplay(terminal, flags);
  const settings = await loadCliSettings(terminal, flagsOf(replay, flags), selection);
  await using _repository = settings.repository;
  const dimensions = readReviewDimensions(flagsOf(replay, flags));
  if (flags.database !== undefined) {
    if (dimensions !== null)
      throw new ReviewError(
        'not-available',
        '--dimensions limits a review on this machine only, not one with --database.',
      );
    const { runOnFleet } = await import('./fleet-command.ts');
    return await runOnFleet(terminal, { playbook: 'review', settings, selection, positional, flags, outputs });
  }
  const model = nameModels(settings.config);
  const command = { name: 'review', positional, flags } as const;
  const playbook = { name: 'review', mode: 'review', model } as const;
  const stop = createGracefulStop(terminal.interrupt, { graceMs: terminal.graceMs ?? 0 });
  const signal = limitTime(stop.signal, settings.config.deadlineMs);
  const kept = await openKeptRun(terminal, { command, playbook, settings, selection, claimed, signal });
  const tape = replay ?? openRecording(terminal, flags, model, kept.tape);
  const format = chooseFormat(settings.config.format, terminal);
  using stream = openEventStream(terminal, format, outputs);
  const watch = await watchRun(terminal, flags, format);
  const asked = {
    flags,
    dimensions,
    settings: leaveOutOwn(terminal, settings, flags),
    selection,
    tape,
    stream,
    watch,
    guard: stop.guard,
    signal: kept.signal,
  };
  try {
    const report = kept.check(await watchReview(terminal, asked));
    tape?.end(Date.parse(report.run.finished_at));
    const code = await closeRun(terminal, flags, report, { format, outputs, stream, kept, config: settings.config });
    await watch.end(report);
    return code;
  } catch (thrown) {
    const error = await failKeptRun(terminal, kept, thrown);
    stream.fail(error);
    await watch.fail(error);
    throw suggestCommand(error, positional);
  }
}

interface AskedReview {
  readonly flags: Flags;
  readonly dimensions: ReviewDimensions;
  readonly settings: Settings;
  readonly selection: Selection;
  readonly tape: OpenTape | null;
  readonly stream: EventStream;
  readonly watch: RunWatchers;
  readonly guard: GracefulStop['guard'];
  readonly signal: AbortSignal;
}

async function watchReview(
  terminal: Terminal,
  { flags, dimensions, settings, selection, tape, stream, watch, guard, signal }: AskedReview,
): Promise<ReportDocument> {
  using store = await openStore(terminal, settings.repository);
  using reuse = await openReuse(terminal, flags, settings);
  try {
    const ports = await createEnginePorts({
      settings,
      selection,
      environment: terminal.environment,
      store,
      tape,
      emit: tellAll(stream, watch),
      watch: watch.effects,
      reuse: reuse?.reuse ?? null,
      guard,
      signal,
    });
    const request = narrowRequest(createReviewRequest(settings, selection), dimensions);
    return await runReview(request, narrowPorts(ports, dimensions));
  } finally {
    watch.stop();
    warnOfStore(terminal, store);
    warnOfReuse(terminal, reuse);
  }
}

/** A misspelled command arrives here as a path that does not exist. */
function suggestCommand(error: unknown, positional: readonly string[]): unknown {
  const meant = findClosestName(positional[0] ?? '', COMMAND_NAMES);
  if (!(error instanceof ReviewError) || error.code !== 'path-not-found' || meant === null) return error;
  return new ReviewError(error.code, error.detail, {
    cause: error,
    advice: `Did you mean the command \`${meant}\`? ${error.advice}`,
  });
}
