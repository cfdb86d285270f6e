import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { Client, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCli as runHere } from '../src/cli/run-command.ts';
import { createTokenCounter } from '../src/context/tokens.ts';
import { createFolderFixture, createGitFixture } from './contracts/temporary-repository.ts';
import { MAIN, runCli, runProcess } from './e2e/run-cli.ts';

const GITHUB_TOKEN = `ghp_${'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d'}`;

type Output = Record<string, unknown>;

/** The server as a process, as a host starts it. */
function startProcess(place: Place): Transport {
  const { args, cwd, env } = place;
  return new StdioClientTransport({ command: process.execPath, args: [MAIN, ...args], cwd, env, stderr: 'ignore' });
}

/** The same in this process: lines of JSON on streams. */
function startHere({ args, cwd, env }: Place): Transport {
  const stdin = new PassThrough();
  const lines = new ReadBuffer();
  const transport: Transport = {
    async start() {
      const stdout = {
        write(text: string) {
          lines.append(Buffer.from(text));
          for (let message = lines.readMessage(); message !== null; message = lines.readMessage())
            transport.onmessage?.(message);
        },
      };
      const stderr = { write: () => undefined };
      const interrupt = new AbortController().signal;
      const terminal = { stdin, stdout, stderr, environment: env, workingDirectory: cwd, interrupt };
      void runHere(args, terminal).then(() => transport.onclose?.());
    },
    async send(message) {
      stdin.write(serializeMessage(message));
    },
    async close() {
      stdin.end();
    },
  };
  return transport;
}

interface Place {
  readonly args: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

async function connect(
  options: {
    args?: readonly string[];
    cwd?: string;
    env?: Record<string, string>;
    start?: (place: Place) => Transport;
  } = {},
) {
  const state = createFolderFixture();
  const { start = startHere, args = [], cwd = state.root } = options;
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: state.root,
    CONSENSUS_REVIEW_STATE_DIR: state.path('state'),
    ...options.env,
  };
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(start({ args: ['mcp', ...args], cwd, env }));
  onTestFinished(() => client.close());
  const call = async (name: string, args: Output): Promise<{ output: Output; text: string; isError: boolean }> => {
    const result = await client.callTool({ name, arguments: args });
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    const isError = result.isError === true;
    if (!isError) expect(JSON.parse(text)).toEqual(result.structuredContent);
    return { output: (result.structuredContent ?? {}) as Output, text, isError };
  };
  return { client, call, state };
}

const twelve = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`src/part-${i}.ts`, `export const part${i} = ${'x + '.repeat(i)}1;\n`]),
);

