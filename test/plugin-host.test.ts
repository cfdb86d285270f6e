/** The plugin inside the real host: Claude Code installs it, starts our server and plans a review; only the model is scripted. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runsInstalled } from './tier.ts';

const project = join(import.meta.dirname, '..');
const claude = join(project, '.cache/claude/node_modules/.bin/claude');

interface ToolResult {
  readonly type: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}
interface ModelRequest {
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}
type Block = { readonly type: 'text'; readonly text: string } | ToolUse;
interface ToolUse {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}
interface Row {
  readonly agent: string;
}

const toolsOf = ({ tools = [] }: ModelRequest): readonly string[] => tools.map(({ name }) => name);
const isCoordinator = (request: ModelRequest): boolean => toolsOf(request).includes('Agent');
const toolName = (name: string): string => `mcp__plugin_consensus-review_context__${name}`;
let uses = 0;
const use = (step: string, name: string, input: ToolUse['input']): ToolUse => {
  uses += 1;
  return { type: 'tool_use', id: `toolu_${step}_${uses}`, name, input };
};
const say = (text: string): readonly Block[] => [{ type: 'text', text }];

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => (part as { text?: string }).text ?? '').join('')
      : '';

/** Results of tools, oldest first, with the step of their call. */
const resultsOf = ({ messages }: ModelRequest): readonly { readonly step: string; readonly text: string }[] =>
  messages
    .flatMap(({ content }) => (Array.isArray(content) ? (content as readonly ToolResult[]) : []))
    .filter(({ type }) => type === 'tool_result')
    .map(({ tool_use_id: id = '', content }) => ({ step: id.split('_')[1] ?? '', text: textOf(content) }));

const allText = ({ messages }: ModelRequest): string => messages.map(({ content }) => textOf(content)).join('\n');

/** The coordinator plans and says what it was told; nobody else is asked. */
function coordinate(request: ModelRequest, plan: ToolUse['input']): readonly Block[] {
  const last = resultsOf(request).at(-1);
  return last === undefined ? [use('plan', toolName('review_plan'), plan)] : say(last.text);
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
    let answer = '';

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
          const plan = { path: root, all: true };
          stream(response, isCoordinator(said) ? coordinate(said, plan) : say('nothing'));
        }
      });
    });

    /** The program on PATH, as an installed one is. */
    const writeProgram = (): string => {
      const bin = join(scratch, 'bin');
      mkdirSync(bin, { recursive: true });
      const program = join(bin, 'consensus-review');
      const words = [process.execPath, join(project, 'src/cli/bin.js')].map((word) => `'${word}'`).join(' ');
      writeFileSync(program, `#!/bin/sh\nexec ${words} "$@"\n`);
      chmodSync(program, 0o755);
      return bin;
    };

    const environment = () => ({
      PATH: `${writeProgram()}:${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: scratch,
      CLAUDE_CONFIG_DIR: join(scratch, 'claude'),
      CONSENSUS_REVIEW_STATE_DIR: join(scratch, 'state'),
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      MCP_CONNECTION_NONBLOCKING: 'false',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}`,
      ANTHROPIC_API_KEY: 'scripted',
    });

    const runHost = async (args: readonly string[]): Promise<string> => {
      const host = spawn(claude, args, { cwd: root, env: environment(), timeout: 240_000 });
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
      mkdirSync(join(root, 'src'), { recursive: true });
      writeFileSync(join(root, 'src/a.ts'), 'export const a = 1;\n');
      spawnSync('git', ['init', '--quiet', root]);
      await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
      const added = await runHost(['plugin', 'marketplace', 'add', project]);
      const installed = await runHost(['plugin', 'install', 'consensus-review@consensus-review']);
      output = `${added}
${installed}`;
      answer = await runHost([
        '-p',
        '/consensus-review:consensus-review --all',
        '--plugin-dir',
        join(project, 'plugin'),
      ]);
    }, 300_000);

    afterAll(() => {
      model.close();
      rmSync(scratch, { recursive: true, force: true });
    });

    test('it installs from the repository, and the command reaches the model with its arguments', () => {
      const said = allText(requests.find(isCoordinator) as ModelRequest);
      expect([output, said.includes('Scope and flags: `--all`')]).toEqual([expect.stringContaining('nstalled'), true]);
      expect(said).not.toContain('$ARGUMENTS');
    });

    test('the plugin finds the program on PATH, and its server plans without a permission prompt', () => {
      const { agents, next } = JSON.parse(answer);
      expect(next).toMatchObject({ action: 'submit', reason: 'start 6 agents' });
      expect(agents.map(({ agent }: Row) => agent)).toContain('typescript-reviewer');
    });

    test('the coordinator may call the tools of a review, and an agent of the plugin those of its ticket', () => {
      const [first] = requests.filter(isCoordinator);
      const said = JSON.stringify(first);
      expect(toolsOf(first as ModelRequest)).toEqual(
        expect.arrayContaining([toolName('review_plan'), toolName('review_status')]),
      );
      for (const name of ['security-reviewer', 'python-reviewer', 'assigned-agent'])
        expect(said).toContain(`consensus-review:${name}`);
    });
  },
);
