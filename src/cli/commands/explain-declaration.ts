/**
 * Declares `explain`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';

export const explainDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('explain')
      .description('why a rule is there, a bad and a good example, how to fix and how to suppress it')
      .argument('<rule>', 'id of a rule, as reports name it')
      .option('-C <dir>', 'root folder, for the rules of a project')
      .addOption(
        new Option(
          '-f, --format <format>',
          'output format (default: terminal on a terminal, markdown elsewhere)',
        ).choices(['terminal', 'markdown', 'json']),
      )
      .option('--no-color', 'no colours')
      .option('--debug', 'print the stack trace of an internal error')
      .action((rule: string, flags: Flags) => run('explain', [rule], flags));
  },
  runs: {
    explain: async () => (await import('./explain-command.ts')).runExplainCommand,
  },
};