describe('the tools', () => {
  test('are those of contextd, with its arguments, and say what they need', async () => {
    const { client } = await connect({ start: startProcess });
    expect(client.getServerVersion()?.name).toBe('consensus-review');
    const { tools } = await client.listTools();
    const signatures = tools.map(({ name, inputSchema }) => [
      name,
      Object.keys(inputSchema.properties ?? {}),
      inputSchema.required ?? [],
    ]);
    expect(signatures).toEqual([
      ['repository_index', ['path', 'branch', 'include_patterns', 'exclude_patterns', 'max_file_size'], ['path']],
      [
        'semantic_search',
        ['query', 'project_path', 'branch', 'limit', 'branch_id', 'refresh'],
        ['query', 'project_path'],
      ],
      [
        'branch_create',
        ['session_id', 'description', 'prompt', 'budget', 'timeout_seconds', 'project_id', 'parent_branch_id'],
        ['session_id', 'description'],
      ],
      ['branch_return', ['branch_id', 'message'], ['branch_id']],
      ['branch_status', ['branch_id', 'session_id'], []],
      ['review_plan', ['path', 'scope', 'base', 'reviewers', 'with_prompts'], ['path']],
      ['review_submit', ['review_id', 'agent', 'output'], ['review_id', 'output']],
      ['review_status', ['review_id'], ['review_id']],
      ['review_report', ['review_id', 'format'], ['review_id']],
      [
        'review_run',
        [
          ...['path', 'playbook', 'mode', 'scope', 'all', 'staged'],
          ...['commit', 'base', 'head', 'diff', 'include', 'exclude'],
        ],
        ['path'],
      ],
    ]);
    for (const { description } of tools) expect(description).toMatch(/\w{3}/u);
    const hints = tools.map(({ name, annotations: { readOnlyHint, destructiveHint = true } = {} }) => [
      name,
      readOnlyHint === true ? 'reads' : destructiveHint ? 'destroys' : 'writes',
    ]);
    expect(hints).toEqual([
      ['repository_index', 'writes'],
      ['semantic_search', 'writes'],
      ['branch_create', 'writes'],
      ['branch_return', 'writes'],
      ['branch_status', 'reads'],
      ['review_plan', 'writes'],
      ['review_submit', 'writes'],
      ['review_status', 'reads'],
      ['review_report', 'reads'],
      ['review_run', 'writes'],
    ]);
  });

  test('wrong calls are answered as errors and the server goes on', async () => {
    const { call, client } = await connect();
    const folder = createFolderFixture({ 'a.ts': 'x\n' });
    for (const [name, args, says] of [
      ['repository_index', {}, /path/u],
      ['repository_index', { path: folder.path('nowhere') }, /does not exist/u],
      ['repository_index', { path: folder.path('a.ts') }, /not a folder/u],
      ['repository_index', { path: `${folder.root}\0` }, /./u],
      ['repository_index', { path: folder.root, max_file_size: -1 }, /max_file_size/u],
      ['repository_index', { path: folder.root, branch: 'elsewhere' }, /not checked out/u],
      ['semantic_search', { query: '', project_path: folder.root }, /query/u],
      ['semantic_search', { query: 'x', project_path: folder.root, branch_id: 'br_00000000' }, /no branch/u],
      ['branch_create', { session_id: 's', description: 'd'.repeat(501) }, /description/u],
      ['branch_create', { session_id: 's', description: 'd', prompt: 'p'.repeat(10_001) }, /prompt/u],
      ['branch_create', { session_id: 's', description: 'd', budget: -1 }, /budget/u],
      ['branch_return', { branch_id: 'br_00000000', message: 'm'.repeat(50_001) }, /message/u],
      ['branch_return', { branch_id: 'br_00000000', message: 'm' }, /no branch/u],
      ['branch_status', {}, /branch_id or session_id/u],
      ['branch_status', { branch_id: 'br_00000000' }, /no branch/u],
    ] as const) {
      const answer = await call(name, args);
      expect(answer.isError, `${name} ${JSON.stringify(args).slice(0, 80)}`).toBe(true);
      expect(answer.text).toMatch(says);
    }
    await expect(client.callTool({ name: 'review_everything', arguments: {} })).rejects.toThrow();
    expect((await call('branch_status', { session_id: 'nobody' })).output).toMatchObject({ status: 'none' });
  });
});

