/**
 * Declares `review`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { loadPlaybook } from '../load-playbook.ts';
import { addOutputFlags, addRunFlags, addScopeFlags, CONTEXT_HELP } from '../shared-flags.ts';

const REVIEW_HELP = `
Examples:
  consensus-review review                          what this branch changed, with uncommitted work
  consensus-review review --all -o html=page.html  the whole folder; the page opens in any browser
  consensus-review review --staged --fail-on high  a gate before a commit
  consensus-review review --model anthropic/claude-sonnet-4-5 --max-cost 1.00

Exit codes: 0 complete and below --fail-on; 1 blocked (VETO or --fail-on); 3 incomplete; 5 nothing in scope.
Then: consensus-review explain RULE, fix, dismiss FINGERPRINT --reason TEXT.`;

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
    review.addHelpText('after', REVIEW_HELP).action((scope: string[], flags: Flags) => run('review', scope, flags));
  },
  runs: {
    review: () => loadPlaybook('review'),
  },
};
