/**
 * The grammar of the command line: commands, flags and the help that teaches them. It parses and hands over; what a
 * command does lives in its own file, loaded only when it runs.
 */
import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from '../protocol/config/config-schema.ts';
import { CONSENSUS_PROTOCOLS } from '../protocol/findings/consensus-protocol.ts';
import { FAIL_ON_LEVELS } from '../protocol/report/exit-code.ts';
import { DEFAULT_LOOP_LIMITS } from '../protocol/signals/orchestrator.ts';
import { createGrammar, type Output } from './grammar.ts';
import { addReport, addRuns } from './runs-grammar.ts';

/** Values as commander parsed them; each command reads the ones it knows. */
export type Flags = Readonly<Record<string, unknown>>;

const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];
const HELP_EXAMPLES = `
Examples:
  consensus-review                         review what this branch changed, uncommitted work included;
                                           everything where nothing changed or there is no git
  consensus-review review src 'lib/**'     review folders, files or globs
  consensus-review review --staged         review what is about to be committed
  consensus-review review --base main      review everything since the merge base with main
  git diff | consensus-review review --diff -
  consensus-review plan --all              what would be reviewed, by whom, with which budget; spends nothing
  consensus-review review -f sarif -o json=report.json > review.sarif
  consensus-review runs                    earlier runs; "runs compare latest~1" says what changed since

  consensus-review resume                  go on with the run that was interrupted here

Exit codes: 0 complete and below --fail-on; 1 blocked (VETO or --fail-on); 2 wrong call or configuration;
3 incomplete; 4 no usable result; 5 nothing in scope; 130 interrupted.`;

const LOOP_HELP = `
Each iteration gets the last signal on standard input (nothing at first) and these variables:
  SIGNAL_LOOP_ITERATION        1, 2, 3 …
  SIGNAL_LOOP_WORK_REMAINING   what was left: 0 or a list
  SIGNAL_LOOP_CONTEXT_PERCENT  usage that was reported
  SIGNAL_LOOP_CHECKPOINT       true where a checkpoint is due
  SIGNAL_LOOP_CHECKPOINT_PATH  checkpoint that was named, or nothing

Exit codes: 0 complete; 3 halted at a limit or work remains; 4 no signal to steer by; 130 interrupted.

Example:
  consensus-review signal loop --max-iterations 20 -- node coordinator.mjs --plan plan.md`;

/** Called with the command that was asked for, its arguments and its flags. */
export type Run = (name: string, positional: readonly string[], flags: Flags) => void;

export function createProgram(version: string, output: Output, run: Run): Command {
  const program = createGrammar(version, output)
    .description(
      'Several specialised reviewers over a change or a codebase, offline by default, with measured budgets and honest coverage.',
    )
    .addHelpText('after', HELP_EXAMPLES);
  addReview(program, run);
  addAudit(program, run);
  addResume(program, run);
  addPlan(program, run);
  addContext(program, run);
  addCollect(program, run);
  addRuns(program, run);
  addReport(program, run, (command) => addOutputFlags(command, 'terminal on a terminal, markdown elsewhere'));
  addSignal(program, run);
  addServers(program, run);
  addSetup(program, run);
  return program;
}

function addReview(program: Command, run: Run): void {
  const review = program
    .command('review', { isDefault: true })
    .description('review a scope with every reviewer that has something to say about it (the default command)')
    .argument('[scope...]', 'paths, folders or globs; nothing = what this branch changed');
  addScopeFlags(review);
  addRunFlags(review);
  addDatabaseFlag(review);
  addOutputFlags(review, 'terminal on a terminal, markdown elsewhere');
  review.action((scope: string[], flags: Flags) => run('review', scope, flags));
}

