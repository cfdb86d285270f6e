/**
 * Declares `mcp`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';

export const mcpDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('mcp')
      .description('MCP server for a coding agent, over standard input and output')
      .option('-C <dir>', 'serve only this folder (default: any folder the agent names)')
      .option('--debug', 'print the stack trace of an internal error')
      .action((flags: Flags) => run('mcp', [], flags));
  },
  runs: {
    mcp: async () => (await import('./mcp-command.ts')).runMcpCommand,
  },
};
