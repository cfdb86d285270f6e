/**
 * Declares `init`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';

export const initDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('init')
      .description('write consensus-review.config.json into the root and trust the repository')
      .option('-C <dir>', 'root folder')
      .option('--print', 'print the file instead of writing it')
      .option('--force', 'overwrite an existing file')
      .addOption(
        new Option(
          '--host <name>',
          'instead: server entry and commands for a coding agent; shows a diff, asks, and leaves your text as it is',
        ).choices(['claude', 'codex', 'gemini', 'qwen', 'opencode', 'cursor', 'vscode']),
      )
      .option('--yes', 'with --host: write without asking')
      .action((flags: Flags) => run('init', [], flags));
  },
  runs: {
    init: async () => (await import('./init-command.ts')).runInitCommand,
  },
};
