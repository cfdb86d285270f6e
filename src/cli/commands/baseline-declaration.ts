/**
 * Declares `baseline`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { SUPPRESS_HELP, TRUST_HELP } from '../shared-flags.ts';

export const baselineDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('baseline')
      .description('enter what is found now in .consensus-review/suppressions.json; later runs show what is new')
      .argument('[run]', 'a stored run (default: review the whole folder now)')
      .option('-C <dir>', 'root folder')
      .option('--config <file>', 'configuration file')
      .option('--trust-repository', TRUST_HELP)
      .option('--debug', 'print the stack trace of an internal error')
      .addHelpText('after', SUPPRESS_HELP)
      .action((name: string | undefined, flags: Flags) => run('baseline', name === undefined ? [] : [name], flags));
  },
  runs: {
    baseline: async () => (await import('./baseline-command.ts')).runBaselineCommand,
  },
};
