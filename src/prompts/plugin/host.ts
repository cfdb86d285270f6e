/**
 * Writes the plugin's manifest, marketplace entry, MCP server entry and hooks for its host (here: the coding agent), and holds the
 * names that the plugin's prompts repeat and the tools that its command and agents are allowed. Used by the other files of this
 * folder, prompts/host-files.ts, mcp/review-tools.ts, scripts/generate-plugin.ts and scripts/bundle-plugin.ts.
 */
import { AGENT_TOOL_NAMES } from '../host-agent.ts';

/** What the package says of itself. */
export interface Release {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** What starts the program instead of the search for it: a program and its first arguments. */
  readonly launch?: readonly string[];
}

const PLUGIN = 'consensus-review';
const SERVER = 'context';

const COORDINATOR_CALLS = ['review_plan', 'review_status', 'review_submit', 'review_report', 'review_run'] as const;

/** The full name under which the host offers a tool of our server. */
export const nameTool = (tool: string): string => `mcp__plugin_${PLUGIN}_${SERVER}__${tool}`;

/** The name under which the host knows an agent or command of the plugin. */
export const qualifyName = (name: string): string => `${PLUGIN}:${name}`;

/** Takes every assignment that has no agent of its own name: custom reviewers, agents of an audit. */
export const GENERIC_AGENT = 'assigned-agent';

/** Where the host has put the plugin; it replaces this itself. */
export const PLUGIN_ROOT = '$' + '{CLAUDE_PLUGIN_ROOT}';

/** Starts the server; stands in the plugin. */
export const STARTER = 'server/start.mjs';

/** Tells the server which command its host has for people; reports name it. */
export const HOST_COMMAND_VARIABLE = 'CONSENSUS_REVIEW_HOST_COMMAND';

/** A host starts servers in the background: without waiting the first call finds no tool. Newer ones have a tool for it. */
export const WAIT_TOOL = 'WaitForMcpServers';

/** An agent has the tools of its ticket and no other: what it reads is delivered, charged and recorded by the server. */
export const REVIEWER_TOOLS: readonly string[] = AGENT_TOOL_NAMES.map(nameTool);

/**
 * What a run may do without asking. The agents' tools are among them: the host asks for the permission of an agent's call too, and
 * only what the command allows is granted. Nothing here reads outside of a ticket, runs a command or writes a file.
 */
export const COORDINATOR_TOOLS: readonly string[] = [
  'Agent',
  'Task',
  WAIT_TOOL,
  'ToolSearch',
  ...new Set([...COORDINATOR_CALLS.map(nameTool), ...REVIEWER_TOOLS]),
];

const AUTHOR = { name: 'consensus-review maintainers' };

export const formatManifest = ({ version, description, license }: Release): string =>
  `${JSON.stringify({ name: PLUGIN, version, description, author: AUTHOR, license }, null, 2)}\n`;

/** In the root of the repository: adding the repository as a marketplace and installing the plugin is all a user does. */
export const formatMarketplace = ({ description }: Release): string =>
  `${JSON.stringify(
    { name: PLUGIN, description, owner: AUTHOR, plugins: [{ name: PLUGIN, source: './plugin', description }] },
    null,
    2,
  )}\n`;

export function formatMcpServers({ launch }: Release): string {
  const [command, ...args] = launch === undefined ? ['node', `${PLUGIN_ROOT}/${STARTER}`] : [...launch, 'mcp'];
  return `{
  "mcpServers": {
    "${SERVER}": {
      "command": ${JSON.stringify(command)},
      "args": [${args.map((word) => JSON.stringify(word)).join(', ')}]
    }
  }
}
`;
}

const hookCommand = (verb: string, timeout: number) => ({
  hooks: [{ type: 'command', command: `node "${PLUGIN_ROOT}/${STARTER}" ${verb}`, timeout }],
});

/**
 * The gate at the end of a turn: the host runs it for everybody; the starter ends at once where the user did not turn it on. And where
 * the host keeps what an agent with a ticket has read: said before the agent hands in, and when it ends without.
 */
export const formatHooks = (): string =>
  `${JSON.stringify(
    {
      description:
        'Reviews what changed when the agent wants to stop (off unless CONSENSUS_REVIEW_STOP_HOOK is set), and counts what agents of a review read with the tools of the host',
      hooks: {
        Stop: [hookCommand('hook', 90)],
        PreToolUse: [{ matcher: nameTool('review_submit'), ...hookCommand('subagent', 20) }],
        SubagentStop: [{ matcher: `${PLUGIN}:.*`, ...hookCommand('subagent', 20) }],
      },
    },
    null,
    2,
  )}\n`;

/** YAML front matter; every value is written as JSON, which YAML reads. */
export const formatFrontMatter = (fields: Readonly<Record<string, string | boolean>>): string =>
  ['---', ...Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`), '---'].join('\n');