describe('repository_index', () => {
  test('takes a file filter, knows the branch and counts the tokens of every file: 12 files, 12 counts [CONTEXT-01, REV-05]', async () => {
    const fixture = createGitFixture({ ...twelve, 'docs/a.md': '# A\n', 'big.ts': 'x;\n'.repeat(2000) });
    fixture.git('checkout', '-qb', 'feature/x');
    const { call } = await connect();
    const filter = { include_patterns: ['src/**'] };
    const { output } = await call('repository_index', { path: fixture.root, ...filter, tenant_id: 'ignored' });
    const counter = createTokenCounter();
    const files = Object.entries(twelve)
      .map(([path, text]) => ({ path, tokens: counter.count(text), loc: 1, language: 'typescript', estimated: false }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(output).toEqual({
      path: fixture.root,
      branch: 'feature/x',
      collection_name: expect.stringMatching(/_codebase$/u),
      files_indexed: 12,
      total_tokens: files.reduce((sum, { tokens }) => sum + tokens, 0),
      files_ignored: 0,
      files_omitted: 0,
      files,
    });
    const excluded = { exclude_patterns: ['src/**', 'docs/**'], max_file_size: 1000 };
    const rest = await call('repository_index', { path: fixture.root, branch: 'feature/x', ...excluded });
    expect(rest.output).toMatchObject({ files_indexed: 0, total_tokens: 0, files: [] });
    expect(existsSync(join(fixture.root, 'state'))).toBe(false);
    expect(fixture.git('status', '--porcelain')).toBe('');
  });

  test('a filter hides nothing from search that was indexed before', async () => {
    const fixture = createGitFixture({ 'a.ts': 'const walrus = 1;\n', 'b.ts': 'const zebra = 1;\n' });
    const { call } = await connect();
    await call('repository_index', { path: fixture.root });
    await call('repository_index', { path: fixture.root, include_patterns: ['b.ts'] });
    const { output } = await call('semantic_search', { query: 'walrus', project_path: fixture.root });
    expect(output).toMatchObject({ source: 'keyword', count: 1 });
  });

  test('without git the branch is null, and links out of the folder are not followed', async () => {
    const outside = createFolderFixture({ 'secret.ts': 'CANARY\n' });
    const fixture = createFolderFixture({ 'a.ts': 'x\n' });
    symlinkSync(outside.root, fixture.path('linked'));
    const { call } = await connect();
    const { output } = await call('repository_index', { path: fixture.root });
    expect(output).toMatchObject({ branch: null, files_indexed: 1, files_ignored: 1 });
    const found = await call('semantic_search', { query: 'CANARY', project_path: fixture.root });
    expect(found.output).toMatchObject({ count: 0, source: 'grep' });
  });

  test('a reply lists only so many files as an agent can read, and says how many it leaves out', async () => {
    const name = 'a-rather-long-name-of-a-folder/'.repeat(4);
    const files = Object.fromEntries(
      Array.from({ length: 400 }, (_, i) => [`${name}f${i}.ts`, `export const a = ${i};\n`]),
    );
    const fixture = createFolderFixture(files);
    const { call } = await connect();
    const { output, text } = await call('repository_index', { path: fixture.root });
    const listed = (output.files as readonly unknown[]).length;
    expect([output.files_indexed, listed + Number(output.files_omitted)]).toEqual([400, 400]);
    expect([listed > 200, listed < 400, text.length < 65_000]).toEqual([true, true, true]);
  });

  test('with -C the server serves that folder alone, by whatever name', async () => {
    const inside = createFolderFixture({ 'sub/a.ts': 'x\n' });
    const outside = createFolderFixture({ 'a.ts': 'x\n' });
    symlinkSync(outside.root, inside.path('way-out'));
    const { call } = await connect({ args: ['-C', inside.root] });
    expect((await call('repository_index', { path: 'sub' })).output).toMatchObject({ files_indexed: 1 });
    for (const path of [outside.root, '..', inside.path('way-out'), `${inside.root}/../`]) {
      const answer = await call('repository_index', { path });
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining('this server only serves') });
    }
  });
});

