import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { AuditPlan } from '../engine/audit/plan-audit.ts';
import { planTurns } from '../protocol/budget/turns.ts';
import type { Settings } from '../wiring/settings.ts';
import type { Flags } from './command-declaration.ts';
import { confirmPlan } from './confirm-plan.ts';
import type { Terminal } from './streams.ts';

const PLAN = {
  mode: 'standard',
  loc: 900,
  files: 12,
  agents: [{ dimensions: ['D1', 'D3'], turns: planTurns(1), files: [{ tokens: 5000 }], maxFindings: null }],
} as unknown as AuditPlan;

async function ask(answer: string | null, flags: Flags = {}, model = 'any/model') {
  let said = '';
  const stdin = Object.assign(
    (async function* type() {
      if (answer !== null) yield answer;
    })(),
    { isTTY: answer !== null },
  );
  const stderr = { isTTY: answer !== null, write: (text: string) => (said += text) };
  const settings = { config: { model, panel: [], prices: { 'any/model': { input: 3, output: 15 } } } };
  const terminal = { stdin, stderr, interrupt: new AbortController().signal } as unknown as Terminal;
  return { confirmed: await confirmPlan(terminal, settings as unknown as Settings, flags, PLAN), said };
}

test.each([
  ['y\n', true],
  ['YES\n', true],
  ['n\n', false],
  ['\n', false],
  ['yesterday\n', false],
])('the answer %j on a terminal is %s [ROUND-02]', async (answer, confirmed) => {
  const { confirmed: is, said } = await ask(answer);
  expect(is).toBe(confirmed);
  expect(said).toContain(
    '[PLAN] standard audit of 12 files (900 lines) with any/model\n  D1, D3: 1 files, up to 25 turns',
  );
  expect(said).toMatch(/whole audit: at most 145 calls, about \d+k tokens in and \d+k out, \d+\.\d\d USD/u);
  expect(said).toMatch(/Start these agents\? \[y\/N\] $/u);
});

test('without a terminal nobody can say yes, but --yes can; nothing is asked where nothing costs', async () => {
  expect((await ask(null)).confirmed).toBe(false);
  expect(await ask(null, { yes: true, quiet: true })).toEqual({ confirmed: true, said: '' });
  expect((await ask(null, { yes: true })).said).toContain('[PLAN]');
  expect(await ask(null, {}, 'embedded')).toEqual({ confirmed: true, said: '' });
  expect(await ask(null, { replay: 'recording.jsonl' })).toEqual({ confirmed: true, said: '' });
});

test('whoever interrupts while asked has not answered', async () => {
  const interruption = new AbortController();
  const terminal = {
    stdin: Object.assign(new PassThrough(), { isTTY: true }),
    stderr: { isTTY: true, write: () => true },
    interrupt: interruption.signal,
  } as unknown as Terminal;
  const settings = { config: { model: 'any/model', panel: [], prices: {} } } as unknown as Settings;
  const asked = confirmPlan(terminal, settings, {}, PLAN);
  setImmediate(() => interruption.abort('interrupt'));
  await expect(asked).rejects.toBe('interrupt');
});
