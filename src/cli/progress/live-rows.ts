/**
 * Draws the live display of a run on a terminal: time, cost and the current step on the first line, then a row per agent with its
 * files done, findings, budget and current file. Redraws in place and removes it at the end. Called by watch-run.ts.
 */
import type { BegunScan, WatchedCall } from '../../ports/telemetry.ts';
import { costUsd, findPrice } from '../../protocol/budget/model-prices.ts';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { formatCount } from '../../report/numbers.ts';
import { cutText, measureWidth, padEnd, padStart, toLine } from '../../report/plain-text.ts';
import { createPalette, type Palette } from '../palette.ts';
import { describe, formatClock, formatPercent } from './progress.ts';
import { createRunningScans } from './running-scans.ts';

type AgentEvent = Extract<RunEvent, { kind: 'agent' }>;

export interface LiveOptions {
  /** Size of the window as it is when it is read; a window may be changed while a run goes on. */
  readonly stream: { write(text: string): unknown; readonly columns?: number; readonly rows?: number };
  readonly color: boolean;
  readonly now: () => number;
}

export interface LiveRows {
  emit(event: RunEvent): void;
  /** A model was called: its cost is shown. */
  call(call: WatchedCall): void;
  /** An analyzer begins and ends: one that takes long is named. */
  begin(scan: BegunScan): void;
  scan(scan: BegunScan): void;
  /** Takes the display away. */
  stop(): void;
}

const REDRAW_MS = 80;
const DEFAULT_COLUMNS = 80;
const DEFAULT_ROWS = 24;