describe('semantic_search', () => {
  test('answers from the index with lines and a score, from the files where there is no index', async () => {
    const fixture = createGitFixture({
      'src/till.ts': 'export function openCashDrawer(): void {}\n',
      'src/other.ts': 'export const nothing = 1;\n',
    });
    const { call } = await connect();
    const ask = { query: 'cash drawer', project_path: fixture.root };
    const before = await call('semantic_search', { ...ask, query: 'OPENCASHDRAWER' });
    expect(before.output).toEqual({
      query: 'OPENCASHDRAWER',
      source: 'grep',
      count: 1,
      results: [
        {
          file_path: 'src/till.ts',
          start_line: 1,
          end_line: 1,
          score: 1,
          branch: 'main',
          content: 'export function openCashDrawer(): void {}',
          line_number: 1,
        },
      ],
      results_omitted: 0,
      note: expect.stringContaining('is not fully indexed'),
    });
    await call('repository_index', { path: fixture.root });
    const after = await call('semantic_search', { ...ask, limit: 1 });
    expect(after.output).toMatchObject({
      source: 'keyword',
      count: 1,
      results: [{ file_path: 'src/till.ts', branch: 'main', metadata: { start_line: 1, end_line: 1 } }],
    });
    fixture.write({ 'src/new.ts': 'export const penguinColony = 1;\n' });
    const query = { query: 'penguin colony', project_path: fixture.root };
    expect((await call('semantic_search', query)).output).toMatchObject({ count: 0 });
    expect((await call('semantic_search', { ...query, refresh: true })).output).toMatchObject({
      source: 'keyword',
      results: [{ file_path: 'src/new.ts' }],
    });
  });

  test('a branch is answered for by its own index or not at all', async () => {
    const fixture = createGitFixture({ 'a.ts': 'export const walrus = 1;\n' });
    const { call } = await connect();
    const ask = { query: 'walrus', project_path: fixture.root };
    await call('repository_index', { path: fixture.root });
    fixture.git('checkout', '-qb', 'other');
    fixture.write({ 'b.ts': 'export const penguin = 1;\n' });
    const refused = await call('semantic_search', { ...ask, branch: 'nowhere' });
    expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/branch nowhere .* is not indexed/u) });
    const main = { ...ask, branch: 'main' };
    expect((await call('semantic_search', main)).output).toMatchObject({ count: 1, results: [{ branch: 'main' }] });
    expect((await call('semantic_search', { ...main, query: 'penguin' })).output).toMatchObject({ count: 0 });
    expect((await call('semantic_search', { ...ask, query: 'penguin', branch: 'other' })).output).toMatchObject({
      source: 'grep',
      results: [{ file_path: 'b.ts', branch: 'other' }],
      note: expect.stringContaining('is not fully indexed'),
    });
  });

  test('an index of a part says that it is one; agents that refresh it side by side get the same whole', async () => {
    const fixture = createFolderFixture({ 'a.ts': 'export const walrus = 1;\n', 'b.ts': 'walrus.swim();\n' });
    const { call } = await connect();
    await call('repository_index', { path: fixture.root, include_patterns: ['a.ts'] });
    const ask = { query: 'walrus', project_path: fixture.root };
    const note = expect.stringContaining('only a part');
    expect((await call('semantic_search', ask)).output).toMatchObject({ source: 'keyword', count: 1, note });
    const answers = await Promise.all([1, 2, 3, 4].map(() => call('semantic_search', { ...ask, refresh: true })));
    for (const { output } of answers) expect([output.count, output.note]).toEqual([2, undefined]);
    expect((await call('semantic_search', ask)).output).toMatchObject({ count: 2 });
  });

  test('words that the index knows only as they stand are answered with their line, not the whole passage', async () => {
    const fixture = createFolderFixture({ 'a.ts': 'function f() {\n  g();\n  return a !== b;\n}\n' });
    const { call } = await connect();
    await call('repository_index', { path: fixture.root });
    const { output } = await call('semantic_search', { query: ' !== ', project_path: fixture.root });
    expect(output).toEqual({
      query: ' !== ',
      source: 'grep',
      count: 1,
      results: [
        {
          file_path: 'a.ts',
          start_line: 3,
          end_line: 3,
          score: 1,
          branch: null,
          content: '  return a !== b;',
          line_number: 3,
        },
      ],
      results_omitted: 0,
    });
  });

  test('is charged to the branch that asks before it is delivered; what does not fit is left out, then refused', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [`src/walrus-${i}.ts`, `export const walrus${i} = '${'w '.repeat(60)}';\n`]),
    );
    const fixture = createFolderFixture(files);
    const { call } = await connect();
    await call('repository_index', { path: fixture.root });
    const { output } = await call('branch_create', { session_id: 's', description: 'd', budget: 600 });
    const ask = { query: 'walrus', project_path: fixture.root, branch_id: output.branch_id };
    const first = await call('semantic_search', ask);
    const kept = Number(first.output.count);
    expect([kept > 0, kept + Number(first.output.results_omitted)]).toEqual([true, 8]);
    expect(Number(first.output.budget_used)).toBeLessThanOrEqual(600);
    expect(first.output.budget_remaining).toBe(600 - Number(first.output.budget_used));
    expect(first.output.warning).toMatch(/^80 % of the budget is used: \d+ of 600 tokens$/u);
    const second = await call('semantic_search', ask);
    expect(second).toMatchObject({ isError: true, text: expect.stringContaining('return now') });
    expect((await call('branch_status', { branch_id: output.branch_id })).output).toMatchObject({
      status: 'active',
      budget_used: first.output.budget_used,
      must_return: true,
    });
    expect((await call('branch_return', { branch_id: output.branch_id, message: 'done' })).output).toMatchObject({
      success: true,
      message: 'done',
    });
  });
});

