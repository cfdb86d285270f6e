/**
 * Writes the log of `--verbose` where stderr is no terminal: one JSON object per line for every event of the run, model call and
 * analyzer scan, with the sentence for people as `msg`. Created by watch-run.ts for a run and by watch-worker.ts for a worker.
 */

import { type Logger, pino } from 'pino';
import type { RunEnding, RunWatch } from '../../ports/telemetry.ts';
import { toEventDocument } from '../../protocol/report/event-document.ts';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { describeCall, describeScan, toCallRecord, toScanRecord } from './effect-lines.ts';
import { createThinning } from './event-stream.ts';
import { createHeartbeat, describe } from './progress.ts';

export interface VerboseLogOptions {
  readonly stream: { write(text: string): unknown };
  /** The progress of single agents too. */
  readonly isDebug: boolean;
  readonly now: () => number;
  /** Where it is known before anything happens. */
  readonly runId?: string;
}

export type VerboseLog = Omit<RunWatch, 'end'> & { stop(): void; end(ending: RunEnding): void };

const openLog = ({ stream, isDebug }: Pick<VerboseLogOptions, 'stream' | 'isDebug'>): Logger =>
  pino(
    {
      level: isDebug ? 'debug' : 'info',
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line: string) => void stream.write(line) },
  );

/** What a worker says of itself, in the same log. */
export function createWorkerLine(options: Pick<VerboseLogOptions, 'stream' | 'isDebug'>): (line: string) => void {
  const log = openLog(options);
  return (line) => log[line.startsWith('warning: ') ? 'warn' : 'info']({ event: 'worker' }, line);
}

export function createVerboseLog({ stream, isDebug, now, runId }: VerboseLogOptions): VerboseLog {
  let log = openLog({ stream, isDebug });
  if (runId !== undefined) log = log.child({ run: runId });
  const heartbeat = createHeartbeat(now, (line) => log.info({ event: 'heartbeat' }, line));
  // A worker waits for the next task: its silence says nothing.
  if (runId !== undefined) heartbeat.stop();
  const isDue = createThinning();
  return {
    emit: (event) => {
      heartbeat.watch(event);
      if (event.kind === 'run' && runId === undefined) log = log.child({ run: event.runId });
      if (!isDue(event)) return;
      heartbeat.beat();
      log[levelOf(event)](toEventDocument(event), describe(event, true) ?? nameOf(event));
    },
    call: (call) => {
      heartbeat.beat();
      const isWell = call.result === 'ended' && call.attempts.at(-1)?.error === null;
      log[isWell ? 'info' : 'warn'](toCallRecord(call), describeCall(call));
    },
    begin: heartbeat.scans.begin,
    scan: (scan) => {
      heartbeat.scans.end(scan);
      heartbeat.beat();
      log[scan.status === 'failed' ? 'warn' : 'info'](toScanRecord(scan), describeScan(scan));
    },
    stop: heartbeat.stop,
    end: (ending) => {
      if (ending.kind === 'left') return;
      if (ending.kind === 'failed') return log.error({ event: 'end', code: ending.code }, `failed: ${ending.code}`);
      const { verdict, complete, findings, usage } = ending.report;
      log.info(
        { event: 'end', verdict, complete, findings: findings.length, usage },
        `${verdict}, ${findings.length} findings${complete ? '' : ', incomplete'}`,
      );
    },
  };
}

const nameOf = (event: RunEvent): string => ('status' in event ? `${event.kind} ${event.status}` : event.kind);

function levelOf(event: RunEvent): 'debug' | 'info' | 'warn' {
  if (event.kind === 'truncation' || event.kind === 'retry') return 'warn';
  return event.kind === 'agent' && event.status === 'progress' && event.message === null ? 'debug' : 'info';
}
