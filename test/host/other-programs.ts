/** Codex, Gemini CLI, Qwen Code and opencode as hosts: how each is led to a model on loopback, and how its model calls tools. */
import type { ServerResponse } from 'node:http';
import { type Block, say, type ToolStep, use } from './loopback-model.ts';

/** What a request of the program says: the tools that it offers, and the calls so far with their results. */
export interface Conversation {
  readonly tools: readonly string[];
  readonly steps: readonly ToolStep[];
}

export interface HostProgram {
  /** What `init --host` calls it. */
  readonly host: string;
  /** How the program calls the tools of our server: what stands before their names. */
  readonly prefix: string;
  /** What its user has set, in the home folder. */
  home(url: string, root: string): Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  /** What its model does while the server is still connecting. */
  readonly wait: readonly Block[];
  args(words: string): readonly string[];
  /** The last words of its model, in what it prints. */
  said(printed: string): string;
  /** Where it asks its model. */
  readonly path: RegExp;
  read(request: never): Conversation;
  write(response: ServerResponse, blocks: readonly Block[]): void;
}

interface CodexTool {
  readonly name?: string;
  readonly type: string;
  readonly tools?: readonly { readonly name: string }[];
}

interface CodexItem {
  readonly type: string;
  readonly call_id?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly arguments?: string;
  readonly output?: string | readonly { readonly text?: string }[];
}

let calls = 0;
const nextId = (): string => {
  calls += 1;
  return `call_${calls}`;
};

/** What it writes before the result of a tool. */
const WALL_TIME = /^Wall time: [^\n]*\nOutput:\n/u;

const joinTexts = (parts: readonly { readonly text?: string }[]): string =>
  parts.map(({ text = '' }) => text).join('\n');

/** Tools of a server have the name of their namespace beside their own. */
const joinName = (namespace: string, name: string): string => (namespace === '' ? name : `${namespace}/${name}`);
const splitName = (joined: string): object => {
  const [name, namespace] = joined.split('/').toReversed();
  return namespace === undefined ? { name } : { name, namespace };
};

const CODEX: HostProgram = {
  host: 'codex',
  prefix: 'mcp__consensus_review/',
  home: (url, root) => ({
    '.codex/config.toml': `model = "scripted"
model_provider = "loopback"
[model_providers.loopback]
name = "loopback"
base_url = "${url}/v1"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0
[projects.${JSON.stringify(root)}]
trust_level = "trusted"
`,
  }),
  env: {},
  wait: [use('exec_command', { cmd: 'sleep 1' })],
  args: (words) => ['exec', '--json', `$consensus-review ${words}`],
  said: (printed) =>
    printed
      .split('\n')
      .flatMap((line) => (line.startsWith('{"type":"item.completed"') ? [JSON.parse(line).item] : []))
      .findLast(({ type }) => type === 'agent_message')?.text,
  path: /^\/v1\/responses$/u,
  read({ tools, input }: { readonly tools: readonly CodexTool[]; readonly input: readonly CodexItem[] }) {
    const results = new Map(
      input.filter(({ type }) => type === 'function_call_output').map(({ call_id: id, output }) => [id, output]),
    );
    const steps = input.flatMap(({ type, call_id: id, name = '', namespace = '', arguments: args = '{}' }) => {
      if (type !== 'function_call' || !results.has(id)) return [];
      const output = results.get(id) ?? '';
      const text = (typeof output === 'string' ? output : joinTexts(output)).replace(WALL_TIME, '');
      return [{ name: joinName(namespace, name), input: JSON.parse(args), text, isError: false }];
    });
    const names = tools.flatMap(({ name = '', tools: inner }) =>
      inner === undefined ? [name] : inner.map((tool) => joinName(name, tool.name)),
    );
    return { tools: names, steps };
  },
  write(response, blocks) {
    const send = (type: string, fields: object): void => {
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
    };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    send('response.created', { response: { id: 'r1' } });
    for (const [index, block] of blocks.entries()) {
      const id = nextId();
      const item =
        block.type === 'text'
          ? { type: 'message', id, role: 'assistant', content: [{ type: 'output_text', text: block.text }] }
          : {
              type: 'function_call',
              id,
              call_id: id,
              ...splitName(block.name),
              arguments: JSON.stringify(block.input),
            };
      send('response.output_item.done', { output_index: index, item });
    }
    send('response.completed', {
      response: { id: 'r1', usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } },
    });
    response.end();
  },
};

interface GeminiPart {
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: ToolStep['input'] };
  readonly functionResponse?: {
    readonly id?: string;
    readonly response: { readonly output?: string; readonly error?: string };
  };
}

interface GeminiRequest {
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
  readonly contents: readonly { readonly parts: readonly GeminiPart[] }[];
}

/** What it writes around the result of a tool. */
const FENCE = /^<untrusted_context>\n|\n<\/untrusted_context>$/gu;

