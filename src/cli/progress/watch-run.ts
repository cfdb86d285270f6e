/**
 * Who watches a run of the command line: progress or, with `--verbose` away from a terminal, a structured log on stderr;
 * telemetry where an endpoint is configured. What nobody asked for is not loaded.
 */

import { ReviewError } from '../../errors.ts';
import type { Emit } from '../../ports/events.ts';
import type { EffectWatch, RunEnding, RunWatch } from '../../ports/telemetry.ts';
import type { FormatName } from '../../protocol/config/config-schema.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { readTelemetrySettings } from '../../telemetry/telemetry-settings.ts';
import { readVersion } from '../../version.ts';
import type { Flags } from '../program.ts';
import type { Terminal } from '../streams.ts';
import { wantsColor, wantsLiveRows } from '../terminal-settings.ts';
import { describeCall, describeScan } from './effect-lines.ts';
import { createProgress } from './progress.ts';

export interface RunWatchers {
  readonly emit: Emit;
  /** Null where nobody wants to know of calls and scans. */
  readonly effects: EffectWatch | null;
  /** The engine is done: no row is drawn any more. */
  stop(): void;
  /** The report is written. */
  end(report: ReportDocument): Promise<void>;
  fail(error: unknown): Promise<void>;
}

/** On stderr, until the engine is done. */
type Screen = Omit<RunWatch, 'end'> & { stop(): void; end(ending: RunEnding): void };

export async function watchRun(
  terminal: Terminal,
  flags: Flags,
  format: FormatName,
  /** Of a run that is made elsewhere the workers tell a collector. */
  { isElsewhere = false } = {},
): Promise<RunWatchers> {
  const screen = await openScreen(terminal, flags, format);
  const telemetry = isElsewhere ? null : await openRemote(terminal);
  const watchers = telemetry === null ? [screen] : [screen, telemetry];
  const isVerbose = flags.verbose === true && flags.quiet !== true;
  const end = async (ending: RunEnding): Promise<void> => {
    screen.end(ending);
    await telemetry?.end(ending);
  };
  return {
    emit: (event) => {
      for (const { emit } of watchers) emit(event);
    },
    effects:
      isVerbose || telemetry !== null
        ? {
            call: (call) => {
              for (const watcher of watchers) watcher.call(call);
            },
            scan: (scan) => {
              for (const watcher of watchers) watcher.scan(scan);
            },
          }
        : null,
    stop: screen.stop,
    end: (report) => end({ kind: 'report', report }),
    fail: (error) => end({ kind: 'failed', code: error instanceof ReviewError ? error.code : 'internal' }),
  };
}

async function openScreen(terminal: Terminal, flags: Flags, format: FormatName): Promise<Screen> {
  const quiet = flags.quiet === true;
  const verbose = flags.verbose === true && !quiet;
  if (verbose && terminal.stderr.isTTY !== true) {
    const { createVerboseLog } = await import('./verbose-log.ts');
    return createVerboseLog({ stream: terminal.stderr, isDebug: flags.debug === true, now: () => performance.now() });
  }
  const { emit, say, stop } = createProgress({
    stream: terminal.stderr,
    color: wantsColor({ ...terminal, stdout: terminal.stderr }, flags),
    quiet,
    verbose,
    // Rows that are drawn again would tear a stream of events on the same screen, and leave no room for what is said at length.
    live: wantsLiveRows(terminal) && !verbose && !(format === 'jsonl' && terminal.stdout.isTTY === true),
    now: () => performance.now(),
  });
  const sayMore = (line: string): void => {
    if (verbose) say(line);
  };
  return {
    emit,
    stop,
    call: (call) => sayMore(describeCall(call)),
    scan: (scan) => sayMore(describeScan(scan)),
    end: () => undefined,
  };
}

async function openRemote({ environment, stderr }: Terminal): Promise<RunWatch | null> {
  const settings = readTelemetrySettings(environment);
  if (settings === null) return null;
  const warn = (message: string): void => {
    stderr.write(`warning: ${message}\n`);
  };
  settings.warnings.forEach(warn);
  if (!(settings.traces || settings.metrics)) return null;
  const { openTelemetry } = await import('../../telemetry/open-telemetry.ts');
  return openTelemetry({ settings, version: readVersion(), warn });
}
