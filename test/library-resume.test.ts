/** Keeping and resuming runs as functions of the library. */
import { afterAll, expect, test } from 'vitest';
import { plan, resume, review } from '../src/index.ts';
import { startLoopbackProvider } from '../src/testing/index.ts';
import { comparable } from './e2e/interrupted-run.ts';
import { createFolder } from './e2e/run-cli.ts';
import { answerDiligently } from './model/diligent-model.ts';

const provider = await startLoopbackProvider();
Object.assign(process.env, provider.environment);
afterAll(() => provider.close());

const root = createFolder({ 'src/a.ts': 'export const a = (input: string) => query(input);\nexport const b = 2;\n' });
const flags = { model: 'openai-compatible/loopback', reviewers: ['security'] };

test('a review that its caller stops is kept where a state folder is named, and resumed from there', {
  timeout: 60_000,
}, async () => {
  const stateDir = createFolder();
  provider.otherwise((request) => answerDiligently(request).reply);
  const whole = await review({ root, selection: { kind: 'all' }, flags });
  const stop = new AbortController();
  provider.otherwise((request) => {
    if (answerDiligently(request).kind === 'final') stop.abort();
    return { ...answerDiligently(request).reply, latencyMs: 50 };
  });
  const partial = await review({ root, selection: { kind: 'all' }, flags, stateDir, signal: stop.signal });
  expect(partial.complete).toBe(false);
  const asked = provider.requests.length;
  const resumed = await resume({ stateDir, root });
  expect(comparable(JSON.stringify(resumed))).toEqual(comparable(JSON.stringify(whole)));
  expect([resumed.run.id, resumed.run.resumed, provider.requests.length - asked]).toEqual([partial.run.id, 1, 1]);
  expect(await resume({ stateDir, run: partial.run.id })).toEqual(resumed);
});

test('without a state folder nothing is kept', async () => {
  await expect(resume({ stateDir: createFolder(), root })).rejects.toMatchObject({ code: 'no-run' });
});

test('where runs are kept, unchanged files are not paid for again, and a plan knows', { timeout: 60_000 }, async () => {
  const options = { root, selection: { kind: 'all' } as const, flags, stateDir: createFolder() };
  provider.otherwise((request) => answerDiligently(request).reply);
  const first = await review(options);
  const asked = provider.requests.length;
  const again = await review(options);
  expect([again.usage.calls, again.usage.reused_calls, provider.requests.length]).toEqual([
    0,
    first.usage.calls,
    asked,
  ]);
  expect(again.findings.map(({ fingerprint }) => fingerprint)).toEqual(
    first.findings.map(({ fingerprint }) => fingerprint),
  );
  expect((await plan(options)).estimate).toMatchObject({ calls: 0, reused_calls: first.usage.calls });
  const { stateDir: _stateDir, ...unkept } = options;
  for (const anew of [unkept, { ...options, flags: { ...flags, reuse: false } }])
    expect((await review(anew)).usage.reused_calls).toBe(0);
});
