/** What becomes of answers that are lost, put off or cut: nothing that arrived is lost, and nothing missing reads as done. */
import { expect, test } from 'vitest';
import type { CallResult } from '../../../ports/model.ts';
import { DEFAULT_THRESHOLDS } from '../../../protocol/budget/thresholds.ts';
import { NOTHING_RECEIVED, type TurnEnd, type TurnUsage } from '../../../protocol/calls/turn-outcome.ts';
import { createRedactor } from '../../../protocol/redaction/redactor.ts';
import { createTestEngine, writeWords } from '../../../testing/engine.ts';
import { createWordCounter } from '../../../testing/fixed-ports.ts';
import { createScriptedModel } from '../../../testing/scripted-model.ts';
import type { AskModel, Question } from '../ask-model.ts';
import { createModelDriver } from './model-driver.ts';

const NONCE = 'n0';
const FILES = { 'src/a.ts': 'query(input)\n', 'src/b.ts': 'b()\n', 'src/c.ts': 'c()\n', 'src/d.ts': 'd()\n' };
const FINDING = {
  severity: 'HIGH',
  category: 'injection',
  file: 'src/a.ts',
  line: 1,
  issue: 'The query is built from input.',
  evidence: 'query(input)',
  recommendation: 'Bind the value.',
};
const resultOf = (...findings: readonly object[]): string =>
  `===AGENT_RESULT===\n${JSON.stringify({ agent: 'x', findings, verdict: 'WARN' })}\n===AGENT_RESULT_END:${NONCE}===\n`;
const USAGE: TurnUsage = {
  inputTokens: 500,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  outputTokens: 40,
  isEstimated: false,
};

const ended = (end: TurnEnd, text = ''): CallResult => ({
  kind: 'ended',
  model: 'scripted/model',
  attempts: 1,
  outcome: { ...NOTHING_RECEIVED, text, usage: USAGE, ...end },
});
const replied = (text: string): CallResult => ended({ kind: 'replied', finish: 'stop', continuation: null }, text);

async function review(ask: AskModel, files: Readonly<Record<string, string>> = FILES, waves = 1, signal?: AbortSignal) {
  const driver = createModelDriver({
    modelName: 'scripted/model',
    openAsk: () => ask,
    counter: createWordCounter(),
    thresholds: DEFAULT_THRESHOLDS,
    maxOutputTokens: 16_384,
    hasTools: true,
    createNonce: () => NONCE,
    fenceName: 'FENCE',
    guidance: [],
    redactor: createRedactor(),
    analyzers: null,
  });
  const request = { reviewerNames: ['security-reviewer'], waves };
  const ports = signal === undefined ? {} : { signal };
  return (await createTestEngine({ files, driver, request, ports }).run()).report;
}

const write = (question: Question, text: string): void => {
  for (const piece of text.match(/[\s\S]{1,40}/gu) ?? []) question.onText(piece);
};

test('an attempt that breaks off behind a finding leaves nothing in front of the next one', async () => {
  const short = { ...FINDING, issue: 'Injection.', recommendation: 'Bind.' };
  const whole = resultOf(short);
  let asked = 0;
  const report = await review((question) => {
    asked += 1;
    question.onAttempt('first/model');
    write(question, `===AGENT_RESULT===\n{"agent":"x","findings":[${JSON.stringify(short)},{"sev`);
    question.onAttempt('first/model');
    write(question, whole);
    return Promise.resolve(replied(whole));
  });
  expect([asked, report.complete, report.findings.length]).toEqual([1, true, 1]);
});

test('findings whose calls had arrived whole outlive the answer they were part of', async () => {
  const value = JSON.parse(JSON.stringify(FINDING));
  const toolCalls = [{ id: 'c1', name: 'report_finding', input: { kind: 'json', value } as const }];
  const cut = ended({ kind: 'truncated', message: 'length' });
  const report = await review(() => Promise.resolve({ ...cut, outcome: { ...cut.outcome, toolCalls } } as CallResult));
  expect([report.complete, report.findings.length]).toEqual([false, 1]);
});

test('a model that stops at a limit of its own is truncated, not out of budget', async () => {
  const ask: AskModel = () => Promise.resolve(ended({ kind: 'truncated', message: 'length' }));
  expect((await review(ask, { 'src/a.ts': 'a()\n' })).agents[0]?.cutoff_reason).toBe('truncated');
});

