/** The plugin inside the real host: Claude Code loads it, starts our server and dispatches the reviewers; only the model is scripted. */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calculateBudget } from '../src/protocol/budget/budget.ts';
import { REVIEWERS } from '../src/protocol/reviewers/reviewer.ts';
import { runsInstalled } from './tier.ts';

const project = join(import.meta.dirname, '..');
const claude = join(project, '.cache/claude/node_modules/.bin/claude');
const TOTAL_TOKENS = 4096;

interface ModelRequest {
  readonly system: unknown;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly unknown[];
}
type Block = { readonly type: 'text'; readonly text: string } | ToolUse;
interface ToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const textOf = (value: unknown): string => JSON.stringify(value);
const toolsOf = ({ tools = [] }: ModelRequest): readonly string[] => tools.map(({ name }) => name);
const isCoordinator = (request: ModelRequest): boolean => toolsOf(request).includes('Agent');
const reviewerOf = (request: ModelRequest): string | undefined =>
  REVIEWERS.find(({ name }) => textOf(request.system).includes(`# ${name}\\n`))?.name;

const dispatchAll = (): readonly Block[] =>
  REVIEWERS.map(({ name, baseBudgetTokens }) => ({
    type: 'tool_use',
    id: `toolu_${name}`,
    name: 'Agent',
    input: {
      description: name,
      subagent_type: `consensus-review:${name}`,
      prompt: `You have been allocated approximately **${calculateBudget(baseBudgetTokens, TOTAL_TOKENS)}** tokens for this review.`,
      run_in_background: false,
    },
  }));

const answerOf = (agent: string): string =>
  `===AGENT_RESULT===\n${JSON.stringify({ agent, partial: false, findings: [], verdict: 'OK' })}\n===AGENT_RESULT_END===`;

const INDEX_TOOL = 'mcp__plugin_consensus-review_context__repository_index';
const indexRoot = (path: string): ToolUse => ({
  type: 'tool_use',
  id: 'toolu_index',
  name: INDEX_TOOL,
  input: { path },
});

/** What the scripted model says: the coordinator indexes, dispatches everybody, reports; a reviewer answers at once. */
function reply(request: ModelRequest, root: string): readonly Block[] {
  if (!isCoordinator(request)) return [{ type: 'text', text: answerOf(reviewerOf(request) ?? 'nobody') }];
  const said = textOf(request.messages);
  if (!said.includes('toolu_index')) return [indexRoot(root)];
  return said.includes('toolu_go-reviewer') ? [{ type: 'text', text: 'report' }] : dispatchAll();
}

function stream(response: ServerResponse, content: readonly Block[]): void {
  const send = (type: string, fields: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'scripted', content: [], usage };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  send('message_start', { message });
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    const start = isText ? { type: 'text', text: '' } : { ...block, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send('content_block_start', { index, content_block: start });
    send('content_block_delta', { index, delta });
    send('content_block_stop', { index });
  }
  const uses = content.some(({ type }) => type === 'tool_use');
  send('message_delta', { delta: { stop_reason: uses ? 'tool_use' : 'end_turn' }, usage });
  send('message_stop', {});
  response.end();
}

