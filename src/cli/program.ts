/**
 * Builds the grammar of the command line from the declarations of its commands (commands/list.ts). Runs no command. Called by
 * run-command.ts; commands/completion-command.ts and scripts/generate-man.ts list commands from it.
 */
import type { Command } from 'commander';
import type { Run } from './command-declaration.ts';
import { COMMANDS } from './commands/list.ts';
import { createGrammar, type Output } from './grammar.ts';

const HELP_EXAMPLES = `
Examples:
  consensus-review                         review what this branch changed, with uncommitted work;
                                           the whole folder if nothing changed or there is no git
  consensus-review review src 'lib/**'     review folders, files or globs
  consensus-review review --staged         review what is about to be committed
  consensus-review review --base main      review everything since the merge base with main
  git diff | consensus-review review --diff -
  consensus-review plan --all              what would be reviewed, by whom, with which budget; costs nothing
  consensus-review review -f sarif -o json=report.json > review.sarif
  consensus-review runs                    stored runs; "runs compare latest~1" shows what changed
  consensus-review resume                  resume the run that was interrupted in this folder

Exit codes: 0 complete and below --fail-on; 1 blocked (VETO or --fail-on); 2 usage or configuration error;
3 incomplete; 4 no usable result; 5 nothing in scope; 130 interrupted.`;

/** All commands; `only` the one that is called by its name, since every flag of a grammar takes time. */
export async function createProgram(version: string, output: Output, run: Run, only = ''): Promise<Command> {
  const program = createGrammar(version, output)
    .description(
      'Review a change or audit a codebase with several specialised reviewers. Works offline; goes deeper with a model.',
    )
    .addHelpText('after', HELP_EXAMPLES);
  const called = Object.hasOwn(COMMANDS, only) ? COMMANDS[only] : undefined;
  const loads = called === undefined ? Object.values(COMMANDS) : [called];
  for (const { declare } of await Promise.all(loads.map((load) => load()))) declare(program, run);
  return program;
}