const GEMINI: HostProgram = {
  host: 'gemini',
  prefix: 'mcp_consensus-review_',
  home: (url) => ({
    '.gemini/.env': `GEMINI_API_KEY=x\nGOOGLE_GEMINI_BASE_URL=${url}\n`,
    // Otherwise it asks its model after thirty turns whether it goes round in circles.
    '.gemini/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' } },
      model: { disableLoopDetection: true },
    }),
  }),
  env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  wait: say('the server is not connected'),
  args: (words) => [
    '-p',
    `/consensus-review ${words}`,
    '--output-format',
    'json',
    '--approval-mode',
    'yolo',
    '--model',
    'scripted',
  ],
  said: (printed) => JSON.parse(printed.slice(printed.indexOf('\n{') + 1)).response,
  path: /:streamGenerateContent\b/u,
  read({ tools = [], contents }: GeminiRequest) {
    const parts = contents.flatMap((content) => content.parts);
    const results = new Map<string | undefined, NonNullable<GeminiPart['functionResponse']>['response']>(
      parts.flatMap(({ functionResponse: each }) => (each === undefined ? [] : [[each.id, each.response]])),
    );
    const steps = parts.flatMap(({ functionCall: call }) => {
      const result = results.get(call?.id);
      if (call === undefined || result === undefined) return [];
      const { output = '', error } = result;
      return [
        {
          name: call.name,
          input: call.args ?? {},
          text: error ?? output.replaceAll(FENCE, ''),
          isError: error !== undefined,
        },
      ];
    });
    return {
      tools: tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name)),
      steps,
    };
  },
  write(response, blocks) {
    const parts = blocks.map((block) =>
      block.type === 'text'
        ? { text: block.text }
        : { functionCall: { id: nextId(), name: block.name, args: block.input } },
    );
    const event = {
      candidates: [{ index: 0, content: { role: 'model', parts }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(event)}\n\n`);
  },
};

interface ChatRequest {
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly messages: readonly {
    readonly role: string;
    readonly content?: string | readonly { readonly text?: string }[] | null;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  }[];
}

/** Chat Completions, which more than one program speaks. */
const CHAT: Pick<HostProgram, 'path' | 'read' | 'write'> = {
  path: /^\/v1\/chat\/completions$/u,
  read({ tools = [], messages }: ChatRequest) {
    const results = new Map<string | undefined, string>(
      messages.flatMap(({ role, tool_call_id: id, content }) =>
        role === 'tool' ? [[id, typeof content === 'string' ? content : joinTexts(content ?? [])]] : [],
      ),
    );
    const calls = messages.flatMap(({ tool_calls: each = [] }) => each);
    const steps = calls.flatMap(({ id, function: { name, arguments: args } }) => {
      const text = results.get(id);
      return text === undefined ? [] : [{ name, input: JSON.parse(args), text, isError: false }];
    });
    return { tools: tools.map(({ function: { name } }) => name), steps };
  },
  write(response, blocks) {
    const text = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    const calls = blocks.flatMap((block) => (block.type === 'text' ? [] : [block]));
    const delta = {
      role: 'assistant',
      content: text,
      tool_calls: calls.map(({ name, input }, index) => ({
        index,
        id: nextId(),
        type: 'function',
        function: { name, arguments: JSON.stringify(input) },
      })),
    };
    const chunk = { id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'scripted' };
    const reason = calls.length > 0 ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const events = [
      { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }], usage },
    ];
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`);
  },
};

const USED_TOOLS = [
  'review_plan',
  'review_task',
  'read_lines',
  'report_finding',
  'review_submit',
  'review_status',
  'review_report',
];

const QWEN: HostProgram = {
  ...CHAT,
  host: 'qwen',
  prefix: 'mcp__consensus-review__',
  home: (url) => ({
    '.qwen/settings.json': JSON.stringify({
      security: { auth: { selectedType: 'openai', apiKey: 'x', baseUrl: `${url}/v1` } },
      model: { name: 'scripted', skipLoopDetection: true },
    }),
  }),
  env: {},
  // It names tools of servers only; their declarations have to be fetched.
  wait: [
    use('tool_search', {
      query: `select:${USED_TOOLS.map((name) => `mcp__consensus-review__${name}`).join(',')}`,
    }),
  ],
  args: (words) => ['-p', `/consensus-review ${words}`, '--output-format', 'json', '--approval-mode', 'yolo'],
  said: (printed) => JSON.parse(printed.slice(printed.indexOf('[{'))).at(-1).result,
};

const OPENCODE: HostProgram = {
  ...CHAT,
  host: 'opencode',
  prefix: 'consensus-review_',
  home: (url) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      model: 'loopback/scripted',
      small_model: 'loopback/scripted',
      provider: {
        loopback: {
          npm: '@ai-sdk/openai-compatible',
          options: { baseURL: `${url}/v1`, apiKey: 'x' },
          models: { scripted: {} },
        },
      },
    }),
  }),
  env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
  wait: say('the server is not connected'),
  args: (words) => ['run', '--command', 'consensus-review', '--format', 'json', words],
  said: (printed) =>
    printed
      .split('\n')
      .flatMap((line) => (line.startsWith('{"type":"text"') ? [JSON.parse(line).part.text] : []))
      .at(-1),
};

export const PROGRAMS: readonly HostProgram[] = [CODEX, GEMINI, QWEN, OPENCODE];
