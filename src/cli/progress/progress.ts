/**
 * Progress on stderr: a live row per agent on a terminal, timestamped lines and a heartbeat elsewhere. It watches events
 * and never touches stdout. Nothing here decides anything.
 */
import type { Emit } from '../../ports/events.ts';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { createPalette, type Palette } from '../palette.ts';
import { describeAudit } from './audit-progress.ts';

export interface ProgressOptions {
  readonly stream: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
  readonly color: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  /** A live display needs a terminal that is not a CI log. */
  readonly live: boolean;
  readonly now: () => number;
}

export interface Progress {
  readonly emit: Emit;
  /** A line of its own, where there are lines. */
  say(line: string): void;
  /** Clears the live display and stops the heartbeat. */
  stop(): void;
}

type AgentEvent = Extract<RunEvent, { kind: 'agent' }>;

const HEARTBEAT_MS = 15_000;
const REDRAW_MS = 80;
const BAR_CELLS = 10;

export function createProgress(options: ProgressOptions): Progress {
  if (options.quiet) return { emit: () => undefined, say: () => undefined, stop: () => undefined };
  return options.live ? createLiveRows(options) : createLines(options);
}

function createLines(options: ProgressOptions): Progress {
  const startedAt = options.now();
  const heartbeat = createHeartbeat(options.now, (text) => write(text));
  const write = (text: string): void => {
    heartbeat.beat();
    options.stream.write(`[${formatClock(options.now() - startedAt)}] ${text}\n`);
  };
  return {
    emit: (event) => {
      heartbeat.watch(event);
      const line = describe(event, options.verbose);
      if (line !== null) write(line);
    },
    say: write,
    stop: heartbeat.stop,
  };
}

export interface Heartbeat {
  watch(event: RunEvent): void;
  /** Something was written. */
  beat(): void;
  stop(): void;
}

/** Speaks up where nothing was written for a while. */
export function createHeartbeat(now: () => number, say: (line: string) => void): Heartbeat {
  const running = new Set<string>();
  let lastWrite = now();
  const timer = setInterval(() => {
    if (now() - lastWrite >= HEARTBEAT_MS) say(`still working: ${[...running].join(', ') || 'reading the scope'}`);
  }, HEARTBEAT_MS);
  timer.unref();
  return {
    watch: (event) => {
      if (event.kind === 'agent') trackRunning(running, event);
    },
    beat: () => {
      lastWrite = now();
    },
    stop: () => clearInterval(timer),
  };
}

function trackRunning(running: Set<string>, event: AgentEvent): void {
  if (event.status === 'finished') running.delete(event.agent);
  else running.add(event.agent);
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

function createLiveRows(options: ProgressOptions): Progress {
  const palette = createPalette(options.color);
  const startedAt = options.now();
  const rows = new Map<string, AgentEvent>();
  let headline = 'reading files …';
  let drawn = 0;
  let lastDraw = 0;
  const clear = (): string => (drawn > 0 ? `\u001b[${drawn}A\u001b[J` : '');
  const draw = (): void => {
    lastDraw = options.now();
    const lines = [
      `${palette.dim(formatClock(lastDraw - startedAt))} ${headline}`,
      ...[...rows.values()].map((row) => formatRow(row, palette)),
    ].map((line) => cutLine(line, options.stream.columns ?? 80));
    options.stream.write(`${clear()}${lines.join('\n')}\n`);
    drawn = lines.length;
  };
  const timer = setInterval(draw, 1000);
  timer.unref();
  draw();
  return {
    emit: (event) => {
      if (event.kind === 'agent') rows.set(event.agent, event);
      else headline = describe(event, false) ?? headline;
      if (event.kind !== 'agent' || event.status !== 'progress' || options.now() - lastDraw >= REDRAW_MS) draw();
    },
    say: () => undefined,
    stop: () => {
      clearInterval(timer);
      options.stream.write(clear());
      drawn = 0;
    },
  };
}

function formatRow(row: AgentEvent, palette: Palette): string {
  const filled = Math.min(BAR_CELLS, Math.round(row.usageRatio * BAR_CELLS));
  const paint = { full: palette.green, high_severity_only: palette.yellow, force_return: palette.red }[row.mode];
  const bar = `${paint('█'.repeat(filled))}${palette.dim('░'.repeat(BAR_CELLS - filled))}`;
  const done = row.message === null ? palette.green('✓') : palette.red('✗');
  const symbol = row.status === 'finished' ? done : palette.cyan('›');
  const message = row.message === null ? '' : `  ${palette.dim(row.message)}`;
  const mode = row.mode === 'full' ? '' : ` ${paint(row.mode.replaceAll('_', ' '))}`;
  return `${symbol} ${row.agent.padEnd(24)} ${bar} ${formatPercent(row.usageRatio).padStart(4)}  ${row.filesDone}/${row.filesTotal} files  ${row.findings} findings${mode}${message}`;
}

const formatPercent = (ratio: number): string => `${Math.floor(ratio * 100)}%`;

export function formatClock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Cuts a coloured line to the width of the terminal, so that redrawing counts lines rightly. */
function cutLine(line: string, columns: number): string {
  let visible = 0;
  let out = '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ANSI sequences begin with ESC
  for (const part of line.split(/(\u001b\[[0-9;]*m)/u)) {
    if (part.startsWith('\u001b[')) out += part;
    else {
      const room = Math.max(0, columns - 1 - visible);
      out += [...part].slice(0, room).join('');
      visible += [...part].length;
    }
  }
  return out;
}
