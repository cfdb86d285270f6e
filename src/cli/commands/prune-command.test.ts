import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleReports } from '../../../test/support/sample-reports.ts';
import { fillRunStore } from '../../../test/support/stored-runs.ts';
import { openHistory } from '../run-history.ts';
import type { Terminal } from '../streams.ts';
import { runRunsPrune } from './prune-command.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

async function createTerminal(answer: string): Promise<{ readonly terminal: Terminal; readonly written: string[] }> {
  const stateDir = mkdtempSync(join(tmpdir(), 'cr-prune-'));
  folders.push(stateDir);
  const runs = ['a', 'b', 'c'].map((letter, i) => ({ id: `20260101T00000${i}Z-${letter}`, startedAt: i + 1 }));
  await fillRunStore(
    stateDir,
    runs.map((run) => ({ ...run, report: sampleReports.complete, steps: [{ key: 'k', kind: 'call', value: 'v' }] })),
  );
  const written: string[] = [];
  const stream = { write: (text: string) => written.push(text), isTTY: true, columns: 60 };
  const terminal: Terminal = {
    stdin: Object.assign(
      (async function* () {
        yield `${answer}\n`;
      })(),
      { isTTY: true },
    ),
    stdout: stream,
    stderr: stream,
    environment: { CONSENSUS_REVIEW_STATE_DIR: stateDir },
    workingDirectory: stateDir,
    interrupt: new AbortController().signal,
  };
  return { terminal, written };
}

const countRuns = async (terminal: Terminal): Promise<number> => {
  using history = openHistory(terminal);
  return (await history?.list())?.length ?? 0;
};

test('a run that goes as a whole is not also one of which only the raw answers go', async () => {
  const { terminal, written } = await createTerminal('n');
  await runRunsPrune(terminal, [], { maxSize: '1kB', dryRun: true });
  expect(written.join('')).toMatch(/^3 runs would be removed.*; 0 runs would stay\./u);
  expect(written.join('')).not.toContain('raw answers');
  await runRunsPrune(terminal, [], { maxSize: '1kB', yes: true });
  expect(written.at(-1)).toMatch(/^Removed 3 runs; /u);
});

test.each([
  ['y', 1, 'Removed 2 runs; '],
  ['YES', 1, 'Removed 2 runs; '],
  ['n', 3, 'Nothing was removed.\n'],
  ['', 3, 'Nothing was removed.\n'],
  ['yesterday', 3, 'Nothing was removed.\n'],
])('on a terminal it shows, asks, and `%s` leaves %d runs', async (answer, left, words) => {
  const { terminal, written } = await createTerminal(answer);
  expect(await runRunsPrune(terminal, [], { keep: '1' })).toBe(0);
  expect(await countRuns(terminal)).toBe(left);
  expect(written[0]).toMatch(/^2 runs would be removed.*; 1 run would stay\.\n\nRun .*\n20260101T000001Z-b/u);
  expect(written[0]).toMatch(/Remove\? \[y\/N\] $/u);
  expect(written.at(-1)).toContain(words);
  expect(
    written
      .join('')
      .split('\n')
      .filter((line) => line.length > 60),
  ).toEqual([]);
});