function addAudit(program: Command, run: Run): void {
  const audit = program
    .command('audit')
    .description('hunt D1 to D10 over several rounds, follow the flows, validate what was found (security audit)')
    .argument('[scope...]', 'paths, folders or globs; nothing = what this branch changed, else everything');
  addScopeFlags(audit);
  addHuntFlags(audit, '');
  audit
    .option('--require-semgrep', 'do not start without Semgrep')
    .option('--yes', 'do not ask before agents that cost money are sent out');
  addRunFlags(audit);
  addDatabaseFlag(audit);
  addOutputFlags(audit, 'terminal on a terminal, markdown elsewhere');
  audit.action((scope: string[], flags: Flags) => run('audit', scope, flags));
}

function addDatabaseFlag(command: Command): void {
  command.option(
    '--database <url>',
    'hand the run to the workers of this PostgreSQL and follow it (see docs/fleet.md)',
  );
}

function addResume(program: Command, run: Run): void {
  const resume = program
    .command('resume')
    .description('go on with an interrupted run; nothing that was recorded is paid for again')
    .argument(
      '[run]',
      'id of the run or the beginning of it; nothing = the newest interrupted run of this folder (of this project with --database)',
    )
    .option('-C <dir>', 'folder whose newest interrupted run is meant')
    .option('--deadline <duration>', 'stop again after this time: 90s, 5m, 1h')
    .addOption(new Option('--fail-on <level>', 'what blocks (default: as before)').choices([...FAIL_ON_LEVELS]))
    .option('--allow-partial', 'exit 0 although something was not reviewed (and say so)')
    .option('--yes', 'do not ask before agents that cost money are sent out');
  resume.option('--database <url>', 'a run of this fleet: follow it, or go on with it where it was interrupted');
  addOutputFlags(resume, 'as before');
  resume.action((id: string | undefined, flags: Flags) => run('resume', id === undefined ? [] : [id], flags));
}

/** What decides who hunts what. */
function addHuntFlags(command: Command, whose: string): void {
  command
    .addOption(
      new Option('--mode <mode>', `${whose}how far it goes (default: standard)`).choices(['quick', 'standard', 'deep']),
    )
    .option('--cells <list>', `${whose}only these dimensions on these files, as D2:src/auth/**`, collect)
    .option('--agents <n>', `${whose}hunt agents of the first round (default: by the size of the project)`);
}

function addPlan(program: Command, run: Run): void {
  const plan = program
    .command('plan')
    .description('everything up to dispatch, without reviewing: files, tokens, reviewers, budgets, waves, estimate')
    .argument('[scope...]', 'as for review; the word `review` or `audit` may stand first');
  addScopeFlags(plan);
  addHuntFlags(plan, 'plan audit: ');
  addRunFlags(plan);
  addOutputFlags(plan, 'terminal on a terminal, markdown elsewhere; also json');
  plan.action((scope: string[], flags: Flags) => run('plan', scope, flags));
}

function addContext(program: Command, run: Run): void {
  const index = program
    .command('index')
    .description('measure a folder and make it searchable: files, tokens, lines, languages, branch')
    .argument('[path]', 'a folder or glob; nothing = the whole root');
  const search = program
    .command('search')
    .description('find code by words, names or parts of names; brings the index up to date first')
    .argument('<query...>', 'what to look for')
    .option('--limit <n>', 'how many results, at most 100 (default: 10)')
    .option('--path <path>', 'only this file or folder of the root');
  for (const [name, command] of Object.entries({ index, search })) {
    command
      .option('-C <dir>', 'root folder; paths are relative to it')
      .option('--include <glob>', 'only files that match (repeatable, comma-separated)', collect)
      .option('--exclude <glob>', 'leave out files that match (repeatable, comma-separated)', collect)
      .option('--config <file>', 'configuration file')
      .addOption(
        new Option(
          '-f, --format <format>',
          'output format (default: terminal on a terminal, markdown elsewhere)',
        ).choices(['terminal', 'markdown', 'json']),
      )
      .option('--quiet', 'no progress')
      .option('--no-color', 'no colours')
      .option('--debug', 'print the stack of an internal error');
    command.action((given: string | string[] | undefined, flags: Flags) =>
      run(name, given === undefined ? [] : [given].flat(), flags),
    );
  }
}

