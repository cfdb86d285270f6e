/**
 * Runs inside a child process of the analyzer pool: takes scan orders from a message port, runs them with the analyzers of this
 * process, reports which file it is at, sends the outcome, and asks the parent for files of the snapshot. Called by
 * wiring/serve-parent.ts.
 */

import type { Analyzer, AnalyzerOutcome } from '../../ports/analyzer.ts';
import type { Snapshot } from '../../ports/repository.ts';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import {
  createRemoteSnapshot,
  type FromProcess,
  limitOf,
  type ScanOrder,
  type SnapshotQuestion,
  type ToProcess,
} from './process-messages.ts';

export interface AnalyzerPort {
  onMessage(listen: (message: ToProcess) => void): void;
  send(message: FromProcess): void;
}

/** Ends the process where a piece of work takes more of the processor than it may, or does not end without it. */
export interface WorkWatch {
  begin(limitMs: number, stillMs: number): void;
  end(): void;
}

const BYTES_PER_MB = 1_000_000;
/** Of runs that take turns in one process; an editor makes a new one with every edit. */
const SNAPSHOTS_KEPT = 4;

export function serveAnalyzers(
  port: AnalyzerPort,
  openAnalyzers: (data: unknown) => readonly Analyzer[],
  watch: WorkWatch,
): void {
  const aborts = new Map<number, AbortController>();
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const snapshots = new Map<number, Snapshot>();
  const opened = new Map<string, readonly Analyzer[]>();

  const openSnapshot = ({ snapshot, facts }: ScanOrder): Snapshot => {
    const opened = getOrAdd(snapshots, snapshot, () =>
      createRemoteSnapshot(facts, (question) => ask(snapshot, question)),
    );
    const [oldest] = snapshots.keys();
    if (oldest !== undefined && snapshots.size > SNAPSHOTS_KEPT) snapshots.delete(oldest);
    return opened;
  };

  let calls = 0;
  const ask = (snapshot: number, question: SnapshotQuestion): Promise<unknown> => {
    const answer = Promise.withResolvers<unknown>();
    calls += 1;
    asked.set(calls, answer);
    port.send({ kind: 'ask', call: calls, snapshot, question });
    return answer.promise;
  };

  const findAnalyzer = ({ analyzer: name, data }: ScanOrder): Analyzer => {
    const analyzers = getOrAdd(opened, JSON.stringify(data) ?? '', () => openAnalyzers(data));
    const analyzer = analyzers.find((each) => each.name === name);
    if (!analyzer) throw new Error(`no analyzer is called ${name}`);
    return analyzer;
  };

  const scan = async (order: ScanOrder): Promise<void> => {
    const { job, files, prepareMs, stillMs } = order;
    const abort = new AbortController();
    aborts.set(job, abort);
    const begin = (path: string): void => {
      watch.begin(limitOf(order, path), stillMs);
      port.send({ kind: 'begin', job, path });
    };
    let outcome: AnalyzerOutcome;
    watch.begin(prepareMs, stillMs);
    try {
      outcome = await findAnalyzer(order).scan(files, openSnapshot(order), abort.signal, begin);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      outcome = { status: 'failed', reason, findings: [], unfinished: files.map(({ path }) => path) };
    }
    watch.end();
    aborts.delete(job);
    port.send({ kind: 'done', job, outcome, memoryMb: process.memoryUsage.rss() / BYTES_PER_MB });
  };

  port.onMessage((message) => {
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
