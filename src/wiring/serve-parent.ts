/**
 * Serves analyzers over the message channel to the process that started this one: requests in, findings out; starts the watch over
 * memory and time (watch-process.ts) unless the parent watches, and ends when the parent disconnects. Called by
 * serve-analyzer-list.ts.
 */
import { flushCompileCache } from 'node:module';
import type { Analyzer } from '../ports/analyzer.ts';
import { useTemporaryFolder } from '../repository/temporary-folder.ts';
import { type AnalyzerPort, serveAnalyzers, type WorkWatch } from '../reviewers/embedded/serve-analyzers.ts';

/** For a process that its parent watches over. */
const NO_WATCH: WorkWatch = { begin: () => undefined, end: () => undefined };

export async function serveParent(
  openAnalyzers: (data: unknown) => readonly Analyzer[],
  onLeave?: () => void,
): Promise<void> {
  const [parent = '', memoryMb = '', watched = '', temporary = ''] = process.argv.slice(2);
  useTemporaryFolder(temporary);
  const early: unknown[] = [];
  const keep = (message: unknown): void => void early.push(message);
  process.on('message', keep);
  process.on('disconnect', () => leave(onLeave));
  const watch =
    watched === 'outside'
      ? NO_WATCH
      : await (await import('./watch-process.ts')).watchProcess(Number(parent), Number(memoryMb));
  process.off('message', keep);
  const port: AnalyzerPort = {
    onMessage(listen) {
      process.on('message', listen);
      for (const message of early) listen(message as Parameters<typeof listen>[0]);
    },
    send: (message) => void process.send?.(message),
  };
  serveAnalyzers(port, openAnalyzers, watch);
}

/** Keeps its compiled code for the next process. The system frees memory faster than the engine would take itself apart. */
function leave(onLeave?: () => void): void {
  flushCompileCache();
  onLeave?.();
  process.kill(process.pid, 'SIGKILL');
}