function addCollect(program: Command, run: Run): void {
  const command = program
    .command('collect')
    .description(
      'agent outputs (reviewer JSON or ===AGENT_RESULT=== text, whole or cut) → recovered findings and a report',
    )
    .argument('[file...]', 'files to read, one agent output each; nothing or - = standard input');
  command.addOption(new Option('--fail-on <level>', 'what blocks').choices([...FAIL_ON_LEVELS]).default('veto'));
  command.option('--allow-partial', 'exit 0 although an output was cut (and say so)');
  command.option('--ignore-vetoes', 'list vetoes as warnings');
  addOutputFlags(command, 'terminal on a terminal, markdown elsewhere');
  command.action((files: string[], flags: Flags) => run('collect', files, flags));
}

function addSignal(program: Command, run: Run): void {
  const signal = program
    .command('signal')
    .description('coordinator return signals: read, check and write them, or run a program by them')
    .enablePositionalOptions();
  const verbs = [
    ['parse', 'print the signal found in the text as JSON; exit 1 where there is none'],
    ['validate', 'check the nine rules of a return signal; exit 1 if one fails'],
    ['format', 'take a signal as JSON and print its lines'],
  ] as const;
  for (const [verb, description] of verbs) {
    signal
      .command(verb)
      .description(description)
      .argument('[file]', 'file to read instead of standard input')
      .action((file: string | undefined, flags: Flags) =>
        run(`signal ${verb}`, file === undefined ? [] : [file], flags),
      );
  }
  addSignalLoop(signal, run);
}

function addSignalLoop(signal: Command, run: Run): void {
  const { checkpointPercent, haltPercent, maxIterations } = DEFAULT_LOOP_LIMITS;
  signal
    .command('loop')
    .description('run a coordinator program again and again, steered by its return signals alone')
    .argument('<command...>', 'the program and its arguments, behind --')
    .passThroughOptions()
    .option('-C <dir>', 'run the program in this folder')
    .option('--max-iterations <n>', `stop after so many iterations (default: ${maxIterations})`)
    .option('--checkpoint-at <percent>', `context usage at which a checkpoint is due (default: ${checkpointPercent})`)
    .option('--halt-at <percent>', `context usage at which the loop halts (default: ${haltPercent})`)
    .option('--timeout <duration>', 'time of one iteration: 90s, 5m, 1h (default: 1h)')
    .option('--topic <dir>', 'full summaries may be read here too; else only in the folder of the loop')
    .addOption(
      new Option('-f, --format <format>', 'output format (default: terminal)').choices(['terminal', 'json', 'signal']),
    )
    .option('--quiet', 'no progress')
    .option('--debug', 'show the full summary at the end')
    .option('--no-color', 'no colours')
    .addHelpText('after', LOOP_HELP)
    .action((command: string[], flags: Flags) => run('signal loop', command, flags));
}

function addServers(program: Command, run: Run): void {
  program
    .command('mcp')
    .description('serve the context tools to a coding agent: MCP over standard input and output')
    .option('-C <dir>', 'serve this folder alone; without it, any folder the agent names')
    .action((flags: Flags) => run('mcp', [], flags));
  program
    .command('worker')
    .description('work at runs that are submitted with --database; ends when it is interrupted or terminated')
    .requiredOption('--database <url>', 'PostgreSQL of the fleet: postgresql://USER@HOST/NAME (password: PGPASSWORD)')
    .option('--concurrency <n>', 'agents at the same time on this machine (default: 4)')
    .option(
      '--limit <provider=n,rate>',
      'calls at the same time and per second of a provider, for the whole fleet: anthropic=8,2/s (repeatable)',
      collect,
    )
    .option('--drain <duration>', 'how long running agents may take when it is told to end (default: 25s)')
    .option('--quiet', 'say nothing')
    .option('--verbose', 'a log of everything it does on standard error, as JSON lines')
    .option('--debug', 'print the stack of an internal error')
    .action((flags: Flags) => run('worker', [], flags));
}

