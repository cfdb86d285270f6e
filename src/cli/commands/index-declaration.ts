/**
 * Declares `index`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { addIndexFlags } from '../shared-flags.ts';

export const indexDeclaration: CommandDeclaration = {
  declare(program, run) {
    const index = program
      .command('index')
      .description('index a folder: files, tokens, lines, languages; makes it searchable')
      .argument('[path]', 'a folder or glob (default: the whole root)');
    addIndexFlags(index);
    index.action((path: string | undefined, flags: Flags) => run('index', path === undefined ? [] : [path], flags));
  },
  runs: {
    index: async () => (await import('./index-command.ts')).runIndexCommand,
  },
};