test('a part of a shared scope is sent alone, without what did not fit', async () => {
  const questions: Question[] = [];
  await review((question) => {
    questions.push(question);
    if (questions.length === 1) return Promise.resolve(ended({ kind: 'context-exceeded', message: 'too long' }));
    write(question, resultOf());
    return Promise.resolve(replied(resultOf()));
  });
  expect(questions[0]?.system).toContain('src/d.ts');
  expect(questions[1]?.system).toContain('src/b.ts');
  expect(questions[1]?.system).not.toContain('src/d.ts');
});

test('a call that is put off says until when, and the review is not complete', async () => {
  const { outcome } = ended({ kind: 'rate-limited', retryAfterMs: 120_000, message: 'slow down' });
  const resumeAtMs = Date.parse('2026-11-16T10:00:00Z');
  const report = await review(() =>
    Promise.resolve({ kind: 'deferred', model: 'scripted/model', attempts: 1, resumeAtMs, outcome }),
  );
  expect(report.complete).toBe(false);
  expect(report.warnings.join()).toContain('deferred until 2026-11-16T10:00:00.000Z: scripted/model rate-limited');
});

/** Two of three files in the first wave, the last one in a shared second wave. */
const LARGE = { 'src/a.ts': writeWords(4000, 40), 'src/b.ts': writeWords(4000, 40), 'src/c.ts': writeWords(9000, 40) };
const NEXT = { name: 'next_file', args: {} };

test('an answer that the budget cuts is not complete, even where every line was delivered [HOST-03]', async () => {
  const model = createScriptedModel([
    { calls: [NEXT] },
    { calls: [NEXT] },
    { says: Array.from({ length: 200 }, () => 'w '.repeat(100)) },
    { says: [resultOf()] },
  ]);
  const report = await review(model.ask, LARGE, 2);
  model.assertPlayed();
  expect(report.agents[0]).toMatchObject({ status: 'truncated', cutoff_reason: 'budget', files_reviewed: 2 });
  expect(report.complete).toBe(false);
  expect(report.warnings.join()).toContain('its budget ended before its result was written');
});

test('an agent that returns in order beyond full analysis goes on with the rest in the next wave [HOST-07, HOST-16]', async () => {
  const model = createScriptedModel([
    { calls: [NEXT] },
    { says: ['w '.repeat(9500)], calls: [NEXT] },
    { says: [resultOf()] },
    { says: [resultOf()] },
  ]);
  const report = await review(model.ask, LARGE, 2);
  model.assertPlayed();
  expect(report.agents.map((agent) => [agent.cutoff_reason, agent.files_reviewed])).toEqual([
    ['budget', 1],
    [null, 2],
  ]);
  expect(report.complete).toBe(true);
});

test('findings name the model that wrote them, the fallback too', async () => {
  let asked = 0;
  const report = await review((question) => {
    asked += 1;
    question.onAttempt('first/model');
    question.onAttempt('second/model');
    write(question, resultOf(FINDING));
    return Promise.resolve(replied(resultOf(FINDING)));
  });
  expect(asked).toBe(1);
  expect(report.findings[0]?.reported_by.map(({ model }) => model)).toEqual(['second/model']);
});

test('a file whose call was never answered is not reviewed, and nobody says OK [HOST-03, HOST-10]', async () => {
  const toolCalls = [{ id: 't1', name: 'next_file', input: { kind: 'json', value: {} } }] as const;
  const asks = ended({ kind: 'replied', finish: 'tool-calls', continuation: null });
  let calls = 0;
  const report = await review(async () => {
    calls += 1;
    if (calls > 1) return ended({ kind: 'aborted', message: 'the time was over' });
    return { ...asks, outcome: { ...asks.outcome, toolCalls } } as CallResult;
  }, LARGE);
  expect(calls).toBe(2);
  expect(report).toMatchObject({ complete: false, verdict: 'WARN', agents: [{ files_reviewed: 0 }] });
});

test.each([
  ['deadline', 'timeout'],
  ['interrupt', 'aborted'],
])('a finding that was whole when the %s came is kept, though nothing follows it [HOST-02]', async (reason, cutoff) => {
  const stop = new AbortController();
  const ask: AskModel = async (question) => {
    question.onText(`===AGENT_RESULT===\n{"agent":"x","findings":[${JSON.stringify(FINDING)}`);
    stop.abort(reason);
    await new Promise((resolve) => setImmediate(resolve));
    return ended({ kind: 'aborted', message: reason });
  };
  const report = await review(ask, FILES, 1, stop.signal);
  expect(report.findings.map(({ file, issue, status }) => [file, issue, status])).toEqual([
    ['src/a.ts', FINDING.issue, 'confirmed'],
  ]);
  expect(report.agents.map(({ cutoff_reason }) => cutoff_reason)).toEqual([cutoff]);
  expect(report).toMatchObject({ complete: false });
});
