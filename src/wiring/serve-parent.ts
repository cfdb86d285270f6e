/** Serves analyzers to the process that started this one, under the limits it was started with; ends with it. */
import type { Analyzer } from '../ports/analyzer.ts';
import { type AnalyzerPort, serveAnalyzers } from '../reviewers/embedded/serve-analyzers.ts';
import { watchProcess } from './watch-process.ts';

export async function serveParent(openAnalyzers: (data: unknown) => readonly Analyzer[]): Promise<void> {
  const [parent = '', memoryMb = ''] = process.argv.slice(2);
  const early: unknown[] = [];
  const keep = (message: unknown): void => void early.push(message);
  process.on('message', keep);
  process.on('disconnect', () => process.exit(0));
  const watch = await watchProcess(Number(parent), Number(memoryMb));
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
