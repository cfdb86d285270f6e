/**
 * Wraps the file index so that measuring files shows progress on stderr once it takes longer (a row on a terminal, lines elsewhere)
 * and ends when the user interrupts. Never writes to stdout. Called by refresh-index.ts and commands/plan-command.ts.
 */
import type { Index } from '../../ports/file-index.ts';
import type { Flags } from '../command-declaration.ts';
import type { Terminal } from '../streams.ts';
import { wantsLiveRows } from '../terminal-settings.ts';
import { formatClock } from './progress.ts';

/** Reading files waits for nothing: without a pause no signal would arrive. */
const PAUSE_MS = 200;
const QUIET_MS = 2000;
const LINE_MS = 15_000;

interface FileProgress {
  show(files: number, now: number): void;
  stop(): void;
}

function createFileProgress(terminal: Terminal, startedAt: number): FileProgress {
  const { stderr } = terminal;
  const isLive = wantsLiveRows(terminal);
  let nextAt = startedAt + (isLive ? QUIET_MS : LINE_MS);
  let isShown = false;
  return {
    show(files, now) {
      if (now < nextAt) return;
      nextAt = now + (isLive ? PAUSE_MS : LINE_MS);
      const [clock, text] = [formatClock(now - startedAt), `${files} files measured`];
      stderr.write(isLive ? `\r\u001b[K${clock} ${text}` : `[${clock}] ${text}\n`);
      isShown = isLive;
    },
    stop() {
      if (isShown) stderr.write('\r\u001b[K');
    },
  };
}

/** The same index; measuring ends with the reason of the signal once the user interrupts, and keeps what it has. */
export const watchIndex = (index: Index, terminal: Terminal, flags: Flags): Index => ({
  async *measure(snapshot, entries, signal) {
    const startedAt = performance.now();
    const progress = flags.quiet === true ? null : createFileProgress(terminal, startedAt);
    let files = 0;
    let pausedAt = startedAt;
    try {
      for await (const measured of index.measure(snapshot, entries, signal)) {
        files += 1;
        const now = performance.now();
        if (now - pausedAt >= PAUSE_MS) {
          pausedAt = now;
          progress?.show(files, now);
          await new Promise((resolve) => setImmediate(resolve));
          terminal.interrupt.throwIfAborted();
        }
        yield measured;
      }
    } finally {
      progress?.stop();
    }
  },
});