export function createLiveRows({ stream, color, now }: LiveOptions): LiveRows {
  const palette = createPalette(color);
  const startedAt = now();
  const rows = new Map<string, AgentEvent>();
  const bill = { tokens: 0, usd: 0 };
  const scans = createRunningScans(now);
  let headline = 'reading files …';
  let drawn: readonly number[] = [];
  let lastDraw = 0;
  const columnsOf = (): number => Math.max(2, stream.columns || DEFAULT_COLUMNS);
  /** Rows that the drawn lines take: a window that became narrower since has broken them. */
  const heightOf = (): number => drawn.reduce((sum, width) => sum + Math.max(1, Math.ceil(width / columnsOf())), 0);
  const draw = (): void => {
    lastDraw = now();
    // The last column stays free: a terminal may go to the next line there.
    const width = columnsOf() - 1;
    const room = Math.max(2, (stream.rows ?? DEFAULT_ROWS) - 2);
    const shown = [...rows.values()].slice(0, rows.size > room - 1 ? room - 2 : room);
    const more = rows.size - shown.length;
    const programs = scans.describe();
    const about = programs === '' ? headline : `${headline} · running ${programs}`;
    const lines = [
      joinParts(
        [
          [palette.dim, formatClock(lastDraw - startedAt)],
          [plainly, cutText(toLine(about), Math.max(10, width - 7 - (bill.tokens > 0 ? 24 : 0)))],
          ...(bill.tokens > 0 ? [[palette.dim, describeBill(bill)] as const] : []),
        ],
        width,
      ),
      ...shown.map((row) => formatRow(row, palette, width)),
      ...(more > 0 ? [{ text: `  … and ${more} more`, width: 14 }] : []),
    ];
    stream.write(writeOver(heightOf(), lines));
    drawn = lines.map((line) => line.width);
  };
  const timer = setInterval(draw, 1000);
  timer.unref();
  draw();
  return {
    emit: (event) => {
      if (event.kind === 'agent') rows.set(event.agent, event);
      else headline = describe(event, false) ?? headline;
      if (event.kind !== 'agent' || event.status !== 'progress' || now() - lastDraw >= REDRAW_MS) draw();
    },
    call: ({ attempts }) => {
      for (const { model, usage } of attempts) {
        const price = usage === null ? null : findPrice(model);
        bill.tokens += (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
        if (usage !== null && price !== null) bill.usd += costUsd(usage, price);
      }
    },
    begin: scans.begin,
    scan: scans.end,
    stop: () => {
      clearInterval(timer);
      stream.write(writeOver(heightOf(), []));
      drawn = [];
    },
  };
}

/**
 * Lines over what was drawn in so many rows. Every row is erased on its own: where a whole screen is erased, terminals keep a copy
 * of it in their history.
 */
function writeOver(height: number, lines: readonly Line[]): string {
  const up = (rows: number): string => (rows > 0 ? `\u001b[${rows}A\r` : '');
  const left = Math.max(0, height - lines.length);
  return `${up(height)}${lines.map(({ text }) => `${text}\u001b[K\n`).join('')}${'\u001b[2K\n'.repeat(left)}${up(left)}`;
}

const describeBill = ({ tokens, usd }: { readonly tokens: number; readonly usd: number }): string =>
  `${formatCount(tokens)} tokens${usd > 0 ? `, $${usd.toFixed(usd < 1 ? 3 : 2)}` : ''}`;

interface Line {
  readonly text: string;
  readonly width: number;
}

type Paint = (text: string) => string;
type Part = readonly [paint: Paint, text: string];

const plainly: Paint = (text) => text;

/** Parts with a blank between them, as many as fit. */
function joinParts(parts: readonly Part[], width: number): Line {
  let used = 0;
  const written: string[] = [];
  for (const [paint, text] of parts.filter((part) => part[1] !== '')) {
    const own = measureWidth(text) + (written.length > 0 ? 1 : 0);
    if (used + own > width) break;
    used += own;
    written.push(paint(text));
  }
  return { text: written.join(' '), width: used };
}

/** How much of a row fits: names of columns and a long bar, a short bar, figures alone. */
const SIZES = [
  { from: 99, name: 24, bar: 10, isNamed: true },
  { from: 72, name: 22, bar: 6, isNamed: true },
  { from: 50, name: 20, bar: 0, isNamed: false },
  { from: 0, name: 14, bar: 0, isNamed: false },
] as const;
/** Narrower than this a path says nothing. */
const MIN_PATH = 8;

/** Progress is files done of all; the budget is a figure of its own, coloured by the mode it leads to. */
function formatRow(row: AgentEvent, palette: Palette, width: number): Line {
  const known = joinParts(listParts(row, palette, width), width);
  const room = width - known.width - 1;
  const about = toLine(row.message ?? (row.status === 'finished' ? '' : (row.file ?? '')));
  if (about === '' || room < MIN_PATH) return known;
  const shown = row.message === null ? cutText(about, room, 'start') : cutText(about, room);
  return { text: `${known.text} ${palette.dim(shown)}`, width: known.width + 1 + measureWidth(shown) };
}

function listParts(row: AgentEvent, palette: Palette, width: number): readonly Part[] {
  const size = SIZES.find(({ from }) => width >= from) ?? SIZES[3];
  const paint = { full: palette.green, high_severity_only: palette.yellow, force_return: palette.red }[row.mode];
  const files = row.filesTotal > 0 ? `${row.filesDone}/${row.filesTotal}` : '';
  const noun = row.findings === 1 ? 'finding' : 'findings';
  return [
    symbolOf(row, palette),
    [plainly, padEnd(cutText(toLine(row.agent), size.name), size.name)],
    ...(size.bar > 0 ? [drawBar(row, palette, size.bar)] : []),
    [plainly, padStart(size.from > 90 ? `${files} files` : files, size.from > 90 ? 13 : 7)],
    [plainly, padEnd(`${row.findings} ${size.isNamed ? noun : 'found'}`, size.isNamed ? 11 : 8)],
    [paint, `${size.isNamed ? 'budget ' : ''}${formatPercent(row.usageRatio)}`],
    [paint, row.mode === 'full' || !size.isNamed ? '' : row.mode.replaceAll('_', ' ')],
  ];
}

function symbolOf({ status, message }: AgentEvent, palette: Palette): Part {
  if (status !== 'finished') return [palette.cyan, '›'];
  return message === null ? [palette.green, '✓'] : [palette.red, '✗'];
}

function drawBar({ filesDone, filesTotal, status }: AgentEvent, palette: Palette, cells: number): Part {
  const share = status === 'finished' && filesTotal === 0 ? 1 : filesDone / Math.max(1, filesTotal);
  const filled = Math.min(cells, Math.floor(share * cells));
  const paint: Paint = () => `${palette.cyan('█'.repeat(filled))}${palette.dim('░'.repeat(cells - filled))}`;
  return [paint, '░'.repeat(cells)];
}
