/**
 * Declares `trust`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';

const TRUST_DETAILS = `
A repository that is not trusted cannot name models, addresses or commands, and cannot decide the exit code; what it sets
is named in a warning. Trust is kept in the state folder by path and origin: a copy elsewhere is not trusted.
A change is reviewed by the settings of its base revision all the same; --trust-repository applies its own for one run.

Examples:
  consensus-review trust
  consensus-review trust --list
  consensus-review trust --remove -C ../other`;

export const trustDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('trust')
      .description('mark this repository as yours: its settings may name models and decide the exit code')
      .option('-C <dir>', 'a folder of the repository')
      .option('--remove', 'trust it no longer')
      .option('--list', 'list the trusted repositories')
      .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
      .option('--debug', 'print the stack trace of an internal error')
      .addHelpText('after', TRUST_DETAILS)
      .action((flags: Flags) => run('trust', [], flags));
  },
  runs: {
    trust: async () => (await import('./trust-command.ts')).runTrustCommand,
  },
};
