/**
 * Declares `runs` with its verbs: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { type Command, Option } from 'commander';
import type { CommandDeclaration, Run } from '../command-declaration.ts';
import { addGateFlags, DATABASE } from '../stored-run-flags.ts';

const RUNS_HELP = `
Name a run by its id, its first characters, the characters after its dash, \`latest\`, or \`latest~1\` for the run
before it. \`latest\` is the newest run of the folder (-C DIR or the current one).

Examples:
  consensus-review runs                        the runs of this folder, newest first
  consensus-review runs list --all --limit 100
  consensus-review runs show latest            how it ended and what it cost, per agent and model
  consensus-review runs show 4f2a9c -f csv     its ledger for a spreadsheet
  consensus-review runs compare latest~1       what is new and what is fixed since the run before
  consensus-review runs prune --older-than 30d`;

const COMPARE_HELP = `
\`fixed\` means that the reviewer who found it reviewed the file again. Otherwise it is \`unknown\`.
\`newly seen\` means that the first run had not reviewed that file.
A run may also be a file that \`-f json\` wrote, so that machines which share no history can be compared.

Exit codes: 0; with --fail-on also 1 for a new finding that reaches the level, or a verdict that has become VETO, and
3 where the second run is incomplete.

Examples:
  consensus-review runs compare latest~1 latest
  consensus-review runs compare main.json latest --fail-on high
  consensus-review runs compare 4f2a9c 8812be -f markdown`;

const PRUNE_HELP = `
Shows what would be removed and asks; --yes does not ask. Without a terminal, nothing is removed unless --yes is given.
Without a limit, the default retention applies (see docs/runs.md). A running run is never removed.

Examples:
  consensus-review runs prune --older-than 30d
  consensus-review runs prune --keep 50 --yes
  consensus-review runs prune --max-size 200MB --dry-run
  consensus-review runs prune 4f2a9c`;

const addPageFlags = (command: Command, formats: readonly string[]): Command =>
  command
    .option('-C <dir>', 'folder whose runs to use')
    .option(...DATABASE)
    .addOption(
      new Option(
        '-f, --format <format>',
        'output format (default: terminal on a terminal, markdown elsewhere)',
      ).choices([...formats]),
    )
    .option('--no-color', 'no colours')
    .option('--debug', 'print the stack trace of an internal error');

/** A word that is no verb ends up with the default verb, which takes none. */
function refuseArguments(runs: Command, list: Command): void {
  const [word] = list.args;
  if (word === undefined) return;
  const verbs = runs.commands.map((verb) => verb.name()).join(', ');
  if (runs.args[0] === 'list')
    list.error(`error: \`runs list\` takes no \`${word}\`.`, { code: 'commander.excessArguments' });
  runs.error(`error: \`runs ${word}\`; there are ${verbs}.`, { code: 'commander.unknownCommand' });
}

function addPrune(runs: Command, run: Run): void {
  runs
    .command('prune')
    .description('remove stored runs and free their disk space')
    .argument('[run...]', 'runs to remove (default: by the limits below)')
    .option('-C <dir>', 'folder whose latest run to use')
    .option('--older-than <age>', 'remove runs older than this: 30d, 2w, 12h')
    .option('--keep <n>', 'keep only the newest n')
    .option('--max-size <size>', 'remove the oldest until the file is at most this large: 200MB')
    .option('--dry-run', 'only show what would be removed')
    .option('--yes', 'do not ask')
    .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
    .option('--debug', 'print the stack trace of an internal error')
    .addHelpText('after', PRUNE_HELP)
    .action((names: string[], flags) => run('runs prune', names, flags));
}

export const runsDeclaration: CommandDeclaration = {
  declare(program, run) {
    const runs = program
      .command('runs')
      .description('stored runs: list, show, compare, prune')
      .enablePositionalOptions()
      .addHelpText('after', RUNS_HELP);
    const list = runs
      .command('list', { isDefault: true })
      .description('list the runs of a folder, newest first (default)')
      .option('--all', 'of all folders')
      .option('--limit <n>', 'how many (default: 20)');
    addPageFlags(list, ['terminal', 'markdown', 'json'])
      .allowExcessArguments()
      .action((flags) => {
        refuseArguments(runs, list);
        run('runs list', [], flags);
      });
    const show = runs
      .command('show')
      .description('show one run: the command, how it ended, tokens and cost')
      .argument('[run]', 'run to show (default: latest)');
    addPageFlags(show, ['terminal', 'markdown', 'json', 'csv']).action((name: string | undefined, flags) =>
      run('runs show', name === undefined ? [] : [name], flags),
    );
    const compare = runs
      .command('compare')
      .description('compare two runs: new, fixed, still there, unknown')
      .argument('<first>', 'the earlier run, or a report file')
      .argument('[second]', 'the later run (default: latest)')
      .option('--verbose', 'list every finding')
      .addHelpText('after', COMPARE_HELP);
    addGateFlags(addPageFlags(compare, ['terminal', 'markdown', 'json']), 'never').action(
      (first: string, second: string | undefined, flags) =>
        run('runs compare', second === undefined ? [first] : [first, second], flags),
    );
    addPrune(runs, run);
  },
  runs: {
    'runs list': async () => (await import('./runs-list-command.ts')).runRunsList,
    'runs show': async () => (await import('./runs-command.ts')).runRunsShow,
    'runs compare': async () => (await import('./runs-command.ts')).runRunsCompare,
    'runs prune': async () => (await import('./prune-command.ts')).runRunsPrune,
  },
};
