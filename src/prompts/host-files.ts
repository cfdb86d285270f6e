/**
 * Builds what `init --host` writes for each coding agent (claude, codex, gemini …) in its format: the entry of our MCP server and
 * command texts; wiring/write-host-files.ts puts them into the user's files. Also the prompts that the MCP server offers
 * (mcp/prompts-and-reports.ts).
 */
import { formatGenericAgent } from './plugin/agent.ts';
import { COORDINATOR_TOOLS, formatFrontMatter, GENERIC_AGENT, HOST_COMMAND_VARIABLE, nameTool } from './plugin/host.ts';
import { type HostNames, type PlaybookName, TICKET_MESSAGE } from './plugin/phases.ts';
import { formatInstructions, TEXTS } from './plugin/workflow.ts';

export type HostProgram = 'claude' | 'codex' | 'gemini' | 'qwen' | 'opencode' | 'cursor' | 'vscode';

/** How the program is started: its path and its first arguments. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** A file of the project, by its form: a value at a place of a JSON document, a table of a TOML one, or a text of ours. */
export type HostFile =
  | {
      readonly form: 'json';
      readonly path: string;
      /** Keys from the top to the object that gets the entry. */
      readonly at: readonly string[];
      readonly value: Readonly<Record<string, unknown>>;
      /** Keys of a document that is new. */
      readonly head?: Readonly<Record<string, unknown>>;
    }
  | { readonly form: 'toml'; readonly path: string; readonly table: string; readonly text: string }
  | { readonly form: 'text'; readonly path: string; readonly text: string };

/** Under this name a host knows our server. */
export const SERVER_NAME = 'consensus-review';
const AGENT = 'consensus-review-agent';

const PLAYBOOKS: readonly PlaybookName[] = ['review', 'audit'];
const commandOf = (playbook: PlaybookName): string => `consensus-${playbook}`;

const ALONE =
  'If you cannot start agents that have these tools, work on the rows yourself, one after the other: call `review_task` with the ticket, do what it says with the tools of that ticket, hand in with `review_submit`, then take the next row. Every row is judged by itself: carry nothing over.';

const withTools = (command: string): HostNames => ({
  tool: (name) => name,
  dispatch:
    'If you can start agents of your own that have the tools of the server `consensus-review`, start **all of them at once**, one for each row of `agents`.',
  message: `${TICKET_MESSAGE}\nCall review_task of the server consensus-review with this ticket and do what it says. Hand in with review_submit, once.`,
  alone: ALONE,
  command,
  missing: 'the server `consensus-review` is not running',
});

/** The name under which Claude Code offers a tool of a server of the project. */
const claudeTool = (name: string): string => `mcp__${SERVER_NAME}__${name}`;
const renameTools = (text: string): string => text.replaceAll(nameTool(''), claudeTool(''));

const CLAUDE_NAMES: HostNames = {
  tool: claudeTool,
  dispatch: `Start **all agents in one message** with the Agent tool (Task in older versions), one for each row of \`agents\`, in the foreground. \`subagent_type\` is \`${AGENT}\` for all of them.`,
  message: TICKET_MESSAGE,
  alone: null,
  command: '/consensus-review',
  missing: `the server \`${SERVER_NAME}\` is not running and that \`/mcp\` shows why`,
};

const ARGUMENTS = 'Scope and flags: `$ARGUMENTS`';

const texts = (
  place: (playbook: PlaybookName) => string,
  write: (playbook: PlaybookName) => string,
): readonly HostFile[] =>
  PLAYBOOKS.map((playbook) => ({ form: 'text', path: place(playbook), text: `${write(playbook).trimEnd()}\n` }));

const plainEntry = ({ command, args }: Launch) => ({ command, args });

