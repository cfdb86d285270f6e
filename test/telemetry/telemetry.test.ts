import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { watchRun } from '../../src/cli/progress/watch-run.ts';
import type { Terminal } from '../../src/cli/streams.ts';
import {
  type LoopbackProvider,
  type LoopbackReply,
  type LoopbackRequest,
  startLoopbackProvider,
} from '../../src/testing/index.ts';
import { MODEL } from '../audit/audit-over-http.ts';
import { type Asked, call, listShown, playAgents, writeDecisions, writeResult } from '../audit/model-agents.ts';
import { type CliCall, type CliResult, createFolder, runCli, runProcess } from '../e2e/run-cli.ts';
import { drawTree, type OtlpReceiver, type ReceiverBehaviour, startOtlpReceiver } from './otlp-receiver.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const each of open.splice(0)) await each.close();
});

async function collector(mood?: ReceiverBehaviour): Promise<OtlpReceiver> {
  const receiver = await startOtlpReceiver(mood);
  open.push(receiver);
  return receiver;
}

async function provider(...script: readonly LoopbackReply[]): Promise<LoopbackProvider> {
  const started = await startLoopbackProvider(...script);
  open.push(started);
  return started;
}

/** The exporters of OpenTelemetry read the variables of the process themselves. */
function runWatched(args: readonly string[], options: CliCall): Promise<CliResult> {
  for (const [name, value] of Object.entries(options.env ?? {})) if (name.startsWith('OTEL_')) vi.stubEnv(name, value);
  return runCli(args, options);
}

const endOf = ({ body }: LoopbackRequest): string =>
  /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(JSON.stringify(body))?.[0] ?? '';

const answer: LoopbackReply = {
  textFor: (request) =>
    `===AGENT_RESULT===\n{"agent":"security-reviewer","findings":[],"verdict":"OK"}\n${endOf(request)}\n`,
  usage: { inputTokens: 900, outputTokens: 80 },
};

const SECRET_WORD = 'hunter2swordfish';
const FILES = { 'src/login.ts': `export const login = (input: string) => query(input, '${SECRET_WORD}');\n` };
const REVIEW = ['review', '--all', '--reviewers', 'security', '-f', 'json', '--quiet'];

