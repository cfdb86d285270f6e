/**
 * Finds by name the agent program that answers as a model: how claude, codex, gemini, qwen and opencode are called so that their
 * model has no tools (HOST-23), or a command of the user's configuration as written. Called by command-model.ts. Tried with the
 * programs themselves in test/agent-programs.test.ts.
 */

export type Commands = Readonly<Record<string, readonly string[]>>;

export interface AgentProgram {
  readonly argv: readonly string[];
  /** Files that lie in the folder it runs in. */
  readonly files?: Readonly<Record<string, string>>;
  /** MCP servers of the user whose tools its model would have: how it lists them as JSON, and how each is switched off by its name. */
  readonly userServers?: {
    readonly listing: readonly string[];
    readonly switchOff: (name: string) => readonly string[];
  };
}

const PROMPT = 'Follow the instructions on standard input.';

const repeat = (flag: string, values: readonly string[]): readonly string[] => values.flatMap((value) => [flag, value]);

/** Every feature that brings a tool by default. `request_user_input` has no switch; `codex exec` refuses it. */
const CODEX_FEATURES = [
  'shell_tool',
  'unified_exec',
  'multi_agent',
  'goals',
  'apps',
  'plugins',
  'hooks',
  'view_image',
  'image_generation',
];

/** Others that bring one where the user has switched them on; a version that does not know a name takes it all the same. */
const CODEX_EXTRAS = [
  'code_mode',
  'code_mode_only',
  'multi_agent_v2',
  'memories',
  'request_permissions_tool',
  'send_message_to_user_async',
  'token_budget',
  'current_time_reminder',
  'deferred_executor',
].map((name) => `features.${name}=false`);

/** No user has a server of this name. */
const NO_SERVER = 'consensus-review-none';

/** What is left where no core tool is. */
const QWEN_TOOLS = [
  'agent',
  'task_stop',
  'send_message',
  'skill',
  'tool_search',
  'ask_user_question',
  'exit_plan_mode',
];

const GEMINI_POLICY = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n';

/** An agent that no user has: under a name that they use, their settings would be joined with these. */
const OPENCODE_AGENT = 'consensus-review-model';
const OPENCODE_CONFIG = JSON.stringify({
  agent: {
    [OPENCODE_AGENT]: { mode: 'primary', prompt: PROMPT, tools: { '*': false }, permission: { '*': 'deny' } },
  },
});

/** The configuration may name others, or these otherwise. */
const KNOWN_PROGRAMS: Readonly<Record<string, AgentProgram>> = {
  claude: { argv: ['claude', '-p', '--safe-mode', '--tools', '', '--no-session-persistence'] },
  codex: {
    argv: [
      ...['codex', 'exec', '--skip-git-repo-check', '--sandbox', 'read-only'],
      ...repeat('--disable', CODEX_FEATURES),
      ...repeat('-c', ['web_search="disabled"', ...CODEX_EXTRAS]),
      '-',
    ],
    // An empty table would be joined with theirs.
    userServers: {
      listing: ['mcp', 'list', '--json'],
      switchOff: (name) => ['-c', `mcp_servers.${name}.enabled=false`],
    },
  },
  gemini: {
    argv: ['gemini', '--skip-trust', '--admin-policy', 'policy.toml', '-p', PROMPT],
    files: { 'policy.toml': GEMINI_POLICY },
  },
  qwen: {
    argv: [
      ...['qwen', '--core-tools', 'none', ...repeat('--exclude-tools', QWEN_TOOLS)],
      ...['--allowed-mcp-server-names', NO_SERVER, '-p', PROMPT],
    ],
  },
  // `--pure`: no plugins. Without a title it asks its model for one.
  opencode: {
    argv: ['opencode', 'run', '--pure', '--agent', OPENCODE_AGENT, '--title', 'consensus-review'],
    files: { 'opencode.json': OPENCODE_CONFIG },
  },
};

export const listPrograms = (commands: Commands): readonly string[] => Object.keys({ ...KNOWN_PROGRAMS, ...commands });

/** Null where nobody knows the name. */
export function findAgentProgram(name: string, commands: Commands): AgentProgram | null {
  const own = commands[name];
  if (own !== undefined) return { argv: own };
  return Object.hasOwn(KNOWN_PROGRAMS, name) ? (KNOWN_PROGRAMS[name] ?? null) : null;
}
