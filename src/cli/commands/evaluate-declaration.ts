/**
 * Declares `evaluate`: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { Option } from 'commander';
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { collect } from '../shared-flags.ts';

const EVALUATE_HELP = `
The format of a set and how findings are matched: docs/detection.md.

Exit codes: 0 evaluated; 3 a change could not be reviewed; 2 wrong call or set.`;

export const evaluateDeclaration: CommandDeclaration = {
  declare(program, run) {
    const command = program
      .command('evaluate')
      .description('review changes with known problems: precision, recall, F1, cost, time and coverage')
      .option(
        '--dataset <dir|file|history>',
        'the set: a folder with dataset.json, a file of a public set, or `history`',
      )
      .option('--repositories <dir>', 'where the repositories of the set are (default: beside it)')
      .option('--budgets <tokens>', 'token limits of a review, comma-separated; `none` for no limit (default: none)')
      .option('--commits <n>', 'of `history`: changes to review, newest first (default: 50)')
      .option(
        '--judge <provider/name>',
        'model that says which findings mean which problems (default: lines and words)',
      )
      .option('--out <dir>', 'write table, JSON, plot and finished reviews here; called again it goes on there')
      .option('-C <dir>', 'of `history`: the repository')
      .option('--reviewers <names>', 'reviewers to run, comma-separated', collect)
      .option('--model <provider/name>', 'model that reviews (default: embedded, which works offline)')
      .option('--max-cost <usd>', 'limit of cost in USD for each review')
      .option('--config <file>', 'configuration file')
      .option('--yes', 'start agents that cost money without asking')
      .addOption(new Option('-f, --format <format>', 'output format (default: markdown)').choices(['markdown', 'json']))
      .option('--quiet', 'no progress')
      .option('--debug', 'print the stack trace of an internal error')
      .addHelpText('after', EVALUATE_HELP);
    command.action((flags: Flags) => run('evaluate', [], flags));
  },
  runs: {
    evaluate: async () => (await import('./evaluate-command.ts')).runEvaluateCommand,
  },
};