describe('branches', () => {
  test('six agents of one session work side by side; ten may, an eleventh not', async () => {
    const { call } = await connect();
    const open = () => call('branch_create', { session_id: 'run', description: 'agent', prompt: 'review' });
    const created = await Promise.all(Array.from({ length: 10 }, open));
    for (const { output } of created) {
      expect(output).toEqual({
        branch_id: expect.stringMatching(/^br_[0-9a-f]{8}$/u),
        budget_allocated: 8192,
        depth: 0,
      });
    }
    const ids = created.map(({ output }) => String(output.branch_id));
    expect(new Set(ids).size).toBe(10);
    expect(await open()).toMatchObject({ isError: true, text: expect.stringContaining('10 open branches') });
    const [first] = ids;
    expect((await call('branch_status', { branch_id: first })).output).toEqual({
      branch_id: first,
      session_id: 'run',
      status: 'active',
      depth: 0,
      budget_used: 0,
      budget_total: 8192,
      budget_remaining: 8192,
      must_return: false,
      reason: null,
    });
    await call('branch_return', { branch_id: first, message: 'ok' });
    expect((await open()).isError).toBe(false);
    expect((await call('branch_return', { branch_id: first, message: 'again' })).isError).toBe(true);
  });

  test('budget is capped, depth ends at 2, children end before their parent', async () => {
    const { call } = await connect();
    const open = async (more: Output) =>
      (await call('branch_create', { session_id: 's', description: 'd', ...more })).output;
    const root = await open({ budget: 1_000_000, timeout_seconds: 100_000 });
    expect(root).toMatchObject({ budget_allocated: 32_768, depth: 0 });
    const child = await open({ parent_branch_id: root.branch_id, budget: 10 });
    const grandchild = await open({ parent_branch_id: child.branch_id, budget: 0 });
    expect([child.depth, grandchild.depth, grandchild.budget_allocated]).toEqual([1, 2, 8192]);
    const deeper = { session_id: 's', description: 'd', parent_branch_id: grandchild.branch_id };
    expect(await call('branch_create', deeper)).toMatchObject({
      isError: true,
      text: expect.stringContaining('3 deep'),
    });
    const { output } = await call('branch_return', { branch_id: root.branch_id, message: 'all done' });
    expect(output).toMatchObject({ success: true, children_ended: [grandchild.branch_id, child.branch_id] });
    expect((await call('branch_status', { branch_id: child.branch_id })).output).toMatchObject({ status: 'failed' });
  });

  test('a branch that does not return in time has timed out', async () => {
    const { call } = await connect();
    const { output } = await call('branch_create', { session_id: 's', description: 'd', timeout_seconds: 1 });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect((await call('branch_status', { branch_id: output.branch_id })).output).toMatchObject({ status: 'timeout' });
    expect((await call('branch_return', { branch_id: output.branch_id, message: 'late' })).isError).toBe(true);
  });

  test('a message leaves without its secrets and is paid for', async () => {
    const { call } = await connect();
    const { output } = await call('branch_create', { session_id: 's', description: 'd' });
    const message = `found ${GITHUB_TOKEN} in config // secretlint-disable-line`;
    const returned = await call('branch_return', { branch_id: output.branch_id, message });
    expect(returned.output.message).toBe('found [redacted:github-token:1] in config // secretlint-disable-line');
    expect(Number(returned.output.tokens_used)).toBeGreaterThan(5);
    expect(returned.text).not.toContain(GITHUB_TOKEN);
  });
});

test('requests piped in are all answered; standard output carries the protocol alone, warnings go to standard error', async () => {
  const fixture = createFolderFixture({ 'a.ts': 'x\n', '.git': 'gitdir: /nowhere\n' });
  const state = createFolderFixture();
  const request = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
  const input = [
    request({ id: 1, method: 'initialize', params: hello }),
    request({ method: 'notifications/initialized' }),
    'this is not JSON\n',
    request({ id: 2, method: 'tools/call', params: { name: 'repository_index', arguments: { path: '.' } } }),
    request({ id: 'last', method: 'tools/list' }),
  ].join('');
  const { stdout, stderr, code } = await runProcess(['mcp'], {
    cwd: fixture.root,
    input,
    env: { CONSENSUS_REVIEW_STATE_DIR: state.path('state') },
  });
  expect(code).toBe(0);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ jsonrpc, id }) => [jsonrpc, id]).sort()).toEqual([
    ['2.0', 1],
    ['2.0', 2],
    ['2.0', 'last'],
  ]);
  expect(lines.find(({ id }) => id === 2).result.structuredContent).toMatchObject({ files_indexed: 1 });
  expect(stderr).toContain('git was not used');
  expect(readdirSync(fixture.root).sort()).toEqual(['.git', 'a.ts']);
});

