/** The MCP server with a client, in this process or as one of its own, and an agent of a host that works with a ticket. */
import { PassThrough } from 'node:stream';
import { Client, ReadBuffer, serializeMessage, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, onTestFinished } from 'vitest';
import { runCli as runHere } from '../../src/cli/run-command.ts';
import { createFolderFixture } from '../contracts/temporary-repository.ts';
import { MAIN } from '../e2e/run-cli.ts';

export type Output = Record<string, unknown>;

export interface Place {
  readonly args: string[];
  readonly cwd: string;
  readonly env: Record<string, string>;
}

/** The server as a process, as a host starts it. */
export function startProcess(place: Place): Transport {
  const { args, cwd, env } = place;
  return new StdioClientTransport({ command: process.execPath, args: [MAIN, ...args], cwd, env, stderr: 'ignore' });
}

/** The same in this process: lines of JSON on streams. */
export function startHere({ args, cwd, env }: Place): Transport {
  const stdin = new PassThrough();
  const lines = new ReadBuffer();
  let ended: Promise<unknown> = Promise.resolve();
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
      ended = runHere(args, terminal).then(() => transport.onclose?.());
    },
    async send(message) {
      stdin.write(serializeMessage(message));
    },
    async close() {
      stdin.end();
      await ended;
    },
  };
  return transport;
}

export interface ConnectOptions {
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly start?: (place: Place) => Transport;
  /** What the client calls itself. */
  readonly name?: string;
}

export interface Answer {
  readonly output: Output;
  readonly text: string;
  readonly isError: boolean;
}

export async function connect(options: ConnectOptions = {}) {
  const state = createFolderFixture();
  const { start = startHere, args = [], cwd = state.root, name: clientName = 'test' } = options;
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: state.root,
    CONSENSUS_REVIEW_STATE_DIR: state.path('state'),
    ...options.env,
  };
  const client = new Client({ name: clientName, version: '1.0.0' });
  await client.connect(start({ args: ['mcp', ...args], cwd, env }));
  onTestFinished(() => client.close());
  const call = async (name: string, args: Output): Promise<Answer> => {
    const result = await client.callTool({ name, arguments: args });
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    const isError = result.isError === true;
    if (result.structuredContent !== undefined) expect(JSON.parse(text)).toEqual(result.structuredContent);
    return { output: (result.structuredContent ?? {}) as Output, text, isError };
  };
  return { client, call, state, env };
}

export type Call = Awaited<ReturnType<typeof connect>>['call'];

export interface Row {
  readonly agent: string;
  readonly ticket: string;
  readonly budget_tokens: number;
  readonly files: number;
  readonly dimensions?: readonly string[];
}

export const rowsOf = ({ output }: Pick<Answer, 'output'>): readonly Row[] => output.agents as readonly Row[];

/** The end marker that a task asks for. */
export const endOf = (task: string): string => /===[A-Z_]+_END:\d+===/u.exec(task)?.[0] ?? '===AGENT_RESULT_END===';

export const frame = (task: string, result: object): string =>
  `===AGENT_RESULT===\n${JSON.stringify(result)}\n${endOf(task)}\n`;

/** Reads all files of the ticket, as far as they are given. */
export async function readAll(call: Call, ticket: string): Promise<string> {
  const read: string[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    const { text, isError } = await call('next_file', { ticket });
    if (isError || text.includes('there is no further file')) break;
    read.push(text);
  }
  return read.join('\n');
}
