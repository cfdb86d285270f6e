/**
 * Declares `completion`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';

export const completionDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('completion')
      .description('print a completion script for your shell')
      .argument('<shell>', 'bash, zsh or fish')
      .action((shell: string, flags: Flags) => run('completion', [shell], flags));
  },
  runs: {
    completion: async () => (await import('./completion-command.ts')).runCompletionCommand,
  },
};