describe.skipIf(!(runsInstalled && existsSync(claude)))(
  'the plugin in Claude Code (`npm run test:installed`, with .cache/claude)',
  () => {
    const scratch = join(tmpdir(), `plugin-host-${process.pid}`);
    const root = join(scratch, 'root');
    const requests: ModelRequest[] = [];
    let output = '';

    const model = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        if (!request.url?.startsWith('/v1/messages?') && request.url !== '/v1/messages') response.end('{}');
        else {
          const said: ModelRequest = JSON.parse(text);
          requests.push(said);
          stream(response, reply(said, root));
        }
      });
    });

    /** The plugin as shipped, except that the server is the one of this checkout. */
    const installPlugin = (): string => {
      const plugin = join(scratch, 'a plugin');
      cpSync(join(project, 'plugin'), plugin, { recursive: true });
      const server = { command: process.execPath, args: [join(project, 'src/cli/bin.js'), 'mcp'] };
      writeFileSync(join(plugin, '.mcp.json'), JSON.stringify({ mcpServers: { context: server } }));
      return plugin;
    };

    const runHost = async (prompt: string): Promise<string> => {
      mkdirSync(join(root, 'src'), { recursive: true });
      writeFileSync(join(root, 'src/a.go'), 'package main\n');
      spawnSync('git', ['init', '--quiet', root]);
      const env = {
        PATH: process.env.PATH,
        HOME: scratch,
        CLAUDE_CONFIG_DIR: join(scratch, 'claude'),
        CONSENSUS_REVIEW_STATE_DIR: join(scratch, 'state'),
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        MCP_CONNECTION_NONBLOCKING: 'false',
        ANTHROPIC_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}`,
        ANTHROPIC_API_KEY: 'scripted',
      };
      const host = spawn(claude, ['-p', prompt, '--plugin-dir', installPlugin()], { cwd: root, env, timeout: 90_000 });
      host.stdin.end();
      let said = '';
      for (const out of [host.stdout, host.stderr]) {
        out.on('data', (chunk) => {
          said += chunk;
        });
      }
      await new Promise((resolve) => host.on('close', resolve));
      return said;
    };

    beforeAll(async () => {
      await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
      output = await runHost('/consensus-review:consensus-review src/a.go --waves 1');
    }, 120_000);

    afterAll(() => {
      model.close();
      rmSync(scratch, { recursive: true, force: true });
    });

    test('the command reaches the model with its arguments and no open name of the host', () => {
      const [first] = requests.filter(isCoordinator);
      const said = textOf(first?.messages);
      expect(said).toContain('Scope and flags: `src/a.go --waves 1`');
      expect(said).not.toContain('CLAUDE_PLUGIN_ROOT');
      expect(said).not.toContain('$ARGUMENTS');
    });

    test('the coordinator has the five tools of our server', () => {
      const [first] = requests.filter(isCoordinator);
      const tools = first ? toolsOf(first) : [];
      const names = ['repository_index', 'semantic_search', 'branch_create', 'branch_return', 'branch_status'];
      expect(tools).toEqual(
        expect.arrayContaining(names.map((name) => `mcp__plugin_consensus-review_context__${name}`)),
      );
    });

    test('it indexes without being asked for permission, and gets token counts', () => {
      const [, second] = requests.filter(isCoordinator);
      expect(textOf(second?.messages).replaceAll('\\', '')).toMatch(
        /"toolu_index".*"files_indexed":\s*1,.*"total_tokens":\s*\d+.*"path":\s*"src\/a\.go"/u,
      );
    });

    test('six reviewers start, each with its prompt, its budget and its tools alone', () => {
      const reviewers = requests.filter((request) => reviewerOf(request) !== undefined);
      expect(reviewers.map(reviewerOf).toSorted()).toEqual(REVIEWERS.map(({ name }) => name).toSorted());
      for (const request of reviewers) {
        const { baseBudgetTokens } = REVIEWERS.find(({ name }) => name === reviewerOf(request)) ?? REVIEWERS[0]!;
        expect(textOf(request.system)).toContain('## Budget Awareness');
        expect(textOf(request.messages)).toContain(`**${calculateBudget(baseBudgetTokens, TOTAL_TOKENS)}** tokens`);
        expect([...toolsOf(request)].toSorted()).toEqual([
          'Glob',
          'Grep',
          'Read',
          'mcp__plugin_consensus-review_context__branch_return',
          'mcp__plugin_consensus-review_context__branch_status',
          'mcp__plugin_consensus-review_context__semantic_search',
        ]);
      }
    });

    test('six answers come back whole, markers included', () => {
      const last = textOf(requests.filter(isCoordinator).at(-1)?.messages);
      for (const { name } of REVIEWERS) expect(last).toContain(textOf(answerOf(name)).slice(1, -1));
      expect(output.trim()).toBe('report');
    });
  },
);
