/**
 * Declares `config` with its verb: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { addRunFlags, addScopeFlags } from '../shared-flags.ts';

export const configDeclaration: CommandDeclaration = {
  declare(program, run) {
    const show = program
      .command('config')
      .description('the effective configuration')
      .enablePositionalOptions()
      .command('show', { isDefault: true })
      .description('print every value of the configuration and where it comes from, for a run with these flags')
      .argument('[scope...]', 'as for review');
    addScopeFlags(show);
    addRunFlags(show);
    show
      .addOption(
        new Option(
          '-f, --format <format>',
          'output format (default: terminal on a terminal, markdown elsewhere)',
        ).choices(['terminal', 'markdown', 'json']),
      )
      .option('--no-color', 'no colours')
      .option('--debug', 'print the stack trace of an internal error')
      .action((scope: string[], flags: Flags) => run('config show', scope, flags));
  },
  runs: {
    'config show': async () => (await import('./config-command.ts')).runConfigShow,
  },
};
