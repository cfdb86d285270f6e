/** The live display as a terminal shows it: what is on the screen while a run goes on, and that nothing of it stays behind. */
import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../protocol/report/run-events.ts';
import { createLiveRows } from './live-rows.ts';

/** A terminal in miniature: the rows of its screen, and every row that was scrolled out. Knows what we write and nothing more. */
class Screen {
  columns: number;
  readonly rows: number;
  lines: string[] = [''];
  #row = 0;
  #column = 0;
  written = '';

  constructor(columns: number, rows = 12) {
    this.columns = columns;
    this.rows = rows;
  }

  write(text: string): void {
    this.written += text;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal reads control characters
    for (const part of text.match(/\u001b\[\d*[A-Za-z]|\u001b\[[\d;]*m|[\s\S]/gu) ?? []) this.#take(part);
  }

  #take(part: string): void {
    if (part.endsWith('A') && part.startsWith('\u001b')) this.#row = Math.max(0, this.#row - Number(part.slice(2, -1)));
    else if (part === '\u001b[K') this.#set(this.#line().slice(0, this.#column));
    else if (part === '\u001b[2K') this.#set('');
    else if (part === '\r') this.#column = 0;
    else if (part === '\n') this.#next();
    else if (!part.startsWith('\u001b')) this.#put(part);
  }

  #put(character: string): void {
    if (this.#column >= this.columns) this.#next();
    const line = this.#line().padEnd(this.#column);
    this.#set(line.slice(0, this.#column) + character + line.slice(this.#column + 1));
    this.#column += 1;
  }

  #next(): void {
    this.#row += 1;
    this.#column = 0;
    while (this.lines.length <= this.#row) this.lines.push('');
  }

  #line = (): string => this.lines[this.#row] ?? '';
  #set = (text: string): void => {
    this.lines[this.#row] = text;
  };

  get shown(): readonly string[] {
    return this.lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  }
}

type AgentEvent = Extract<RunEvent, { kind: 'agent' }>;
const agent = (said: Partial<AgentEvent> = {}): AgentEvent => ({
  kind: 'agent',
  agent: 'security-reviewer',
  wave: 1,
  status: 'progress',
  usageRatio: 0.45,
  mode: 'full',
  findings: 3,
  filesDone: 10,
  filesTotal: 20,
  message: null,
  file: 'src/report/terminal/screen.ts',
  ...said,
});

function open(columns: number, rows?: number) {
  const screen = new Screen(columns, rows);
  screen.write('$ run\n');
  let time = 0;
  const live = createLiveRows({ stream: screen, color: true, now: () => (time += 1_000) });
  return { screen, live };
}

test.each([
  [120, '› security-reviewer        █████░░░░░   10/20 files 3 findings  budget 45% src/report/terminal/screen.ts'],
  [80, '› security-reviewer      ███░░░   10/20 3 findings  budget 45% …minal/screen.ts'],
  [60, '› security-reviewer      10/20 3 found  45% …inal/screen.ts'],
  [40, '› security-revi…   10/20 3 found  45%'],
])('a row of %i columns: files done of all, findings, budget, the file as far as there is room', (columns, row) => {
  const { screen, live } = open(columns);
  live.emit(agent());
  expect(screen.shown[2]).toBe(row);
  expect(screen.shown.every((line) => [...line].length < columns)).toBe(true);
  live.stop();
});

test('the bar is progress and not budget; a mode and a failure are named', () => {
  const { screen, live } = open(100);
  live.emit(agent({ usageRatio: 0.97, filesDone: 2, mode: 'force_return' }));
  expect(screen.shown[2]).toMatch(/█░{9} +2\/20 files 3 findings {2}budget 97% force return/u);
  live.emit(agent({ status: 'finished', message: 'no answer' }));
  expect(screen.shown[2]).toMatch(/^✗ .* no answer$/u);
  live.stop();
});

test('names of files and messages steer no terminal and break no row', () => {
  const { screen, live } = open(120);
  live.emit(agent({ file: 'src/\u001b]0;title\u0007\n\u001b[2Jx\u202e.ts' }));
  expect(screen.shown[2]).toMatch(/src\/\\u001b\]0;title\\u0007.*x\\u202e\.ts$/u);
  live.emit(agent({ status: 'finished', message: 'gone:\r\n\u001b[31mred' }));
  expect(screen.shown).toHaveLength(3);
  live.stop();
  for (const steering of ['\u001b]', '\u0007', '\u202e', '\u001b[2J', '\u001b[31mred'])
    expect(screen.written).not.toContain(steering);
  expect(screen.shown).toEqual(['$ run']);
});

describe('nothing stays behind', () => {
  test.each([80, 40, 12])('at %i columns, however often it is drawn, and no screen is erased as a whole', (columns) => {
    const { screen, live } = open(columns);
    for (let done = 0; done < 20; done += 1) {
      live.emit(agent({ filesDone: done }));
      live.emit(agent({ agent: 'documentation-reviewer', filesDone: done, message: 'x'.repeat(200) }));
    }
    live.stop();
    expect(screen.shown).toEqual(['$ run']);
    expect(screen.written).not.toContain('\u001b[J');
  });

  test('more agents than rows: as many as fit, and how many are not shown', () => {
    const { screen, live } = open(80, 6);
    for (let i = 0; i < 10; i += 1) live.emit(agent({ agent: `agent-${i}` }));
    expect(screen.shown).toHaveLength(5);
    expect(screen.shown.at(-1)).toBe('  … and 8 more');
    live.stop();
    expect(screen.shown).toEqual(['$ run']);
  });
});

test('what calls of models cost so far', () => {
  const { screen, live } = open(120);
  const usage = { inputTokens: 10_000, outputTokens: 2_000, cachedInputTokens: 0, isEstimated: false };
  const attempt = { attempt: 1, model: 'nobody/knows', error: null, finish: 'stop', usage, waitMs: null };
  live.call({ attempts: [attempt] } as never);
  live.emit(agent());
  expect(screen.shown[1]).toMatch(/^\d\d:\d\d reading files … 12,000 tokens$/u);
  live.stop();
});
