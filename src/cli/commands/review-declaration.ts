/**
 * Declares `review`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { loadPlaybook } from '../load-playbook.ts';
import { addOutputFlags, addRunFlags, addScopeFlags, CONTEXT_HELP } from '../shared-flags.ts';

export const reviewDeclaration: CommandDeclaration = {
  declare(program, run) {
    const review = program
      .command('review', { isDefault: true })
      .description('review a change or a folder (the default command)')
      .argument('[scope...]', 'paths, folders or globs (default: what this branch changed)');
    addScopeFlags(review);
    review
      .option(
        '--rest <run>',
        'only what this stored review left out, in the scope it had (`latest`, or an id of `runs list`)',
      )
      .option('--context <file>', CONTEXT_HELP);
    addRunFlags(review);
    addOutputFlags(review, 'terminal on a terminal, markdown elsewhere');
    review.action((scope: string[], flags: Flags) => run('review', scope, flags));
  },
  runs: {
    review: () => loadPlaybook('review'),
  },
};
