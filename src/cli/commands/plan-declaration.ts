/**
 * Declares `plan`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { addHuntFlags, addOutputFlags, addRunFlags, addScopeFlags, CONTEXT_HELP } from '../shared-flags.ts';

export const planDeclaration: CommandDeclaration = {
  declare(program, run) {
    const plan = program
      .command('plan')
      .description('show files, tokens, reviewers, budgets and estimated cost without reviewing')
      .argument('[scope...]', 'as for review; put `audit` first to plan an audit');
    addScopeFlags(plan);
    addHuntFlags(plan, 'plan audit: ');
    plan.option('--show-outgoing', 'list hosts, files and bytes that the run would send; sends nothing');
    plan.option('--context <file>', CONTEXT_HELP);
    addRunFlags(plan);
    addOutputFlags(plan, 'terminal on a terminal, markdown elsewhere; also json');
    plan.action((scope: string[], flags: Flags) => run('plan', scope, flags));
  },
  runs: {
    plan: async () => (await import('./plan-command.ts')).runPlanCommand,
  },
};
