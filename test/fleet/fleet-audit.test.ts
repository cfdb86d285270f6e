/** An audit by a model on several machines: real processes, a real database, a real provider and a real collector on loopback. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../src/testing/index.ts';
import { type Agent, call, listShown, playAgents, writeDecisions, writeResult } from '../audit/model-agents.ts';
import { FILES, INJECTION } from '../audit/model-app.ts';
import { comparable } from '../e2e/interrupted-run.ts';
import { createFolder } from '../e2e/run-cli.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../telemetry/otlp-receiver.ts';
import { dismissWorkers, Fleet, MODEL, startElsewhere, until } from './fleet-fixture.ts';
import { preparePostgres } from './postgres-fixture.ts';

const fixture = await preparePostgres();
afterAll(dismissWorkers);
/** The id of the run is chosen: what an audit samples depends on it. */
const named = (id: string) => ({ chooseId: () => id });
const AUDIT = [
  'audit',
  '--all',
  '--model',
  MODEL,
  '--yes',
  '-f',
  'json',
  '--agents',
  '3',
  '--fail-on',
  'never',
  '--allow-partial',
];
const open: (LoopbackProvider | OtlpReceiver)[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

const hunt: Agent = (asked) =>
  asked.turn < 3
    ? call('read_file', { path: ['src/users.ts', 'src/db.ts'][asked.turn - 1] })
    : { text: writeResult(asked, asked.agent === 'agent-r1-01' ? { findings: [INJECTION] } : {}) };
const CREW: Readonly<Record<string, Agent>> = {
  'agent-r1': hunt,
  'agent-r2': hunt,
  'agent-r3': hunt,
  validator: (asked) => ({
    text: writeDecisions(
      asked,
      listShown(asked).map((id) => ({ id, verdict: 'confirmed' as const })),
    ),
  }),
};

describe.skipIf(fixture.whyNot !== null)('an embedded audit', () => {
  test('is the same on several machines', async () => {
    const folder = createFolder(FILES);
    const args = ['audit', '--all', '-f', 'json', '--fail-on', 'never', '--allow-partial'];
    const url = await fixture.create();
    await using fleet = new Fleet(url);
    fleet.hire(2);
    const call = { runPlace: named('embedded') };
    const runs = [fleet.startHere(args, folder, call), fleet.start(args, folder, call)];
    const [here, there] = runs;
    for (const run of runs) expect(await run.ended, run.stderr()).toBe(0);
    expect(comparable(there?.stdout() ?? '')).toEqual(comparable(here?.stdout() ?? ''));
  }, 120_000);
});

test.skipIf(fixture.whyNot !== null)(
  `Ctrl-C at any time of an audit ends with a report and 130, and it goes on to the same end ${fixture.whyNot ?? ''}`,
  async () => {
    const provider = await startLoopbackProvider();
    open.push(provider);
    const play = playAgents(CREW);
    provider.otherwise((request) => ({ ...play(request), latencyMs: 400 }));
    const folder = createFolder(FILES);
    const url = await fixture.create();
    await using fleet = new Fleet(url, provider.environment);
    const [worker] = fleet.hire(1);
    const first = fleet.start(AUDIT, folder, { runPlace: named('the-audit') });
    await until('it is begun', () => worker?.stderr().includes('the-audit: run begun') === true);
    const attempts = [first];
    for (const calls of [0, 3]) {
      const attempt = calls === 0 ? first : fleet.start(['resume', 'the-audit', '-f', 'json'], folder);
      if (calls > 0) attempts.push(attempt);
      await until('agents have asked', () => provider.requests.length >= calls);
      attempt.interrupt();
      expect(await attempt.ended, attempt.stderr()).toBe(130);
    }
    expect(attempts.map(({ stdout }) => JSON.parse(stdout()).scope.files)).toEqual([5, 5]);
    const whole = fleet.start(['resume', 'the-audit', '-f', 'json'], folder);
    expect(await whole.ended, whole.stderr()).toBe(0);
    expect(JSON.parse(whole.stdout()).findings.length).toBeGreaterThan(0);
  },
  180_000,
);

// Last, because it ends its workers: until then they are taken over.
test.skipIf(fixture.whyNot !== null)(
  `an audit by a model: agents spread over workers, one of which is killed; the report is that of one machine, and all of it is one trace ${fixture.whyNot ?? ''}`,
  async () => {
    const [provider, collector] = [await startLoopbackProvider(), await startOtlpReceiver()];
    open.push(provider, collector);
    const play = playAgents(CREW);
    provider.otherwise((request) => ({ ...play(request), latencyMs: 100 }));
    const folder = createFolder(FILES);
    const here = startElsewhere(AUDIT, { cwd: folder, env: provider.environment, runPlace: named('the-audit') });
    expect(await here.ended, here.stderr()).toBe(0);
    const calls = provider.requests.length;

    const url = await fixture.create();
    await using fleet = new Fleet(url, { ...provider.environment, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    fleet.hire(3, { isVerbose: true });
    const there = fleet.start(AUDIT, folder, { runPlace: named('the-audit') });
    const isHunting = ({ stderr }: (typeof fleet.workers)[number]): boolean => stderr().includes('audit/agent-r1');
    await until('hunters have asked', () => provider.requests.length > calls + 1 && fleet.workers.some(isHunting));
    const killed = fleet.workers.find(isHunting);
    killed?.child.kill('SIGKILL');
    await killed?.ended;
    // Whatever the killed one had sent by then has parents that nobody ends.
    const sentBefore = collector.spans().length;
    expect(await there.ended, there.stderr()).toBe(0);
    expect(comparable(there.stdout())).toEqual(comparable(here.stdout()));
    expect(JSON.parse(there.stdout()).findings.length).toBeGreaterThan(0);
    const { repeated_calls: repeated } = JSON.parse(there.stdout()).usage;
    // Two agents at the same time on the worker that was killed.
    expect(repeated).toBeLessThanOrEqual(2);
    expect(provider.requests.length - calls).toBeLessThanOrEqual(calls + 2);

    const left = fleet.workers.filter((worker) => worker !== killed);
    for (const { child } of left) child.kill('SIGTERM');
    expect(await Promise.all(left.map(({ ended }) => ended))).toEqual([0, 0]);
    const spans = collector.spans();
    const [run, ...more] = spans.filter(({ name }) => name === 'invoke_workflow audit');
    expect(more).toEqual([]);
    expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([run?.traceId]));
    const known = new Set(spans.map(({ spanId }) => spanId));
    const orphans = spans.filter(({ parentSpanId, spanId }) => spanId !== run?.spanId && !known.has(parentSpanId));
    expect(orphans.filter((span) => spans.indexOf(span) >= sentBefore)).toEqual([]);
    expect(spans.filter(({ name }) => name.startsWith('chat ')).length).toBeGreaterThan(calls / 2);
    expect(collector.points().map(({ metric }) => metric)).toContain('gen_ai.client.token.usage');
    // Every worker writes down what it does, a line of JSON each.
    const lines = left.flatMap(({ stderr }) => stderr().trim().split('\n')).map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ event: 'call', run: 'the-audit', model: MODEL }));
    expect(lines).toContainEqual(expect.objectContaining({ event: 'worker', msg: 'drained' }));
  },
  240_000,
);
