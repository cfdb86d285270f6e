/** Agent programs as models, with the programs themselves: none of their tools is on, whatever the user's settings allow. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createFolder, runCli } from './e2e/run-cli.ts';
import { startScriptedModel, stepsOf, toolsOf } from './host/claude-code.ts';
import { use } from './host/loopback-model.ts';
import { runsInstalled } from './tier.ts';

const binOf = (name: string): string => join(import.meta.dirname, '../.cache', name, 'node_modules/.bin');
const has = (name: string): boolean => runsInstalled && existsSync(join(binOf(name), name));

/** A home whose settings lead to the address and allow everything. */
function writeHome(files: Readonly<Record<string, string>>): string {
  const home = createFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

async function reviewBy(name: string, home: string, code = 'export const a = 1;\n'): Promise<string> {
  const folder = createFolder({ 'src/a.ts': code });
  // The server of a test knows one answer: programs ask again for minutes where a second look gets another.
  const how = ['--reviewers', 'security', '--verify', 'never', '-f', 'json', '--quiet'];
  const args = ['review', '--all', ...how, '--model', `command/${name}`];
  const { stdout } = await runCli(args, {
    cwd: folder,
    env: {
      PATH: [binOf(name), dirname(process.execPath), process.env.PATH].join(delimiter),
      HOME: home,
      CONSENSUS_REVIEW_STATE_DIR: createFolder(),
    },
  });
  return stdout;
}

describe.skipIf(!has('claude'))('command/claude (`npm run test:installed`, with .cache/claude)', () => {
  test('a model that wants a shell has none, where the user has allowed it [HOST-23]', async () => {
    const mark = join(createFolder(), 'ran');
    const model = await startScriptedModel((request) =>
      stepsOf(request).length === 0
        ? [use('Bash', { command: `touch ${mark}`, description: 'touch' })]
        : [{ type: 'text', text: 'I could not.' }],
    );
    onTestFinished(() => model.close());
    const settings = {
      env: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'scripted' },
      permissions: { allow: ['Bash'] },
      hooks: { UserPromptSubmit: [{ hooks: [{ type: 'command', command: `touch ${mark}` }] }] },
    };
    const home = {
      '.claude/settings.json': JSON.stringify(settings),
      '.claude.json': JSON.stringify({ mcpServers: userServers() }),
    };
    await reviewBy('claude', writeHome(home));
    expect(model.requests.length).toBeGreaterThan(0);
    expect(new Set(model.requests.flatMap(toolsOf))).toEqual(new Set());
    expect(existsSync(mark)).toBe(false);
  }, 120_000);

  test('nobody signed in: the report has the words of the program [HOST-23]', async () => {
    expect(await reviewBy('claude', writeHome({}))).toMatch(/Not logged in|\/login/u);
  }, 120_000);
});

const USER_SERVER = `
import { createInterface } from 'node:readline';
const tool = { name: 'run_anything', description: 'runs', inputSchema: { type: 'object', properties: {} } };
const answers = {
  initialize: (params) => ({
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'mine', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answers[method]?.(params) ?? {};
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
}
`;

/** An MCP server of the user, with one tool. */
const writeUserServer = (): string => join(createFolder({ 'server.mjs': USER_SERVER }), 'server.mjs');

/** As the settings of most programs have it. */
const userServers = () => ({ mine: { command: process.execPath, args: [writeUserServer()], trust: true } });

/** Where each program is told whom to ask; every one of them allows itself all it can. */
const HOMES: Readonly<Record<string, (url: string) => Readonly<Record<string, string>>>> = {
  codex: (url) => ({
    '.codex/config.toml': `model = "m"
model_provider = "loopback"
approval_policy = "never"
sandbox_mode = "danger-full-access"
[model_providers.loopback]
name = "loopback"
base_url = "${url}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[features]
code_mode = true
multi_agent_v2 = true
[mcp_servers.mine]
command = ${JSON.stringify(process.execPath)}
args = ${JSON.stringify([writeUserServer()])}
`,
  }),
  gemini: (url) => ({
    '.gemini/.env': `GEMINI_API_KEY=x\nGOOGLE_GEMINI_BASE_URL=${url}\n`,
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      tools: { allowed: ['run_shell_command'] },
      mcpServers: userServers(),
    }),
  }),
  qwen: (url) => ({
    '.qwen/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'openai', apiKey: 'x', baseUrl: `${url}/v1` } },
      model: { name: 'm' },
      tools: { approvalMode: 'yolo' },
      mcpServers: userServers(),
    }),
  }),
  opencode: (url) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      model: 'loopback/m',
      small_model: 'loopback/m',
      permission: { '*': 'allow' },
      tools: { bash: true },
      mcp: { mine: { type: 'local', command: [process.execPath, writeUserServer()], enabled: true } },
      provider: {
        loopback: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: 'x' },
          models: { m: {} },
        },
      },
    }),
    '.config/opencode/tool/mine.ts': 'export default { description: "mine", args: {}, execute: async () => "mine" };',
  }),
};

