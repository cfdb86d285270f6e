/**
 * What the coding agent's host needs to know of us: plugin manifest, MCP wiring, tool names, command lines. One place for
 * every name that the prompts of the plugin repeat.
 */
import { quotePath } from '../../protocol/coverage/follow-up.ts';

/** What the package says of itself. */
export interface Release {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** What starts the program instead of the published package: a program and its first arguments. */
  readonly launch?: readonly string[];
}

const PLUGIN = 'consensus-review';
const SERVER = 'context';

const CONTEXT_TOOLS = [
  'repository_index',
  'semantic_search',
  'branch_create',
  'branch_return',
  'branch_status',
] as const;
export type ContextTool = (typeof CONTEXT_TOOLS)[number];

/** The full name under which the host offers a tool of our server. */
export const nameTool = (tool: ContextTool): string => `mcp__plugin_${PLUGIN}_${SERVER}__${tool}`;

/** The name under which the host knows an agent or command of the plugin. */
export const qualifyName = (name: string): string => `${PLUGIN}:${name}`;

/** Where the host has put the plugin; it replaces this itself. */
export const PLUGIN_ROOT = '$' + '{CLAUDE_PLUGIN_ROOT}';

/**
 * The prefix keeps npm away from the folder it is started in: without it a reviewed repository could bring its own
 * `node_modules/.bin/consensus-review` or an `.npmrc` with another registry, and both would win.
 */
const launchText = ({ version, launch }: Release): readonly string[] =>
  launch ?? ['npx', '--prefix', PLUGIN_ROOT, '--yes', `consensus-review@${version}`];

const quoteWord = (word: string): string =>
  word === PLUGIN_ROOT ? `"${word}"` : word.startsWith('--') ? word : quotePath(word);

/** The command line as a shell takes it, also where the plugin lies below a folder with a blank. */
export const formatRun = (release: Release, command: string): string =>
  [...launchText(release).map(quoteWord), command].join(' ');

/** What the coordinator may do without asking. Shell commands are not among them: the host asks, as it always does. */
export const COORDINATOR_TOOLS: readonly string[] = [
  'Agent',
  'Task',
  'Read',
  'Grep',
  'Glob',
  ...CONTEXT_TOOLS.map(nameTool),
];

/** A reviewer reads, searches and returns; it changes and runs nothing. */
export const REVIEWER_TOOLS: readonly string[] = [
  'Read',
  'Grep',
  'Glob',
  ...(['semantic_search', 'branch_status', 'branch_return'] as const).map(nameTool),
];

export const formatManifest = ({ version, description, license }: Release): string =>
  `${JSON.stringify(
    { name: PLUGIN, version, description, author: { name: 'consensus-review maintainers' }, license },
    null,
    2,
  )}\n`;

export function formatMcpServers(release: Release): string {
  const [command, ...args] = [...launchText(release), 'mcp'].map((word) => JSON.stringify(word));
  return `{
  "mcpServers": {
    "${SERVER}": {
      "command": ${command},
      "args": [${args.join(', ')}]
    }
  }
}
`;
}

/** YAML front matter; every value is written as JSON, which YAML reads. */
export const formatFrontMatter = (fields: Readonly<Record<string, string | boolean>>): string =>
  ['---', ...Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`), '---'].join('\n');