/** TOML takes JSON strings and arrays of them as they are. */
const formatCodexTable = ({ command, args }: Launch): string =>
  [
    `[mcp_servers.${SERVER_NAME}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
    // A whole embedded review or the wait for agents takes longer than the usual minute.
    'tool_timeout_sec = 600',
    `env = { ${HOST_COMMAND_VARIABLE} = ${JSON.stringify('$consensus-review')} }`,
    '',
  ].join('\n');

/** A literal string of TOML holds everything but its own end. */
const tomlText = (text: string): string => `'''\n${text.replaceAll("'''", "''\u2019")}\n'''`;

/** Of Gemini CLI, and of Qwen Code, which grew out of it. */
const geminiFiles = (folder: string, launch: Launch): readonly HostFile[] => [
  {
    form: 'json',
    path: `${folder}/settings.json`,
    at: ['mcpServers'],
    value: { ...plainEntry(launch), timeout: 600_000, env: { [HOST_COMMAND_VARIABLE]: '/consensus-review' } },
  },
  ...texts(
    (playbook) => `${folder}/commands/${commandOf(playbook)}.toml`,
    (playbook) =>
      `description = ${JSON.stringify(TEXTS[playbook].description)}\nprompt = ${tomlText(
        formatInstructions(playbook, 'Scope and flags: `{{args}}`', withTools('/consensus-review')),
      )}`,
  ),
];

const HOSTS: Readonly<Record<HostProgram, (launch: Launch) => readonly HostFile[]>> = {
  claude: (launch) => [
    { form: 'json', path: '.mcp.json', at: ['mcpServers'], value: plainEntry(launch) },
    ...texts(
      (playbook) => `.claude/commands/${commandOf(playbook)}.md`,
      (playbook) =>
        [
          formatFrontMatter({
            description: TEXTS[playbook].description,
            'argument-hint': TEXTS[playbook].hint,
            'allowed-tools': renameTools(COORDINATOR_TOOLS.join(', ')),
          }),
          formatInstructions(playbook, ARGUMENTS, CLAUDE_NAMES),
        ].join('\n\n'),
    ),
    {
      form: 'text',
      path: `.claude/agents/${AGENT}.md`,
      text: renameTools(formatGenericAgent()).replaceAll(GENERIC_AGENT, AGENT),
    },
  ],
  codex: (launch) => [
    { form: 'toml', path: '.codex/config.toml', table: `mcp_servers.${SERVER_NAME}`, text: formatCodexTable(launch) },
    ...texts(
      (playbook) => `.agents/skills/${commandOf(playbook)}/SKILL.md`,
      (playbook) =>
        [
          formatFrontMatter({ name: commandOf(playbook), description: `${TEXTS[playbook].description}.` }),
          formatInstructions(
            playbook,
            'The scope and its flags are what the user named.',
            withTools('$consensus-review'),
          ),
        ].join('\n\n'),
    ),
  ],
  gemini: (launch) => geminiFiles('.gemini', launch),
  qwen: (launch) => geminiFiles('.qwen', launch),
  opencode: (launch) => [
    {
      form: 'json',
      path: 'opencode.json',
      at: ['mcp'],
      value: { type: 'local', command: [launch.command, ...launch.args], enabled: true },
      head: { $schema: 'https://opencode.ai/config.json' },
    },
    ...texts(
      (playbook) => `.opencode/command/${commandOf(playbook)}.md`,
      (playbook) =>
        [
          formatFrontMatter({ description: TEXTS[playbook].description }),
          formatInstructions(playbook, ARGUMENTS, withTools('/consensus-review')),
        ].join('\n\n'),
    ),
  ],
  cursor: (launch) => [
    { form: 'json', path: '.cursor/mcp.json', at: ['mcpServers'], value: plainEntry(launch) },
    ...texts(
      (playbook) => `.cursor/commands/${commandOf(playbook)}.md`,
      (playbook) =>
        formatInstructions(
          playbook,
          'The scope and its flags are what the user wrote behind the command.',
          withTools('/consensus-review'),
        ),
    ),
  ],
  vscode: (launch) => [
    { form: 'json', path: '.vscode/mcp.json', at: ['servers'], value: { type: 'stdio', ...plainEntry(launch) } },
    ...texts(
      (playbook) => `.github/prompts/${commandOf(playbook)}.prompt.md`,
      (playbook) =>
        [
          formatFrontMatter({ agent: 'agent', description: TEXTS[playbook].description }),
          formatInstructions(
            playbook,
            'The scope and its flags are what the user wrote behind the command.',
            withTools('/consensus-review'),
          ),
        ].join('\n\n'),
    ),
  ],
};

export const hostFiles = (host: HostProgram, launch: Launch): readonly HostFile[] => HOSTS[host](launch);

/** Prompts of the server itself, for hosts that show them as commands. */
export const PROMPTS = PLAYBOOKS.map((playbook) => ({
  name: commandOf(playbook),
  playbook,
  title: TEXTS[playbook].title,
  description: TEXTS[playbook].description,
}));

/** `scope` is what the user named; it stands on one line and cannot end its quotation. */
export const formatHostPrompt = (playbook: PlaybookName, scope: string): string =>
  formatInstructions(
    playbook,
    `Scope and flags: \`${scope.replaceAll(/[`\p{Cc}]+/gu, ' ').trim()}\``,
    withTools('/consensus-review'),
  );
