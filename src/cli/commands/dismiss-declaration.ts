/**
 * Declares `dismiss`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { SUPPRESS_HELP } from '../shared-flags.ts';

export const dismissDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('dismiss')
      .description('findings that need not be fixed: enters them in .consensus-review/suppressions.json')
      .argument('<fingerprint...>', 'fingerprints, as reports show them')
      .option('--reason <text>', 'why; needed')
      .option('--until <day>', 'last day on which it counts, such as 2027-03-31')
      .option('--remove', 'take the entries back')
      .option('--force', 'enter a fingerprint that no stored run of this folder has, such as one of CI')
      .option('-C <dir>', 'root folder')
      .option('--debug', 'print the stack trace of an internal error')
      .addHelpText('after', SUPPRESS_HELP)
      .action((fingerprints: string[], flags: Flags) => run('dismiss', fingerprints, flags));
  },
  runs: {
    dismiss: async () => (await import('./dismiss-command.ts')).runDismissCommand,
  },
};
