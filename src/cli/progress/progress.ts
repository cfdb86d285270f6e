/**
 * Writes the progress of a run to stderr as timestamped lines, with a "still working" line after silence (`createHeartbeat`), and
 * turns each event into its sentence (`describe`), which verbose-log.ts and live-rows.ts use too. Created by watch-run.ts. Live rows
 * are in live-rows.ts.
 */
import type { Emit } from '../../ports/events.ts';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { toLine } from '../../report/plain-text.ts';
import { describeAudit } from './audit-progress.ts';
import { createRunningScans, type RunningScans } from './running-scans.ts';

export interface ProgressOptions {
  readonly stream: { write(text: string): unknown };
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly now: () => number;
}

export interface Progress extends Pick<Heartbeat, 'scans'> {
  readonly emit: Emit;
  /** A line of its own, where there are lines. */
  say(line: string): void;
  /** Stops the heartbeat. */
  stop(): void;
}

type AgentEvent = Extract<RunEvent, { kind: 'agent' }>;

const HEARTBEAT_MS = 15_000;

export function createProgress(options: ProgressOptions): Progress {
  const scans = createRunningScans(options.now);
  if (options.quiet) return { emit: () => undefined, say: () => undefined, stop: () => undefined, scans };
  return createLines(options);
}

function createLines(options: ProgressOptions): Progress {
  const startedAt = options.now();
  const heartbeat = createHeartbeat(options.now, (text) => write(text));
  const write = (text: string): void => {
    heartbeat.beat();
    options.stream.write(`[${formatClock(options.now() - startedAt)}] ${toLine(text)}\n`);
  };
  return {
    emit: (event) => {
      heartbeat.watch(event);
      const line = describe(event, options.verbose);
      if (line !== null) write(line);
    },
    say: write,
    stop: heartbeat.stop,
    scans: heartbeat.scans,
  };
}

export interface Heartbeat {
  watch(event: RunEvent): void;
  readonly scans: RunningScans;
  /** Something was written. */
  beat(): void;
  stop(): void;
}

/** Speaks up where nothing was written for a while. */
export function createHeartbeat(now: () => number, say: (line: string) => void): Heartbeat {
  const running = new Map<string, AgentEvent>();
  const scans = createRunningScans(now);
  let lastWrite = now();
  const timer = setInterval(() => {
    if (now() - lastWrite >= HEARTBEAT_MS) say(`still working: ${describeWork(running, scans)}`);
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    scans,
    watch: (event) => {
      if (event.kind === 'agent') trackRunning(running, event);
    },
    beat: () => {
      lastWrite = now();
    },
    stop: () => clearInterval(timer),
  };
}

function trackRunning(running: Map<string, AgentEvent>, event: AgentEvent): void {
  if (event.status === 'finished') running.delete(event.agent);
  else running.set(event.agent, event);
}

/** `security-reviewer 12/40 files, go-reviewer 0/3 files; running go-vet 42 s`. */
function describeWork(running: ReadonlyMap<string, AgentEvent>, scans: RunningScans): string {
  const agents = [...running.values()].map(({ agent, filesDone, filesTotal }) =>
    filesTotal > 0 ? `${agent} ${filesDone}/${filesTotal} files` : agent,
  );
  const programs = scans.describe();
  return [agents.join(', ') || 'reading the scope', ...(programs === '' ? [] : [`running ${programs}`])].join('; ');
}

/** One line per event worth a log line; null for the rest. */
export function describe(event: RunEvent, verbose: boolean): string | null {
  switch (event.kind) {
    case 'step':
      return event.step === 'index' && event.status === 'finished'
        ? `scope: ${event.files} ${event.files === 1 ? 'file' : 'files'} read and counted`
        : null;
    case 'plan':
      return `wave ${event.wave}: ${event.agents} reviewers, ${event.totalTokens} tokens, budgets × ${event.scale.toFixed(2)}, ${event.isolation} context`;
    case 'agent':
      return describeAgent(event, verbose);
    case 'decision':
      return event.decision === 'converge' && !verbose ? null : describeDecision(event);
    case 'branch':
      return verbose ? `${event.agent}: branch ${event.branchId} ${event.status}` : null;
    case 'phase':
      return verbose ? `phase ${event.phase} ${event.name}: ${event.status}` : null;
    case 'run':
    case 'signal':
      return null;
    default:
      return describeAudit(event, verbose);
  }
}

function describeDecision({ wave, decision, reason }: Extract<RunEvent, { kind: 'decision' }>): string {
  const isRound = decision === 'next-round' || decision === 'emergency' || decision === 'restart';
  return `${isRound ? 'round' : 'wave'} ${wave}: ${decision}: ${reason}`;
}

function describeAgent(event: AgentEvent, verbose: boolean): string | null {
  if (event.status === 'progress') return event.message === null ? null : `${event.agent}: ${event.message}`;
  if (event.status === 'started') return verbose ? `${event.agent}: started on ${event.filesTotal} files` : null;
  const failure = event.message === null ? '' : `: ${event.message}`;
  return `${event.agent}: ${event.filesDone}/${event.filesTotal} files, ${event.findings} findings, ${formatPercent(event.usageRatio)} of budget${failure}`;
}

export const formatPercent = (ratio: number): string => `${Math.floor(ratio * 100)}%`;

export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