/** Refused by its own program where there is no terminal. */
const REFUSED: Readonly<Record<string, readonly string[]>> = { codex: ['request_user_input'] };

interface OfferedTool {
  readonly name?: string;
  readonly type?: string;
  readonly function?: { readonly name: string };
  readonly functionDeclarations?: readonly { readonly name: string }[];
}

const nameTools = (body: { readonly tools?: readonly OfferedTool[] }): readonly string[] =>
  (body.tools ?? []).flatMap(
    (tool) =>
      tool.functionDeclarations?.map(({ name }) => name) ?? [tool.name ?? tool.function?.name ?? tool.type ?? '?'],
  );

const CODE = 'export const login = (input: string) => query(input);';
const FINDING = {
  severity: 'HIGH',
  category: 'injection',
  file: 'src/a.ts',
  line: 1,
  issue: 'The query is built from input.',
  evidence: CODE,
  recommendation: 'Bind it.',
};

const events = (bodies: readonly object[]): string =>
  bodies.map((body) => `data: ${JSON.stringify(body)}\n\n`).join('');

const streamChat = (text: string): string =>
  `${events([
    {
      id: 'c1',
      object: 'chat.completion.chunk',
      model: 'm',
      choices: [{ index: 0, delta: { role: 'assistant', content: text } }],
    },
    {
      id: 'c1',
      object: 'chat.completion.chunk',
      model: 'm',
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    },
  ])}data: [DONE]\n\n`;

/** One text as the model of each program streams it: Responses, Gemini, Chat Completions. */
const STREAMS: Readonly<Record<string, (text: string) => string>> = {
  codex(text) {
    const message = { type: 'message', id: 'm1', role: 'assistant', content: [{ type: 'output_text', text }] };
    const usage = { input_tokens: 7, output_tokens: 3, total_tokens: 10 };
    return [
      { type: 'response.created', response: { id: 'r1' } },
      { type: 'response.output_item.done', output_index: 0, item: message },
      { type: 'response.completed', response: { id: 'r1', usage } },
    ]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join('');
  },
  gemini: (text) =>
    events([
      {
        candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, totalTokenCount: 10 },
      },
    ]),
  qwen: streamChat,
  opencode: streamChat,
};

describe.each(Object.keys(HOMES))('command/%s', (name) => {
  test.skipIf(!has(name))(
    'a whole review: the code goes in, the result of its model comes out [HOST-23]',
    async () => {
      const server = createServer((request, response) => {
        let text = '';
        request.on('data', (chunk) => {
          text += chunk;
        });
        request.on('end', () => {
          const [end] = /===AGENT_RESULT_END:[0-9a-f]+===/u.exec(text) ?? [];
          const result = JSON.stringify({ agent: 'security-reviewer', findings: [FINDING], verdict: 'WARN' });
          response.writeHead(200, { 'content-type': end === undefined ? 'application/json' : 'text/event-stream' });
          response.end(end === undefined ? '{}' : STREAMS[name]?.(`===AGENT_RESULT===\n${result}\n${end}\n`));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const home = HOMES[name]?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) ?? {};
      const report = JSON.parse(await reviewBy(name, writeHome(home), `${CODE}\n`));
      expect(report, JSON.stringify(report.warnings)).toMatchObject({
        complete: true,
        run: { model: `command/${name}` },
      });
      expect(report.findings).toMatchObject([{ file: 'src/a.ts', line: 1, severity: 'HIGH', status: 'confirmed' }]);
    },
    120_000,
  );

  test.skipIf(!has(name))(
    'offers its model no tool, and its failure is quoted [HOST-23]',
    async () => {
      const asked: (readonly string[])[] = [];
      const server = createServer((request, response) => {
        let text = '';
        request.on('data', (chunk) => {
          text += chunk;
        });
        request.on('end', () => {
          if (text.startsWith('{')) asked.push(nameTools(JSON.parse(text)));
          response.writeHead(400, { 'content-type': 'application/json' });
          response.end('{"error":{"message":"the answer of the loopback","type":"invalid_request_error"}}');
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const home = HOMES[name]?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`) ?? {};
      const report = await reviewBy(name, writeHome(home));
      expect(asked.length).toBeGreaterThan(0);
      expect(new Set(asked.flat())).toEqual(new Set(REFUSED[name] ?? []));
      expect(report).toContain('exit 1: ');
    },
    120_000,
  );
});