function addSetup(program: Command, run: Run): void {
  program
    .command('init')
    .description('write consensus-review.config.json into the root')
    .option('-C <dir>', 'root folder')
    .option('--print', 'print the file instead of writing it')
    .option('--force', 'overwrite an existing file')
    .action((flags: Flags) => run('init', [], flags));
  program
    .command('doctor')
    .description('say what is installed, configured and reachable; a configured model gets one tiny call')
    .option('-C <dir>', 'root folder')
    .option('--config <file>', 'configuration file')
    .option('--model <provider/name>', 'model to try')
    .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
    .option('--no-color', 'no colours')
    .action((flags: Flags) => run('doctor', [], flags));
  program
    .command('completion')
    .description('print a completion script for your shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string, flags: Flags) => run('completion', [shell], flags));
}

function addScopeFlags(command: Command): void {
  command
    .option('-C <dir>', 'root folder; paths are relative to it', undefined)
    .option('--all', 'the whole folder')
    .option('--staged', 'what is staged')
    .option('--commit <sha>', 'one commit against its first parent')
    .option('--base <ref>', 'everything since the merge base with this revision')
    .option('--head <ref>', 'with --base: up to this revision instead of the working tree')
    .option('--diff <file>', 'a unified diff from a file, or - for standard input')
    .option('--include <glob>', 'only files that match (repeatable, comma-separated)', collect)
    .option('--exclude <glob>', 'leave out files that match (repeatable, comma-separated)', collect);
}

function addRunFlags(command: Command): void {
  command
    .option('--reviewers <names>', 'who reviews, comma-separated; `-reviewer` may be left out', collect)
    .option('--dimensions <list>', 'only these, as D1,D3 (default: all ten)', collect)
    .option('--model <provider/name>', 'who reviews: `embedded` works offline', undefined)
    .option('--reviewer-model <name=provider/name>', 'another model for one reviewer (repeatable)', collect)
    .option('--panel <models>', 'several models, comma-separated: each reviews, findings say how many agree', collect)
    .option('--fallback <provider/name>', 'model to ask where the chosen one does not answer')
    .addOption(
      new Option('--protocol <name>', 'how several opinions become one (default: veto)').choices([
        ...CONSENSUS_PROTOCOLS,
      ]),
    )
    .option('--min-agreement <n>', 'how many of those that could have reported a finding must agree (default: 1)')
    .option('--waves <auto|n>', 'go on until everything is reviewed, or at most n waves (default: auto)')
    .option('--concurrency <n>', 'reviewers at the same time (default: all)')
    .option('--max-tokens <n>', 'limit of provider tokens for the run; embedded reviewers use none')
    .option('--max-cost <usd>', 'limit of money for the run; embedded reviewers cost nothing')
    .option('--deadline <duration>', 'stop after this time with an honest partial report: 90s, 5m, 1h')
    .addOption(new Option('--fail-on <level>', 'what blocks (default: veto)').choices([...FAIL_ON_LEVELS]))
    .option('--allow-partial', 'exit 0 although something was not reviewed (and say so)')
    .option('--ignore-vetoes', 'list vetoes as warnings')
    .option('--no-reuse', 'review every file anew, also what was reviewed before under the same conditions')
    .option('--record <file>', 'keep the run with its model calls in a file that can be played again')
    .option('--replay <file>', 'play a recorded run: no network, no cost, the same report')
    .addOption(new Option('--journal').hideHelp())
    .option('--no-journal', 'do not keep the run: it cannot be resumed or shown again')
    .option('--config <file>', 'configuration file')
    .option('--trust-repository', 'let settings and comments of the reviewed repository steer external analyzers');
}

function addOutputFlags(command: Command, defaultFormat: string): void {
  command
    .option(
      '-f, --format <format>',
      `format of standard output: ${FORMAT_NAMES.join(', ')} (default: ${defaultFormat})`,
    )
    .option('-o, --output <format=path>', 'also write this format to a file (repeatable)', collect)
    .option('--quiet', 'no progress')
    .option('--verbose', 'a log of everything on standard error, as JSON lines where it is no terminal; longer report')
    .option('--debug', 'print the stack of an internal error')
    .option('--no-color', 'no colours');
}
