/** The grammar of the commands that read stored runs: flags, and help that teaches by example. */
import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from '../protocol/config/config-schema.ts';
import { FAIL_ON_LEVELS } from '../protocol/report/exit-code.ts';

/** Called with the command that was asked for, its arguments and its flags. */
type Run = (name: string, positional: readonly string[], flags: Readonly<Record<string, unknown>>) => void;

const RUNS_HELP = `
A run is named by its id, by the beginning of it, by the letters behind its dash, by \`latest\`, or by \`latest~1\` for the
one before. \`latest\` is the newest run of the folder (-C DIR or the current one).

Examples:
  consensus-review runs                        the runs of this folder, newest first
  consensus-review runs list --all --limit 100
  consensus-review runs show latest            how it ended and what it cost, per agent and model
  consensus-review runs show 4f2a9c -f csv     its ledger for a spreadsheet
  consensus-review runs compare latest~1       what is new and what is fixed since the run before
  consensus-review runs prune --older-than 30d`;

const COMPARE_HELP = `
\`fixed\` means that whoever had found it has looked at the file again. Where nobody has, it is \`unknown\`.
\`newly seen\` is what the first run could not see, since it had not looked there.
A run may also be a file that \`-f json\` wrote, so that machines which share no history can be compared.

Exit codes: 0; with --fail-on also 1 for a new finding that reaches the level, or a verdict that has become VETO, and
3 where the second run is incomplete.

Examples:
  consensus-review runs compare latest~1 latest
  consensus-review runs compare main.json latest --fail-on high
  consensus-review runs compare 4f2a9c 8812be -f markdown`;

const PRUNE_HELP = `
Shows what would go and asks; --yes does not ask. Without a terminal and without --yes nothing is removed.
Without a limit the rules that every run keeps to anyway are applied now (see docs/runs.md). A run that is under way stays.

Examples:
  consensus-review runs prune --older-than 30d
  consensus-review runs prune --keep 50 --yes
  consensus-review runs prune --max-size 200MB --dry-run
  consensus-review runs prune 4f2a9c`;

const REPORT_HELP = `
The report is printed as the run printed it; --fail-on and --allow-partial decide the exit code anew, else it is the run's.

Examples:
  consensus-review report latest
  consensus-review report 4f2a9c -f sarif > review.sarif
  consensus-review report latest -f markdown -o json=report.json --fail-on never`;

const DATABASE = ['--database <url>', 'the runs of this fleet instead of those of this machine'] as const;

const addPageFlags = (command: Command, formats: readonly string[]): Command =>
  command
    .option('-C <dir>', 'the folder whose runs are meant')
    .option(...DATABASE)
    .addOption(
      new Option(
        '-f, --format <format>',
        'output format (default: terminal on a terminal, markdown elsewhere)',
      ).choices([...formats]),
    )
    .option('--no-color', 'no colours')
    .option('--debug', 'print the stack of an internal error');

const addGateFlags = (command: Command, defaultLevel: string): Command =>
  command
    .addOption(new Option('--fail-on <level>', `what blocks (default: ${defaultLevel})`).choices([...FAIL_ON_LEVELS]))
    .option('--allow-partial', 'exit 0 although something was not reviewed (and say so)');

export function addRuns(program: Command, run: Run): void {
  const runs = program
    .command('runs')
    .description('stored runs: list them, show what they cost, compare two, remove old ones')
    .enablePositionalOptions()
    .addHelpText('after', RUNS_HELP);
  const list = runs
    .command('list', { isDefault: true })
    .description('the runs of a folder, newest first (the default)')
    .option('--all', 'of all folders')
    .option('--limit <n>', 'how many (default: 20)');
  addPageFlags(list, ['terminal', 'markdown', 'json'])
    .allowExcessArguments()
    .action((flags) => {
      refuseWords(runs, list);
      run('runs list', [], flags);
    });
  const show = runs
    .command('show')
    .description('one run: what was asked, how it ended, and its ledger of tokens and money')
    .argument('[run]', 'which one (default: latest)');
  addPageFlags(show, ['terminal', 'markdown', 'json', 'csv']).action((name: string | undefined, flags) =>
    run('runs show', name === undefined ? [] : [name], flags),
  );
  const compare = runs
    .command('compare')
    .description('two runs: what is new, fixed, still there, and what nobody can tell')
    .argument('<first>', 'the earlier run, or a report file')
    .argument('[second]', 'the later one (default: latest)')
    .option('--verbose', 'list every finding')
    .addHelpText('after', COMPARE_HELP);
  addGateFlags(addPageFlags(compare, ['terminal', 'markdown', 'json']), 'never').action(
    (first: string, second: string | undefined, flags) =>
      run('runs compare', second === undefined ? [first] : [first, second], flags),
  );
  addPrune(runs, run);
}

/** A word that is no verb ends up with the default verb, which takes none. */
function refuseWords(runs: Command, list: Command): void {
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
    .description('remove stored runs and give their space back')
    .argument('[run...]', 'exactly these; nothing = by the limits below')
    .option('-C <dir>', 'the folder whose latest run is meant')
    .option('--older-than <age>', 'runs that began longer ago: 30d, 2w, 12h')
    .option('--keep <n>', 'all but the newest n')
    .option('--max-size <size>', 'the oldest until the file is no larger: 200MB')
    .option('--dry-run', 'only show what would go')
    .option('--yes', 'do not ask')
    .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
    .option('--debug', 'print the stack of an internal error')
    .addHelpText('after', PRUNE_HELP)
    .action((names: string[], flags) => run('runs prune', names, flags));
}

/** `addOutputFlags` gives it the formats of a review. */
export function addReport(program: Command, run: Run, addOutputFlags: (command: Command) => void): void {
  const report = program
    .command('report')
    .description(`print a stored run again, without a model, as ${FORMAT_NAMES.join(', ')}`)
    .argument('[run]', 'which one: id, beginning of an id, latest (default: latest)')
    .option('-C <dir>', 'the folder whose latest run is meant')
    .option(...DATABASE)
    .addHelpText('after', REPORT_HELP);
  addGateFlags(report, 'as the run was called');
  addOutputFlags(report);
  report.action((name: string | undefined, flags) => run('report', name === undefined ? [] : [name], flags));
}
