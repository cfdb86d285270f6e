import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { createFolderFixture } from '../../test/contracts/temporary-repository.ts';
import { buildFinding, buildReport } from '../../test/support/sample-reports.ts';
import type { Scrub } from '../context/branch-return.ts';
import { createBranchTree } from '../context/branch-tree.ts';
import { createTokenCounter } from '../context/tokens.ts';
import { createRedactor } from '../protocol/redaction/redactor.ts';
import { createCountingIds, createFixedClock } from '../testing/fixed-ports.ts';
import { createCallsUnderWay } from './calls-under-way.ts';
import { createMcpServer } from './create-mcp-server.ts';
import { createHostRuns, type FoundRun } from './host/host-runs.ts';

async function connect(scrub: Scrub = async (text) => text, found: FoundRun | null = null) {
  const clock = createFixedClock();
  const warnings: string[] = [];
  const access = {
    environment: { PATH: process.env.PATH },
    workingDirectory: '/',
    stateDir: null,
    confinedTo: null,
    warn: (text: string): void => {
      warnings.push(text);
    },
  };
  const server = createMcpServer({
    access,
    tree: createBranchTree({ ids: createCountingIds(), clock, maxOpenPerSession: 10 }),
    scrub,
    redactor: createRedactor(),
    counter: createTokenCounter(),
    clock,
    version: '0.0.0',
    calls: createCallsUnderWay(),
    hostRuns: { ...createHostRuns(access), ...(found === null ? {} : { find: async () => found }) },
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  const call = (name: string, args: Record<string, unknown>) => client.callTool({ name, arguments: args });
  return { client, call, clock, warnings };
}

test('where the scrubber fails no message leaves, and the branch is still there to return', async () => {
  let isBroken = true;
  const { call } = await connect(async (text) => {
    if (isBroken) throw new Error(`cannot scrub ${text}`);
    return text;
  });
  await call('branch_create', { session_id: 's', description: 'd' });
  const failed = await call('branch_return', { branch_id: 'br_00000001', message: 'hunter2' });
  expect(failed.isError).toBe(true);
  expect(JSON.stringify(failed)).not.toContain('hunter2');
  isBroken = false;
  const returned = await call('branch_return', { branch_id: 'br_00000001', message: 'clean' });
  expect(returned.structuredContent).toMatchObject({ success: true, message: 'clean' });
});

test.each([
  [undefined, 300],
  [0, 300],
  [42, 42],
  [600, 600],
  [601, 600],
])('a timeout of %j seconds is one of %i', async (asked, seconds) => {
  const { call, clock } = await connect();
  const more = asked === undefined ? {} : { timeout_seconds: asked };
  await call('branch_create', { session_id: 's', description: 'd', ...more });
  const status = async () => (await call('branch_status', { session_id: 's' })).structuredContent;
  clock.advance(seconds * 1000 - 1);
  expect(await status()).toMatchObject({ branch_id: 'br_00000001', status: 'active' });
  clock.advance(1);
  expect(await status()).toMatchObject({ branch_id: null, status: 'none' });
});

test.each([
  [undefined, 8192],
  [0, 8192],
  [1, 1],
  [32_768, 32_768],
  [32_769, 32_768],
])('a budget of %j tokens is one of %i', async (asked, tokens) => {
  const { call } = await connect();
  const more = asked === undefined ? {} : { budget: asked };
  const { structuredContent } = await call('branch_create', { session_id: 's', description: 'd', ...more });
  expect(structuredContent).toEqual({ branch_id: 'br_00000001', budget_allocated: tokens, depth: 0 });
});

test('a project whose configuration is wrong is an answer with advice, not the end', async () => {
  const { root } = createFolderFixture({ 'consensus-review.config.json': '{ "fail_onn": 1 }' });
  const { call } = await connect();
  const answer = await call('repository_index', { path: root });
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer.content)).toMatch(/unknown key .*fail_onn.*or remove it/u);
  expect((await call('branch_status', { session_id: 's' })).isError).toBeFalsy();
});

test('without a folder to keep it in, the index lasts for one call and the words are still found', async () => {
  const { root } = createFolderFixture({
    'src/a.ts': 'const walrusCount = 1;\n',
    'long.js': `walrus${'x'.repeat(9000)}`,
  });
  const { call } = await connect();
  await call('repository_index', { path: root });
  const ask = { query: 'WALRUS', project_path: root };
  const { structuredContent } = await call('semantic_search', ask);
  expect(structuredContent).toMatchObject({
    source: 'grep',
    count: 2,
    results: [{ line_number: 1 }, { line_number: 1 }],
  });
  expect(JSON.stringify(structuredContent).length).toBeLessThan(1500);
  expect((await call('semantic_search', { ...ask, refresh: true })).structuredContent).toMatchObject({
    source: 'keyword',
  });
  for (const query of ['(', '\n\n', '\0', 'a'.repeat(4000), '"; DROP TABLE entry; --']) {
    const odd = await call('semantic_search', { ...ask, query });
    expect(odd.structuredContent, query.slice(0, 20)).toMatchObject({ count: 0, source: 'grep' });
  }
});

test('a report of any length is bounded: shortened with a note as markdown, left out whole where half of it cannot be read', async () => {
  const report = buildReport({ warnings: Array.from({ length: 9000 }, (_, at) => `warning number ${at} of many`) });
  const { client, call } = await connect(undefined, { kind: 'stored', id: 'run-0001', report });
  const { contents } = await client.readResource({ uri: 'consensus-review://reports/run-0001' });
  const text = contents.map((part) => ('text' in part ? part.text : '')).join('');
  expect(text.length).toBeLessThan(65_000);
  expect(text).toContain('Shortened to fit into 65,000 characters. Left out: What was reviewed.');
  const asked = async (format: string) =>
    (await call('review_report', { review_id: 'run-0001', format })).structuredContent as Record<string, unknown>;
  expect((await asked('markdown')).report).toBe(text);
  expect(await asked('json')).toMatchObject({ report: '', omitted_chars: expect.any(Number) });
  expect(Object.keys(await asked('signal'))).not.toContain('omitted_chars');
});

test('findings are counted as the verdict counts them: without suppressed, rejected and older ones', async () => {
  const findings = [
    buildFinding({ id: 'H-01', severity: 'HIGH' }),
    buildFinding({ id: 'H-02', severity: 'HIGH', status: 'suppressed' }),
    buildFinding({ id: 'H-03', severity: 'HIGH', status: 'rejected' }),
    buildFinding({ id: 'H-04', severity: 'HIGH', introduced: false }),
  ];
  const { call } = await connect(undefined, { kind: 'stored', id: 'run-0001', report: buildReport({ findings }) });
  const { structuredContent } = await call('review_status', { review_id: 'run-0001' });
  expect(structuredContent).toMatchObject({ findings: 1, next: { action: 'report' } });
});
