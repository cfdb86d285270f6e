/**
 * Declares `search`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { addIndexFlags } from '../shared-flags.ts';

export const searchDeclaration: CommandDeclaration = {
  declare(program, run) {
    const search = program
      .command('search')
      .description('search code by words, names or parts of names; updates the index first')
      .argument('<query...>', 'what to look for')
      .option('--limit <n>', 'number of results, at most 100 (default: 10)')
      .option('--path <path>', 'search only this file or folder');
    addIndexFlags(search);
    search.action((query: string[], flags: Flags) => run('search', query, flags));
  },
  runs: {
    search: async () => (await import('./search-command.ts')).runSearchCommand,
  },
};