test('a review by a model is one tree of spans with tokens and durations, and no word of prompt, code or key', async () => {
  const receiver = await collector();
  const model = await provider({ fault: { kind: 'rate-limit', retryAfterSeconds: 1 } }, answer);
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const { stderr, stdout } = await runWatched([...REVIEW, '--model', 'anthropic/loopback'], {
    cwd: createFolder(FILES),
    env: {
      ...model.environment,
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=payments',
      OTEL_SERVICE_NAME: 'nightly-review',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=ci',
      TRACEPARENT: `00-${traceId}-b7ad6b7169203331-01`,
    },
  });
  expect(stderr).toBe('');
  const report = JSON.parse(stdout);
  const spans = receiver.spans();
  expect(drawTree(spans).filter((line) => !line.includes('analyze '))).toEqual([
    'invoke_workflow review',
    '  initialisation',
    '  wave 1',
    '    budget calculation',
    '    dispatch',
    '      invoke_agent security-reviewer',
    '        chat loopback',
    '          attempt 1',
    '          attempt 2',
    '    synthesis',
  ]);
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const named = (name: string) => spans.find((span) => span.name === name);
  const analyzers = spans.filter(({ name }) => name.startsWith('analyze '));
  expect(new Set(analyzers.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([named('dispatch')?.spanId]));
  expect(analyzers.map(({ attributes }) => attributes['consensus_review.analyzer.name'])).toContain('ast-grep');
  expect(named('invoke_workflow review')).toMatchObject({
    parentSpanId: 'b7ad6b7169203331',
    isError: false,
    attributes: {
      'gen_ai.operation.name': 'invoke_workflow',
      'gen_ai.workflow.name': 'review',
      'consensus_review.run.id': report.run.id,
      'consensus_review.verdict': report.verdict,
      'consensus_review.usage.input_tokens': report.usage.input_tokens,
    },
  });
  expect(named('chat loopback')).toMatchObject({
    kind: 3,
    isError: false,
    attributes: {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'loopback',
      'gen_ai.response.model': 'loopback',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.usage.input_tokens': 900,
      'gen_ai.usage.output_tokens': 80,
      'gen_ai.agent.name': 'security-reviewer',
      'consensus_review.call.attempts': 2,
    },
  });
  expect(named('attempt 1')).toMatchObject({ isError: true, attributes: { 'error.type': 'rate-limited' } });
  expect(named('attempt 2')).toMatchObject({ isError: false });
  for (const { startMs, endMs, parentSpanId } of spans) {
    const parent = spans.find(({ spanId }) => spanId === parentSpanId);
    expect(startMs).toBeLessThanOrEqual(endMs);
    if (parent !== undefined) expect([parent.startMs <= startMs, parent.endMs >= endMs]).toEqual([true, true]);
  }
  expect(receiver.resources()[0]).toMatchObject({
    'service.name': 'nightly-review',
    'service.version': expect.any(String),
    'deployment.environment': 'ci',
  });
  expect(receiver.requests.map(({ headers }) => headers['x-team'])).toEqual(receiver.requests.map(() => 'payments'));
  const tokens = receiver.points().filter(({ metric }) => metric === 'gen_ai.client.token.usage');
  expect(tokens.map(({ attributes, sum, unit }) => [attributes['gen_ai.token.type'], sum, unit])).toEqual([
    ['input', 900, '{token}'],
    ['output', 80, '{token}'],
  ]);
  expect(tokens[0]?.bounds.slice(0, 4)).toEqual([1, 4, 16, 64]);
  const metrics = receiver.points().map(({ metric, unit, count }) => [metric, unit, count]);
  expect(metrics).toContainEqual(['gen_ai.client.operation.duration', 's', 1]);
  expect(metrics).toContainEqual(['gen_ai.invoke_agent.duration', 's', 1]);
  expect(metrics).toContainEqual(['gen_ai.workflow.duration', 's', 1]);
  for (const word of [SECRET_WORD, 'query(input', 'loopback-key', 'AGENT_RESULT', 'You are'])
    expect(receiver.text()).not.toContain(word);
});

const APP = {
  'package.json': '{ "name": "app", "dependencies": { "express": "4.18.2" } }\n',
  'src/app.ts': `import express from 'express';
import { Pool } from 'pg';
const db = new Pool();
export const app = express();
app.get('/users/:id', async (req, res) => {
  res.json(await db.query('SELECT * FROM users WHERE id = ' + req.params.id));
});
app.listen(3000);
`,
};

const AUDIT = ['audit', '--all', '--yes', '--quiet', '-f', 'json'];

const decideAll = (asked: Asked): LoopbackReply => ({
  text: writeDecisions(
    asked,
    listShown(asked).map((id) => ({ id, verdict: 'confirmed' })),
  ),
});

test('an audit by a model is a tree of its states, with the baseline beside the hunt and the agents of every phase', async () => {
  const receiver = await collector();
  const model = await provider();
  model.otherwise(
    playAgents({
      'agent-r1': (asked) =>
        asked.turn === 1 ? call('read_file', { path: 'src/app.ts' }) : { text: writeResult(asked) },
      orchestrator: decideAll,
      validator: decideAll,
    }),
  );
  const { code, stderr } = await runWatched([...AUDIT, '--dimensions', 'D1', '--model', MODEL], {
    cwd: createFolder(APP),
    env: {
      ...model.environment,
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiver.url}/v1/traces`,
    },
  });
  expect([code, stderr]).toEqual([1, 'exit 1: the verdict is VETO\n']);
  const chat = (indent: string): readonly string[] => [`${indent}chat loopback`, `${indent}  attempt 1`];
  const spans = receiver.spans();
  expect(drawTree(spans).filter((line) => !line.includes('analyze '))).toEqual([
    'invoke_workflow audit',
    '  DEEP_DIVE',
    '  PHASE_1_RECON',
    '  REPORT',
    '  ROUND_1_EVALUATION',
    '  ROUND_1_RUNNING',
    '    invoke_agent agent-r1-01',
    ...chat('      '),
    ...chat('      '),
    '  VALIDATION',
    '    invoke_agent validator-01',
    ...chat('      '),
    '  baseline scan',
  ]);
  const baseline = spans.find(({ name }) => name === 'baseline scan');
  const scans = spans.filter(({ name }) => name.startsWith('analyze '));
  expect(scans.map(({ parentSpanId }) => parentSpanId)).toEqual(scans.map(() => baseline?.spanId));
  expect(scans.map(({ name }) => name)).toContain('analyze ast-grep');
  expect(receiver.requests.every(({ path }) => path === '/v1/traces')).toBe(true);
  expect(receiver.text()).not.toMatch(/SELECT|_END:/u);
});

test('--verbose away from a terminal is a log of JSON lines on stderr; stdout stays one document', async () => {
  const model = await provider(answer);
  const { stdout, stderr } = await runWatched(
    ['review', '--all', '--reviewers', 'security', '-f', 'json', '--verbose', '--model', 'anthropic/loopback'],
    { cwd: createFolder(FILES), env: { ...model.environment, CONSENSUS_REVIEW_STATE_DIR: createFolder() } },
  );
  const report = JSON.parse(stdout);
  const records = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(records[0]).toMatchObject({ level: 'info', event: 'run', run: report.run.id, time: expect.any(String) });
  expect(records.every(({ run, msg }) => run === report.run.id && msg !== '')).toBe(true);
  expect(records.filter(({ event, status }) => event === 'agent' && status === 'progress')).toEqual([]);
  expect(records.find(({ event }) => event === 'call')).toMatchObject({
    agent: 'security-reviewer',
    model: 'anthropic/loopback',
    result: 'ended',
    attempts: [{ attempt: 1, error: null, finish: 'stop', input_tokens: 900, output_tokens: 80, wait_ms: null }],
    msg: expect.stringMatching(
      /^security-reviewer: call 1\/security-reviewer\/1 in \d\.\d s: anthropic\/loopback stop \(900 tokens in, 80 out\)$/u,
    ),
  });
  expect(records.map(({ event }) => event)).toContain('scan');
  expect(records.at(-1)).toMatchObject({ event: 'end', verdict: report.verdict, findings: report.findings.length });
  for (const word of [SECRET_WORD, 'query(input', 'loopback-key']) expect(stderr).not.toContain(word);
});

const SILENT: Terminal = {
  stdin: Readable.from([]),
  stdout: { write: () => true },
  stderr: { write: () => true },
  environment: {},
  workingDirectory: '/',
  interrupt: new AbortController().signal,
};

test('--verbose on a terminal is lines for a person, with every call and no rows drawn again', async () => {
  const written: string[] = [];
  const stderr = { write: (text: string) => written.push(text), isTTY: true };
  const watch = await watchRun({ ...SILENT, stderr }, { verbose: true }, 'terminal');
  watch.emit({ kind: 'phase', phase: 3, name: 'dispatch', status: 'started', wave: 1 });
  const times = { startedAtMs: 1000, endedAtMs: 3500 };
  watch.effects?.call({
    ...times,
    agent: 'security-reviewer',
    key: '1/security-reviewer/1',
    model: 'a/b',
    answeredBy: 'a/b',
    maxOutputTokens: 10,
    result: 'deferred',
    attempts: [{ ...times, attempt: 1, model: 'a/b', error: 'overloaded', finish: null, usage: null, waitMs: null }],
  });
  watch.stop();
  expect(written).toEqual([
    '[00:00] phase 3 dispatch: started\n',
    '[00:00] security-reviewer: call 1/security-reviewer/1 in 2.5 s: a/b overloaded, deferred\n',
  ]);
});

test('with --quiet and without an endpoint nobody is told of calls', async () => {
  const watch = await watchRun(SILENT, { quiet: true }, 'json');
  watch.stop();
  expect(watch.effects).toBeNull();
});

test.each([
  ['never-answers', 'no answer within 300 ms'],
  ['refuses', 'the endpoint answers 401'],
] as const)('an endpoint that %s delays nothing, fails nothing and is said', async (mood, reason) => {
  const receiver = await collector(mood);
  const cwd = createFolder(FILES);
  const env = { CONSENSUS_REVIEW_STATE_DIR: createFolder() };
  const plain = await timed(() => runCli(REVIEW, { cwd, env }));
  const watched = await timed(() =>
    runWatched(REVIEW, {
      cwd,
      env: { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_TIMEOUT: '300' },
    }),
  );
  expect(watched.result.code).toBe(plain.result.code);
  expect(watched.result.stderr).toBe(`warning: telemetry was not delivered: ${reason}\n${plain.result.stderr}`);
  expect(JSON.parse(watched.result.stdout).verdict).toBe(JSON.parse(plain.result.stdout).verdict);
  // A collector that never answers would hold it for ever.
  expect(watched.ms - plain.ms).toBeLessThan(60_000);
});

test('an endpoint where nobody listens is said, and the process ends', async () => {
  const { code, stderr } = await runProcess(REVIEW, {
    cwd: createFolder(FILES),
    env: {
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_TIMEOUT: '300',
    },
  });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^warning: telemetry was not delivered: /u);
});

async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const started = performance.now();
  const result = await work();
  return { result, ms: performance.now() - started };
}

test.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'URL', OTEL_SDK_DISABLED: 'true' }],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'URL', OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }],
])('with %j nothing is sent and nothing of the SDK is loaded', async (variables) => {
  const receiver = await collector();
  const trace = createFolder({
    'hook.mjs': `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });
`,
  });
  const env = Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, value === 'URL' ? receiver.url : value]),
  );
  const { code, stderr } = await runProcess(REVIEW, {
    cwd: createFolder(FILES),
    env: {
      ...env,
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
      LOADED: `${trace}/loaded.txt`,
      NODE_OPTIONS: `--import ${trace}/hook.mjs`,
    },
  });
  expect([code, stderr]).toEqual([0, '']);
  const loaded = readFileSync(`${trace}/loaded.txt`, 'utf8');
  expect(loaded).toContain('telemetry-settings.ts');
  expect(loaded).not.toMatch(/@opentelemetry|\/pino\//u);
  expect(receiver.requests).toEqual([]);
});
