/**
 * Declares `lsp`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { TRUST_HELP } from '../shared-flags.ts';

export const lspDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('lsp')
      .description('language server over standard input and output, for editors (see docs/editors.md)')
      .option('--trust-repository', TRUST_HELP)
      .option('--debug', 'print the stack trace of an internal error')
      // What language clients add to every server.
      .addOption(new Option('--stdio').hideHelp())
      .addOption(new Option('--clientProcessId <pid>').hideHelp())
      .action((flags: Flags) => run('lsp', [], flags));
  },
  runs: {
    lsp: async () => (await import('./lsp-command.ts')).runLspCommand,
  },
};