test('no input at all ends the server at once', async () => {
  expect(await runProcess(['mcp'])).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a folder that is not there is said at the start', async () => {
  const { code, stdout, stderr } = await runCli(['mcp', '-C', join(import.meta.dirname, 'nowhere')]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('does not exist');
});

describe('a review by agents of the host', () => {
  const finding = (severity: string, line: number) => ({
    severity,
    category: 'injection',
    file: 'src/a.ts',
    line,
    issue: `A problem in line ${line} that somebody can use`,
    evidence: 'x',
    recommendation: 'Mend it.',
  });
  const outputOf = (agent: string, findings: readonly object[], more: object = {}): string =>
    `===AGENT_RESULT===\n${JSON.stringify({ agent, partial: false, findings, verdict: 'WARN', ...more })}\n===AGENT_RESULT_END===\n`;
  const FOLDER = { 'src/a.ts': 'x\ny\nz\n', 'src/b.ts': 'y\n' };
  const BOTH = ['security-reviewer', 'code-quality-reviewer'];

  async function open(reviewers = BOTH) {
    const connection = await connect();
    const folder = createFolderFixture(FOLDER);
    const planned = await connection.call('review_plan', { path: folder.root, scope: ['src'], reviewers });
    const id = String(planned.output.review_id);
    const submit = (output: string, agent?: string) =>
      connection.call('review_submit', { review_id: id, output, ...(agent === undefined ? {} : { agent }) });
    return { ...connection, folder, planned, id, submit };
  }

  test('plan, submit, status: the reply is the return signal and the path of the report, the report only on request [HOST-14]', async () => {
    const { call, planned, id, submit, folder } = await open();
    expect(planned.output).toMatchObject({
      selection: 'src',
      isolation: 'shared',
      agents: [
        { agent: 'security-reviewer', files: 2, prompt: null },
        { agent: 'code-quality-reviewer', files: 2, prompt: null },
      ],
      files_omitted: 0,
    });
    const first = await submit(outputOf('security-reviewer', [finding('HIGH', 1), finding('LOW', 3)]));
    expect(first.output).toMatchObject({
      agent: 'security-reviewer',
      complete: false,
      kept: { complete: true, truncation: 'none', findings: 2, severities: { HIGH: 1, LOW: 1 } },
      next: { action: 'submit', agents: ['code-quality-reviewer'] },
    });
    const signal = String(first.output.signal);
    expect(signal).toContain('coordinator_type: research');
    expect(signal).toContain('requires_continuation: true');
    expect(signal).toContain('code-quality-reviewer');
    expect(first.text).not.toContain('somebody can use');

    const last = await submit(outputOf('code-quality-reviewer', []));
    expect(last.output).toMatchObject({ complete: true, findings: 2, next: { action: 'report' } });
    expect(String(last.output.signal)).toContain('requires_continuation: false');
    const path = String(last.output.report_path);
    expect(path.startsWith(folder.root)).toBe(false);
    const stored = JSON.parse(readFileSync(path, 'utf8'));
    expect(stored).toMatchObject({ schema: 'consensus-review/report@1', complete: true, run: { id } });
    expect(stored.findings).toHaveLength(2);
    expect(stored.scope.files).toBe(2);

    const status = await call('review_status', { review_id: id });
    expect(status.output.agents).toEqual(BOTH.map((agent) => ({ agent, status: 'completed' })));
    expect(status.text).not.toContain('somebody can use');
    const report = await call('review_report', { review_id: id });
    expect(report.output.format).toBe('markdown');
    expect(String(report.output.report)).toContain('somebody can use');
    const json = await call('review_report', { review_id: id, format: 'json' });
    expect(JSON.parse(String(json.output.report)).findings).toEqual(stored.findings);
  });

  test('a cut output keeps its whole findings and is followed up; a useless one is asked for again with half the files', async () => {
    const { submit } = await open(['security-reviewer']);
    const whole = outputOf('security-reviewer', [finding('HIGH', 1), finding('HIGH', 3)]);
    const cut = await submit(whole.slice(0, whole.lastIndexOf('"line":3')));
    expect(cut.output).toMatchObject({
      complete: false,
      kept: { complete: false, truncation: 'mild', findings: 1 },
      next: { action: 'follow-up', agents: ['security-reviewer'], files: ['src/a.ts', 'src/b.ts'] },
    });
    const useless = await submit('I could not', 'security-reviewer');
    expect(useless.output).toMatchObject({
      kept: { truncation: 'severe', findings: 0 },
      findings: 1,
      next: { action: 'retry', agents: ['security-reviewer'], files: ['src/a.ts'] },
    });
    const again = await submit(whole);
    expect(again.output).toMatchObject({ complete: true, next: { action: 'report' } });
  });

  test('a cut output that names no agent is severe although the host says whose it is: asked for again, its findings are leads [REV-25]', async () => {
    const { submit, call, id } = await open(['security-reviewer']);
    const whole = outputOf('security-reviewer', [finding('HIGH', 1), finding('HIGH', 3)]).replace(
      '"agent":"security-reviewer",',
      '',
    );
    const cut = await submit(whole.slice(0, whole.lastIndexOf('"line":3')), 'security-reviewer');
    expect(cut.output).toMatchObject({
      findings: 0,
      kept: { truncation: 'severe', findings: 0, needs_reaudit: [{ id: 'F001', file: 'src/a.ts' }] },
      next: { action: 'retry', agents: ['security-reviewer'], files: ['src/a.ts'] },
    });
    const report = await call('review_report', { review_id: id, format: 'json' });
    expect(JSON.parse(String(report.output.report)).truncation.needs_reaudit).toEqual([
      { agent: 'security-reviewer', id: 'F001', file: 'src/a.ts' },
    ]);
    expect((await submit(whole, 'security-reviewer')).output).toMatchObject({ findings: 2, complete: true });
  });

  test('whose output it is must be known, secrets do not pass, and an unknown review is an error in words', async () => {
    const { call, submit, id } = await open(['security-reviewer']);
    const stranger = await submit(outputOf('somebody', []));
    expect([stranger.isError, stranger.text.includes('security-reviewer')]).toEqual([true, true]);
    const leaked = { ...finding('HIGH', 1), evidence: GITHUB_TOKEN };
    await submit(outputOf('security-reviewer', [leaked]));
    const report = await call('review_report', { review_id: id, format: 'json' });
    expect(JSON.parse(String(report.output.report)).findings).toHaveLength(1);
    expect(report.text).not.toContain(GITHUB_TOKEN);
    const unknown = await call('review_status', { review_id: 'rv_00000000' });
    expect([unknown.isError, unknown.text.includes('review_plan')]).toEqual([true, true]);
  });

  test('prompts come where they are asked for, and every agent of the scope is planned', async () => {
    const { call } = await connect();
    const folder = createFolderFixture(FOLDER);
    const { output } = await call('review_plan', { path: folder.root, scope: ['src'], with_prompts: true });
    const agents = output.agents as { agent: string; prompt: string; budget_tokens: number }[];
    expect(agents.length).toBeGreaterThan(4);
    for (const { agent, prompt, budget_tokens } of agents) {
      expect(prompt).toContain(agent);
      expect(prompt).toContain(String(budget_tokens));
    }
  });
});

describe('a whole run by the embedded reviewers', () => {
  const FLAW =
    "import { exec } from 'node:child_process';\nexport const run = (req, res) => exec('ls ' + req.query.dir);\n";
  const readReport = (output: Output) => JSON.parse(readFileSync(String(output.report_path), 'utf8'));

  test('a review: the reply is the return signal and the path of the report, which is that of the command line [HOST-14]', async () => {
    const { call, state } = await connect();
    const folder = createFolderFixture({ 'src/a.ts': FLAW, 'src/b.ts': 'export const b = 1;\n' });
    const { output, text } = await call('review_run', { path: folder.root, all: true });
    expect(output).toMatchObject({ playbook: 'review', selection: 'whole folder', complete: true });
    expect(String(output.signal)).toContain('requires_continuation: false');
    const report = readReport(output);
    expect(String(output.report_path).startsWith(folder.root)).toBe(false);
    expect(report.findings.length).toBeGreaterThan(0);
    expect(output.findings).toBe(report.findings.length);
    for (const { title } of report.findings) expect(text).not.toContain(title);
    const shown = await runCli(['review', '--all', '-f', 'json'], { cwd: folder.root });
    expect(JSON.parse(shown.stdout).findings).toEqual(report.findings);
    const stored = await runCli(['runs', 'list', '-f', 'json'], {
      cwd: folder.root,
      env: { CONSENSUS_REVIEW_STATE_DIR: state.path('state') },
    });
    expect(JSON.parse(stored.stdout).runs.map(({ id }: { id: string }) => id)).toEqual([output.run_id]);
  });

  test('an audit in the depth that was asked for', async () => {
    const { call } = await connect();
    const folder = createFolderFixture({ 'src/a.ts': FLAW });
    const { output } = await call('review_run', {
      path: folder.root,
      playbook: 'audit',
      mode: 'quick',
      scope: ['src'],
    });
    expect(output).toMatchObject({ playbook: 'audit', selection: 'src' });
    expect(readReport(output).audit.mode).toBe('quick');
  });

  test('every scope of the command line', async () => {
    const { call } = await connect();
    const repository = createGitFixture({ 'a.ts': 'export const a = 1;\n', 'b.ts': 'export const b = 1;\n' });
    repository.write({ 'a.ts': FLAW });
    repository.commit('second');
    repository.write({ 'c.ts': 'export const c = 1;\n' });
    repository.git('add', 'c.ts');
    const filesOf = async (scope: Output): Promise<readonly string[]> => {
      const { output, text, isError } = await call('review_run', { path: repository.root, ...scope });
      if (isError) throw new Error(text);
      return readReport(output)
        .coverage.files.map(({ path }: { path: string }) => path)
        .toSorted();
    };
    const patch = '--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-export const b = 0;\n+export const b = 1;\n';
    expect(await filesOf({ all: true })).toEqual(['a.ts', 'b.ts', 'c.ts']);
    expect(await filesOf({ scope: ['b.ts'] })).toEqual(['b.ts']);
    expect(await filesOf({ staged: true })).toEqual(['c.ts']);
    expect(await filesOf({ commit: 'HEAD' })).toEqual(['a.ts']);
    expect(await filesOf({ base: 'HEAD~1' })).toEqual(['a.ts', 'c.ts']);
    expect(await filesOf({ base: 'HEAD~1', head: 'HEAD' })).toEqual(['a.ts']);
    expect(await filesOf({ diff: patch })).toEqual(['b.ts']);
    expect(await filesOf({ all: true, include: ['a.ts', 'b.ts'], exclude: ['b.ts'] })).toEqual(['a.ts']);
  });

  test('what contradicts itself and what lies outside is refused, and no model is asked', async () => {
    const folder = createFolderFixture({ 'a.ts': FLAW });
    const { call } = await connect({
      args: ['-C', folder.root],
      env: { CONSENSUS_REVIEW_MODEL: 'openai/none', CONSENSUS_REVIEW_REVIEWER_MODELS: 'security-reviewer=openai/none' },
    });
    for (const [args, says] of [
      [{ all: true, staged: true }, /all and staged name two scopes/u],
      [{ scope: ['a.ts'], commit: 'HEAD' }, /scope and commit name two scopes/u],
      [{ head: 'HEAD' }, /head needs base/u],
      [{ mode: 'deep' }, /mode is for playbook: audit/u],
      [{ path: createFolderFixture({ 'b.ts': 'x\n' }).root }, /only serves/u],
    ] as const) {
      const { text, isError } = await call('review_run', { path: folder.root, ...args });
      expect([isError, text]).toEqual([true, expect.stringMatching(says)]);
    }
    const { output } = await call('review_run', { path: folder.root, all: true });
    const report = readReport(output);
    expect(report.complete).toBe(true);
    expect(report.agents.map(({ model }: { model: string | null }) => model).filter((model: unknown) => model)).toEqual(
      [],
    );
    expect(report.agents).not.toEqual([]);
  });
});
