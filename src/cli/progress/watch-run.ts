/**
 * Chooses and opens what shows a run on stderr: live rows on a terminal, timestamped lines elsewhere, JSON lines with `--verbose` away
 * from a terminal, nothing with `--quiet`. Returns the listener for events, calls and scans. Called by commands/playbook-command.ts
 * and commands/fleet-command.ts.
 */
import type { RunWatch } from '../../ports/telemetry.ts';
import type { FormatName } from '../../protocol/config/config-names.ts';
import type { RunWatcher } from '../../wiring/conduct.ts';
import type { Flags } from '../command-declaration.ts';
import type { Terminal } from '../streams.ts';
import { wantsColor, wantsLiveRows } from '../terminal-settings.ts';
import { describeCall, describeScan } from './effect-lines.ts';
import { createProgress } from './progress.ts';

/** On stderr, until the engine is done. */
export async function watchRun(terminal: Terminal, flags: Flags, format: FormatName): Promise<RunWatcher> {
  const screen = await openScreen(terminal, flags, format);
  const { call, scan, begin = () => undefined } = screen;
  return {
    emit: screen.emit,
    effects: flags.quiet === true ? null : { call, scan, begin },
    stop: () => screen.stop(),
    end: (ending) => screen.end(ending),
  };
}

type Screen = Omit<RunWatch, 'end'> & Pick<RunWatcher, 'stop' | 'end'>;

async function openScreen(terminal: Terminal, flags: Flags, format: FormatName): Promise<Screen> {
  const quiet = flags.quiet === true;
  const verbose = flags.verbose === true && !quiet;
  if (verbose && terminal.stderr.isTTY !== true) {
    const { createVerboseLog } = await import('./verbose-log.ts');
    return createVerboseLog({ stream: terminal.stderr, isDebug: flags.debug === true, now: () => performance.now() });
  }
  // Rows that are drawn again would tear a stream of events on the same screen, and leave no room for what is said at length.
  const isTorn = verbose || (format === 'jsonl' && terminal.stdout.isTTY === true);
  if (wantsLiveRows(terminal) && !isTorn && !quiet) return openLive(terminal, flags);
  const { emit, say, stop, scans } = createProgress({
    stream: terminal.stderr,
    quiet,
    verbose,
    now: () => performance.now(),
  });
  const sayMore = (line: string): void => {
    if (verbose) say(line);
  };
  return {
    emit,
    stop,
    call: (call) => sayMore(describeCall(call)),
    begin: scans.begin,
    scan: (scan) => {
      scans.end(scan);
      sayMore(describeScan(scan));
    },
    end: () => undefined,
  };
}

async function openLive(terminal: Terminal, flags: Flags): Promise<Screen> {
  const { createLiveRows } = await import('./live-rows.ts');
  const rows = createLiveRows({
    stream: terminal.stderr,
    color: wantsColor({ ...terminal, stdout: terminal.stderr }, flags),
    now: () => performance.now(),
  });
  return { ...rows, end: () => undefined };
}
