/**
 * The far side of the analyzer pool: runs the scans that arrive at a port with the analyzers of this thread, and asks back
 * for what only the starting thread can read. Knows nothing of who waits.
 */

import type { MessagePort } from 'node:worker_threads';
import type { Analyzer, AnalyzerOutcome } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { createRemoteSnapshot, type FromThread, type SnapshotQuestion, type ToThread } from './thread-messages.ts';

type ScanOrder = Extract<ToThread, { kind: 'scan' }>;

export function serveAnalyzers(port: MessagePort, analyzers: readonly Analyzer[]): void {
  const aborts = new Map<number, AbortController>();
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const snapshots = new Map<number, Snapshot>();
  const say = (message: FromThread): void => port.postMessage(message);

  const openSnapshot = ({ snapshot, facts }: ScanOrder): Snapshot =>
    getOrAdd(snapshots, snapshot, () => createRemoteSnapshot(facts, (question) => ask(snapshot, question)));

  let calls = 0;
  const ask = (snapshot: number, question: SnapshotQuestion): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    calls += 1;
    asked.set(calls, answer);
    say({ kind: 'ask', call: calls, snapshot, question });
    return answer.promise;
  };

  const scan = async (order: ScanOrder): Promise<void> => {
    const { job, analyzer: name, files } = order;
    const abort = new AbortController();
    aborts.set(job, abort);
    let outcome: AnalyzerOutcome;
    try {
      const analyzer = analyzers.find((each) => each.name === name);
      if (!analyzer) throw new Error(`no analyzer is called ${name}`);
      outcome = await analyzer.scan(files, openSnapshot(order), abort.signal);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      outcome = { status: 'failed', reason, findings: [], unfinished: files.map(({ path }) => path) };
    }
    aborts.delete(job);
    say({ kind: 'done', job, outcome });
  };

  port.on('message', (message: ToThread) => {
    if (message.kind === 'scan') void scan(message);
    else if (message.kind === 'abort') aborts.get(message.job)?.abort();
    else {
      const waiting = asked.get(message.call);
      asked.delete(message.call);
      if (message.error === null) waiting?.resolve(message.value);
      else waiting?.reject(new Error(message.error));
    }
  });
}
