/**
 * Creates the `Terminal` (streams.ts) of this process: its streams, environment and folder, and an interrupt signal that fires at the
 * first Ctrl-C; the second ends the process at once. Also creates the last-resort handler. Called by start.ts.
 */

import { EXIT } from '../errors.ts';
import { readEnvironment } from '../wiring/environment.ts';
import { createLastResort, type LastResort } from './last-resort.ts';
import type { Terminal } from './streams.ts';

/** Whoever waits at a terminal can press again; whoever stops a build or a container is not waited for much longer than this. */
const TERMINAL_GRACE_MS = 30_000;
const GRACE_MS = 5000;
/** What a stopped run may take beyond that, to write its report. */
const REPORT_MS = 15_000;

/** What ends a process from outside. Windows has Ctrl-Break and a window that is closed; elsewhere `nohup` decides about a hangup. */
const listEndings = (platform: NodeJS.Platform): readonly NodeJS.Signals[] =>
  platform === 'win32' ? ['SIGTERM', 'SIGBREAK', 'SIGHUP'] : ['SIGTERM'];

export function createTerminal(
  exit: (code: number) => never,
  isDebug = false,
  platform = process.platform,
): Terminal & { readonly lastResort: LastResort } {
  const interruption = new AbortController();
  const graceMs = process.stderr.isTTY ? TERMINAL_GRACE_MS : GRACE_MS;
  let farewell = '';
  const onInterrupt = (): void => {
    if (interruption.signal.aborted) {
      process.stderr.write(farewell);
      exit(EXIT.interrupted);
    }
    const kept = farewell === '' ? '' : `: no new calls are made, calls in flight have ${graceMs / 1000} s to end`;
    process.stderr.write(`\ninterrupted${kept}; press Ctrl-C again to stop at once\n`);
    interruption.abort('interrupt');
  };
  process.on('SIGINT', onInterrupt);
  const lastResort = createLastResort({
    stderr: process.stderr,
    interrupt: interruption.signal,
    isDebug,
    graceMs: graceMs + REPORT_MS,
    stopRun: () => interruption.abort('fault'),
    exit,
  });
  return {
    lastResort,
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: readEnvironment(),
    workingDirectory: process.cwd(),
    startedAt: 0,
    interrupt: interruption.signal,
    graceMs,
    endNow: exit,
    onRun: lastResort.expectReport,
    fault: lastResort.fault,
    onStop: (message) => {
      // Only a run that has something to finish outlives it.
      if (farewell === '') for (const ending of listEndings(platform)) process.on(ending, onInterrupt);
      farewell = `${message}\n`;
    },
  };
}
