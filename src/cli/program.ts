/**
 * Declares the commands of the command line with their flags and help texts (those on stored runs in runs-grammar.ts), parses a call,
 * and passes command name, arguments and flags to a callback. Runs no command. Called by run-command.ts;
 * commands/completion-command.ts and scripts/generate-man.ts list commands from it. Exports the type `Flags`.
 */
import { type Command, Option } from 'commander';
import { FORMAT_NAMES } from '../protocol/config/config-names.ts';
import { VERIFY_MODES } from '../protocol/findings/claim-check.ts';
import { CONSENSUS_PROTOCOLS } from '../protocol/findings/consensus-protocol.ts';
import { FAIL_ON_LEVELS } from '../protocol/findings/severity.ts';
import { DEFAULT_LOOP_LIMITS } from '../protocol/signals/loop-limits.ts';
import { createGrammar, type Output } from './grammar.ts';
import { addReport, addRuns } from './runs-grammar.ts';

/** Values as commander parsed them; each command reads the ones it knows. */
export type Flags = Readonly<Record<string, unknown>>;

const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];
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

const TRUST_HELP = 'apply the settings and comments of the reviewed repository and of the change';

const TRUST_DETAILS = `
A repository that is not trusted cannot name models, addresses or commands, and cannot decide the exit code; what it sets
is named in a warning. Trust is kept in the state folder by path and origin: a copy elsewhere is not trusted.
A change is reviewed by the settings of its base revision all the same; --trust-repository applies its own for one run.

Examples:
  consensus-review trust
  consensus-review trust --list
  consensus-review trust --remove -C ../other`;

const CONTEXT_HELP =
  'text of the linked issue or pull request (- for standard input); a model says point by point what is met';

const SUPPRESS_HELP = `
A suppressed finding stays in the report with its reason and does not count. For a change the file of its base counts,
and what you dismissed on this machine. One place is suppressed by a comment: consensus-review-ignore RULE: reason
See docs/suppressions.md.`;

const HOOK_HELP = `
Reviews without a model and says nothing where it finds nothing. See docs/coding-agents.md.

stop reads the event of the host on standard input and reviews what changed since its last pass. Each finding is handed back
once. Exit codes are those of the host: 0 the agent may stop; 2 findings on standard error, for the agent; 1 the review
failed, for the user. With --json findings are an answer on standard output, and the exit code is 0. As a hook:
  consensus-review hook stop --json || exit 1
so that no mistake in the command, which ends with 2 as well, is taken for findings.
pre-commit reviews what is staged. Exit codes: 0 pass; 1 findings from the level on; 3 something was not reviewed; 2, 4 as review.
subagent reviews nothing: it tells the MCP server where the host keeps the transcript of an agent with a ticket. Exit code: 0.

Examples:
  echo {} | consensus-review hook stop
  consensus-review hook pre-commit --fail-on medium`;

const FIX_HELP = `
Only files of the findings are touched. After --apply the files are reviewed again; a file in which that finds something new is
put back. A return signal of type repair is the last output on standard error. See docs/report.md.

A written repair is tried on a copy before it is offered: the finding must be gone, nothing new may be found, the file must
still be analysed. Refused ones are listed with the reason. The model sees the code around the finding, without secrets.

Examples:
  consensus-review fix > repairs.diff
  consensus-review fix latest H-02 M-01 --apply
  consensus-review fix --model anthropic/claude-sonnet-4-5 --max-cost 0.50 H-01 > repairs.diff
  consensus-review fix -o json=report.json && consensus-review post report.json

Exit codes: 0 repaired, or nothing to repair; 3 a repair was put back or did not help; 2 the work tree has changes.`;

const TRIAGE_HELP = `
confirmed: our analysis followed the data from its source to this place. guarded: a check ends the flow. unreachable: the
code never runs, or only harmless values arrive. unknown: our analysis cannot tell. Guarded and unreachable alarms do not count;
unknown ones count for --fail-on, and never block by themselves. With --model a model is asked about the unknown ones, as a
validator of an audit is: it reads the code, and sets an alarm aside only with code that contradicts it. See docs/analyzers.md.

Examples:
  semgrep --config rules --sarif -o semgrep.sarif && consensus-review triage semgrep.sarif
  consensus-review triage bandit.sarif gosec.sarif --fail-on high -o sarif=triaged.sarif
  consensus-review triage semgrep.sarif --model anthropic/claude-sonnet-4-5 --max-cost 1

Exit codes: as for a review; 3 also where alarms could not be judged; 2 a file that is no SARIF.`;

const EVALUATE_HELP = `
The format of a set and how findings are matched: docs/detection.md.

Exit codes: 0 evaluated; 3 a change could not be reviewed; 2 wrong call or set.`;

const RULES_HELP = `
A rule is a YAML file in .consensus-review/rules; its cases are in a file of the same name that ends in .cases.yml.
See docs/analyzers.md.

Exit codes: 0 every case passes; 1 a case fails or a rule is broken; 5 no rules.`;

const POST_HELP = `
The token is read from GITHUB_TOKEN or GITLAB_TOKEN. It reads the report and the pull request, nothing else.
--dry-run needs no right to write; without a token it shows a first post to a public pull request.
See docs/pull-requests.md.

Exit codes: 0 posted, whatever the report says; 2 wrong call; 4 the server did not take it (run it again).`;

/** Called with the command that was asked for, its arguments and its flags. */
export type Run = (name: string, positional: readonly string[], flags: Flags) => void;

const COMMANDS: Readonly<Record<string, (program: Command, run: Run) => void>> = {
  review: addReview,
  audit: addAudit,
  resume: addResume,
  plan: addPlan,
  index: addContext,
  search: addContext,
  collect: addCollect,
  evaluate: addEvaluate,
  triage: addTriage,
  runs: addRuns,
  report: (program, run) =>
    addReport(program, run, (command) => addOutputFlags(command, 'terminal on a terminal, markdown elsewhere')),
  signal: addSignal,
  mcp: addServers,
  lsp: addLsp,
  worker: addServers,
  init: addSetup,
  doctor: addSetup,
  trust: addTrust,
  config: addConfig,
  rules: addRules,
  explain: addRules,
  dismiss: addSuppressions,
  baseline: addSuppressions,
  post: addPost,
  advisories: addAdvisories,
  fix: addFix,
  hook: addHook,
  serve: addServe,
  completion: addSetup,
};

/** All commands; `only` the one that is called by its name, since every flag of a grammar takes time. */
export function createProgram(version: string, output: Output, run: Run, only = ''): Command {
  const program = createGrammar(version, output)
    .description(
      'Review a change or audit a codebase with several specialised reviewers. Works offline; goes deeper with a model.',
    )
    .addHelpText('after', HELP_EXAMPLES);
  const called = Object.hasOwn(COMMANDS, only) ? COMMANDS[only] : undefined;
  for (const add of called === undefined ? new Set(Object.values(COMMANDS)) : [called]) add(program, run);
  return program;
}

function addReview(program: Command, run: Run): void {
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
}

function addAudit(program: Command, run: Run): void {
  const audit = program
    .command('audit')
    .description('security audit: all dimensions over several rounds, data flows, validation of findings')
    .argument('[scope...]', 'paths, folders or globs (default: what this branch changed, else the whole folder)');
  addScopeFlags(audit);
  addHuntFlags(audit, '');
  audit.option('--require-semgrep', 'stop if Semgrep is not installed');
  audit.option('--context <file>', 'for reviews; an audit reports that nobody read it');
  addRunFlags(audit);
  addOutputFlags(audit, 'terminal on a terminal, markdown elsewhere');
  audit.action((scope: string[], flags: Flags) => run('audit', scope, flags));
}

function addResume(program: Command, run: Run): void {
  const resume = program
    .command('resume')
    .description('resume an interrupted run; recorded model calls are not made again')
    .argument(
      '[run]',
      'id of the run or its first characters (default: the newest interrupted run of this folder, or of this project with --database)',
    )
    .option('-C <dir>', 'folder whose newest interrupted run to resume')
    .option('--deadline <duration>', 'stop after this time: 90s, 5m, 1h')
    .addOption(
      new Option('--fail-on <level>', 'exit 1 from this level on (default: as before)').choices([...FAIL_ON_LEVELS]),
    )
    .option('--allow-partial', 'exit 0 even if something was not reviewed; the report still says so')
    .option('--accept-not-assessed', 'exit 0 of an audit where only that is open which needs a model')
    .option('--yes', 'start agents that cost money without asking');
  resume.option('--database <url>', 'a run of this fleet: follow it, or resume it');
  addOutputFlags(resume, 'as before');
  resume.action((id: string | undefined, flags: Flags) => run('resume', id === undefined ? [] : [id], flags));
}

/** What decides who hunts what. */
function addHuntFlags(command: Command, whose: string): void {
  command
    .addOption(
      new Option('--mode <mode>', `${whose}depth of the audit (default: standard)`).choices([
        'quick',
        'standard',
        'deep',
      ]),
    )
    .option('--cells <list>', `${whose}audit only these dimensions of these files, as D2:src/auth/**`, collect)
    .option('--agents <n>', `${whose}agents of the first round (default: by project size)`);
}

function addPlan(program: Command, run: Run): void {
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
}

function addContext(program: Command, run: Run): void {
  const index = program
    .command('index')
    .description('index a folder: files, tokens, lines, languages; makes it searchable')
    .argument('[path]', 'a folder or glob (default: the whole root)');
  const search = program
    .command('search')
    .description('search code by words, names or parts of names; updates the index first')
    .argument('<query...>', 'what to look for')
    .option('--limit <n>', 'number of results, at most 100 (default: 10)')
    .option('--path <path>', 'search only this file or folder');
  for (const [name, command] of Object.entries({ index, search })) {
    command
      .option('-C <dir>', 'root folder; paths are relative to it')
      .option('--include <glob>', 'review only matching files (repeatable, comma-separated)', collect)
      .option('--exclude <glob>', 'leave out matching files (repeatable, comma-separated)', collect)
      .option('--config <file>', 'configuration file')
      .addOption(
        new Option(
          '-f, --format <format>',
          'output format (default: terminal on a terminal, markdown elsewhere)',
        ).choices(['terminal', 'markdown', 'json']),
      )
      .option('--quiet', 'no progress')
      .option('--no-color', 'no colours')
      .option('--debug', 'print the stack trace of an internal error');
    command.action((given: string | string[] | undefined, flags: Flags) =>
      run(name, given === undefined ? [] : [given].flat(), flags),
    );
  }
}

function addCollect(program: Command, run: Run): void {
  const command = program
    .command('collect')
    .description('turn agent outputs (reviewer JSON or ===AGENT_RESULT=== text, complete or truncated) into a report')
    .argument('[file...]', 'files with one agent output each (default, or -: standard input)');
  command.option('-C <dir>', 'folder of the reviewed code: quotes are checked there (default: nothing is verified)');
  command.addOption(
    new Option('--fail-on <level>', 'exit 1 from this level on').choices([...FAIL_ON_LEVELS]).default('veto'),
  );
  command.option('--allow-partial', 'exit 0 even if an output was truncated; the report still says so');
  command.option('--ignore-vetoes', 'report vetoes as warnings');
  addOutputFlags(command, 'terminal on a terminal, markdown elsewhere');
  command.action((files: string[], flags: Flags) => run('collect', files, flags));
}

function addEvaluate(program: Command, run: Run): void {
  const command = program
    .command('evaluate')
    .description('review changes with known problems: precision, recall, F1, cost, time and coverage')
    .option('--dataset <dir|file|history>', 'the set: a folder with dataset.json, a file of a public set, or `history`')
    .option('--repositories <dir>', 'where the repositories of the set are (default: beside it)')
    .option('--budgets <tokens>', 'token limits of a review, comma-separated; `none` for no limit (default: none)')
    .option('--commits <n>', 'of `history`: changes to review, newest first (default: 50)')
    .option('--judge <provider/name>', 'model that says which findings mean which problems (default: lines and words)')
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
}

/** Flags that choose who reviews what, how opinions meet, or where it runs: the alarms have chosen it. Refused by the command. */
export const NOT_FOR_TRIAGE: ReadonlySet<string> = new Set([
  'reviewers',
  'dimensions',
  'reviewerModel',
  'panel',
  'fallback',
  'protocol',
  'minAgreement',
  'verify',
  'waves',
  'acceptNotAssessed',
  'allowEmpty',
  'history',
  'record',
  'replay',
  'database',
]);

function addTriage(program: Command, run: Run): void {
  const command = program
    .command('triage')
    .description(
      'judge the alarms of other scanners (SARIF): confirmed, guarded, unreachable or unknown, each with its reason',
    )
    .argument('<file...>', 'SARIF 2.1.0 files of Semgrep, bandit, gosec, CodeQL or any other scanner')
    .option('-C <dir>', 'folder that was scanned; paths in the SARIF files are relative to it');
  addRunFlags(command);
  for (const option of command.options)
    if (NOT_FOR_TRIAGE.has(option.attributeName()) || option.attributeName() === 'reuse') option.hideHelp();
  addOutputFlags(command, 'terminal on a terminal, markdown elsewhere');
  command.addHelpText('after', TRIAGE_HELP);
  command.action((files: string[], flags: Flags) => run('triage', files, flags));
}

function addSignal(program: Command, run: Run): void {
  const signal = program
    .command('signal')
    .description('coordinator return signals: parse, validate, format, or drive a program with them')
    .enablePositionalOptions();
  const verbs = [
    ['parse', 'print the signal found in the text as JSON; exit 1 if there is none'],
    ['validate', 'check the nine rules of a return signal; exit 1 if one fails'],
    ['format', 'read a signal as JSON and print its lines'],
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
    .description('run a coordinator program repeatedly, driven by its return signals alone')
    .argument('<command...>', 'the program and its arguments, after --')
    .passThroughOptions()
    .option('-C <dir>', 'run the program in this folder')
    .option('--max-iterations <n>', `stop after so many iterations (default: ${maxIterations})`)
    .option('--checkpoint-at <percent>', `context usage at which a checkpoint is due (default: ${checkpointPercent})`)
    .option('--halt-at <percent>', `context usage at which the loop halts (default: ${haltPercent})`)
    .option('--timeout <duration>', 'time limit of one iteration: 90s, 5m, 1h (default: 1h)')
    .option('--topic <dir>', 'also read full summaries in this folder')
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
    .description('MCP server for a coding agent, over standard input and output')
    .option('-C <dir>', 'serve only this folder (default: any folder the agent names)')
    .option('--debug', 'print the stack trace of an internal error')
    .action((flags: Flags) => run('mcp', [], flags));
  program
    .command('worker')
    .description('worker for runs submitted with --database; stops on SIGINT or SIGTERM')
    .requiredOption('--database <url>', 'PostgreSQL of the fleet: postgresql://USER@HOST/NAME (password: PGPASSWORD)')
    .option('--concurrency <n>', 'agents that run at the same time on this machine (default: 4)')
    .option(
      '--limit <provider=n,rate>',
      'concurrent calls and calls per second of a provider, for the whole fleet: anthropic=8,2/s (repeatable)',
      collect,
    )
    .option('--drain <duration>', 'how long running agents may take to finish on shutdown (default: 25s)')
    .option('--quiet', 'no output')
    .option('--verbose', 'detailed log on standard error, as JSON lines')
    .option('--debug', 'print the stack trace of an internal error')
    .action((flags: Flags) => run('worker', [], flags));
}

function addSetup(program: Command, run: Run): void {
  program
    .command('init')
    .description('write consensus-review.config.json into the root and trust the repository')
    .option('-C <dir>', 'root folder')
    .option('--print', 'print the file instead of writing it')
    .option('--force', 'overwrite an existing file')
    .addOption(
      new Option(
        '--host <name>',
        'instead: server entry and commands for a coding agent; shows a diff, asks, and leaves your text as it is',
      ).choices(['claude', 'codex', 'gemini', 'qwen', 'opencode', 'cursor', 'vscode']),
    )
    .option('--yes', 'with --host: write without asking')
    .action((flags: Flags) => run('init', [], flags));
  program
    .command('doctor')
    .description('check what is installed, configured and reachable; makes one tiny call to a configured model')
    .option('-C <dir>', 'root folder')
    .option('--config <file>', 'configuration file')
    .option('--model <provider/name>', 'model to try')
    .option('--trust-repository', TRUST_HELP)
    .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
    .option('--no-color', 'no colours')
    .action((flags: Flags) => run('doctor', [], flags));
  program
    .command('completion')
    .description('print a completion script for your shell')
    .argument('<shell>', 'bash, zsh or fish')
    .action((shell: string, flags: Flags) => run('completion', [shell], flags));
}

function addTrust(program: Command, run: Run): void {
  program
    .command('trust')
    .description('mark this repository as yours: its settings may name models and decide the exit code')
    .option('-C <dir>', 'a folder of the repository')
    .option('--remove', 'trust it no longer')
    .option('--list', 'list the trusted repositories')
    .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
    .option('--debug', 'print the stack trace of an internal error')
    .addHelpText('after', TRUST_DETAILS)
    .action((flags: Flags) => run('trust', [], flags));
}

function addConfig(program: Command, run: Run): void {
  const show = program
    .command('config')
    .description('the effective configuration')
    .enablePositionalOptions()
    .command('show', { isDefault: true })
    .description('print every value of the configuration and where it comes from, for a run with these flags')
    .argument('[scope...]', 'as for review');
  addScopeFlags(show);
  addRunFlags(show);
  show
    .addOption(
      new Option(
        '-f, --format <format>',
        'output format (default: terminal on a terminal, markdown elsewhere)',
      ).choices(['terminal', 'markdown', 'json']),
    )
    .option('--no-color', 'no colours')
    .option('--debug', 'print the stack trace of an internal error')
    .action((scope: string[], flags: Flags) => run('config show', scope, flags));
}

function addRules(program: Command, run: Run): void {
  addExplain(program, run);
  const rules = program
    .command('rules')
    .description('rules that come with consensus-review, and your own in .consensus-review/rules')
    .enablePositionalOptions();
  addRulesFlags(
    rules
      .command('list', { isDefault: true })
      .description('list rules, yours first')
      .argument('[text]', 'only rules of this language or CWE, or with a word that begins so in their id or title')
      .option('--own', 'only the rules of this project'),
  ).action((text: string | undefined, flags: Flags) => run('rules list', text === undefined ? [] : [text], flags));
  addRulesFlags(rules.command('test').description('try the rules of this project on their cases'))
    .addHelpText('after', RULES_HELP)
    .action((flags: Flags) => run('rules test', [], flags));
}

function addSuppressions(program: Command, run: Run): void {
  program
    .command('dismiss')
    .description('findings that need not be fixed: enters them in .consensus-review/suppressions.json')
    .argument('<fingerprint...>', 'fingerprints, as reports show them')
    .option('--reason <text>', 'why; needed')
    .option('--until <day>', 'last day on which it counts, such as 2027-03-31')
    .option('--remove', 'take the entries back')
    .option('--force', 'enter a fingerprint that no stored run of this folder has, such as one of CI')
    .option('-C <dir>', 'root folder')
    .option('--debug', 'print the stack trace of an internal error')
    .addHelpText('after', SUPPRESS_HELP)
    .action((fingerprints: string[], flags: Flags) => run('dismiss', fingerprints, flags));
  program
    .command('baseline')
    .description('enter what is found now in .consensus-review/suppressions.json; later runs show what is new')
    .argument('[run]', 'a stored run (default: review the whole folder now)')
    .option('-C <dir>', 'root folder')
    .option('--config <file>', 'configuration file')
    .option('--trust-repository', TRUST_HELP)
    .option('--debug', 'print the stack trace of an internal error')
    .addHelpText('after', SUPPRESS_HELP)
    .action((name: string | undefined, flags: Flags) => run('baseline', name === undefined ? [] : [name], flags));
}

function addFix(program: Command, run: Run): void {
  program
    .command('fix')
    .description(
      'repairs of the findings of a run, as one diff on standard output: those of rules and linters, with --model also written ones',
    )
    .argument('[run]', 'a stored run (default: the latest of this folder)')
    .argument('[ids...]', 'only these findings: H-01, or fingerprints')
    .option('-C <dir>', 'root folder')
    .option('--apply', 'write them into a work tree without changes, then review the files again')
    .option('--model <provider/name>', 'model that writes repairs where no rule offers one (default: none is asked)')
    .option('--limit <n>', 'findings that the model is asked about, the most urgent first (default: 10)')
    .option('--max-tokens <n>', 'limit of model tokens')
    .option('--max-cost <usd>', 'limit of cost in USD')
    .option('--deadline <duration>', 'ask no longer than this: 90s, 5m, 1h')
    .option('--call-timeout <duration>', 'longest time of one model call (default: 15m; by speed on local servers)')
    .option(
      '-o, --output <format=path>',
      'also write the report with these repairs, as sarif=FILE or json=FILE (repeatable)',
      collect,
    )
    .option('--config <file>', 'configuration file')
    .option('--trust-repository', TRUST_HELP)
    .option('--quiet', 'no progress')
    .option('--debug', 'print the stack trace of an internal error')
    .addHelpText('after', FIX_HELP)
    .action((name: string | undefined, ids: string[], flags: Flags) =>
      run('fix', name === undefined ? [] : [name, ...ids], flags),
    );
}

function addHook(program: Command, run: Run): void {
  const hook = program
    .command('hook')
    .description('a gate for a coding agent that wants to stop (stop), or for git (pre-commit)')
    .enablePositionalOptions()
    .addHelpText('after', HOOK_HELP);
  const verbs = [
    ['stop', 'hand findings in what changed back to the agent, once; reads the event of the host on standard input'],
    ['pre-commit', 'stop a commit with findings in what is staged'],
  ] as const;
  hook
    .command('subagent')
    .description('note the transcript of an agent with a ticket; reads the event of the host on standard input')
    .option('--debug', 'print the stack trace of an internal error')
    .addHelpText('after', HOOK_HELP)
    .action((flags: Flags) => run('hook subagent', [], flags));
  for (const [verb, description] of verbs) {
    const command = hook
      .command(verb)
      .description(description)
      .option('-C <dir>', 'root folder')
      .addOption(
        new Option('--fail-on <level>', 'findings from this level on (default: high)').choices(
          FAIL_ON_LEVELS.filter((level) => level !== 'never'),
        ),
      );
    if (verb === 'stop')
      command.option('--json', 'findings as {"decision":"block"} on standard output, with exit code 0');
    if (verb === 'pre-commit') command.option('--allow-partial', 'pass even if something staged was not reviewed');
    command
      .option('--config <file>', 'configuration file')
      .option('--trust-repository', TRUST_HELP)
      .option('--debug', 'print the stack trace of an internal error')
      .addHelpText('after', HOOK_HELP)
      .action((flags: Flags) => run(`hook ${verb}`, [], flags));
  }
}

function addLsp(program: Command, run: Run): void {
  program
    .command('lsp')
    .description('language server over standard input and output, for editors (see docs/editors.md)')
    .option('--trust-repository', TRUST_HELP)
    .option('--debug', 'print the stack trace of an internal error')
    // What language clients add to every server.
    .addOption(new Option('--stdio').hideHelp())
    .addOption(new Option('--clientProcessId <pid>').hideHelp())
    .action((flags: Flags) => run('lsp', [], flags));
}

function addServe(program: Command, run: Run): void {
  program
    .command('serve')
    .description('dashboard of the stored runs in a browser, on this machine alone')
    .option('-C <dir>', 'folder whose runs are shown first')
    .option('--port <n>', 'port on 127.0.0.1 (default: a free one)')
    .option('--open', 'open it in the browser')
    .option('--database <url>', 'runs of this fleet (see docs/fleet.md)')
    .option('--debug', 'print the stack trace of an internal error')
    .action((flags: Flags) => run('serve', [], flags));
}

const addExplain = (program: Command, run: Run): Command =>
  program
    .command('explain')
    .description('why a rule is there, a bad and a good example, how to fix and how to suppress it')
    .argument('<rule>', 'id of a rule, as reports name it')
    .option('-C <dir>', 'root folder, for the rules of a project')
    .addOption(
      new Option(
        '-f, --format <format>',
        'output format (default: terminal on a terminal, markdown elsewhere)',
      ).choices(['terminal', 'markdown', 'json']),
    )
    .option('--no-color', 'no colours')
    .option('--debug', 'print the stack trace of an internal error')
    .action((rule: string, flags: Flags) => run('explain', [rule], flags));

const addRulesFlags = (command: Command): Command =>
  command
    .option('-C <dir>', 'root folder')
    .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
    .option('--debug', 'print the stack trace of an internal error');

function addScopeFlags(command: Command): void {
  command
    .option('-C <dir>', 'root folder; paths are relative to it', undefined)
    .option('--all', 'the whole folder')
    .option('--staged', 'what is staged')
    .option('--commit <sha>', 'one commit against its first parent')
    .option('--base <ref>', 'everything since the merge base with this revision')
    .option('--head <ref>', 'with --base: up to this revision instead of the working tree')
    .option('--diff <file>', 'a unified diff from a file, or - for standard input')
    .option('--pr <number>', 'a pull request: reviews its changes and posts the report (see docs/pull-requests.md)')
    .option('--include <glob>', 'review only matching files (repeatable, comma-separated)', collect)
    .option('--exclude <glob>', 'leave out matching files (repeatable, comma-separated)', collect);
  addForgeFlags(command);
}

function addForgeFlags(command: Command): void {
  command
    .addOption(
      new Option('--forge <name>', 'where the pull request is (default: by the CI)').choices(['github', 'gitlab']),
    )
    .option('--repo <owner/name>', 'repository of the pull request; for GitLab its path or number (default: by the CI)')
    .option('--api <url>', 'address of the API, for a server of your own (default: by the CI, else the public one)');
}

function addAdvisories(program: Command, run: Run): void {
  const advisories = program
    .command('advisories')
    .description('known vulnerabilities of packages, in OSV format, for reviews without a network')
    .enablePositionalOptions();
  advisories
    .command('update')
    .description('download the data of the ecosystems in use; shows the address first')
    .option('-C <dir>', 'root folder, whose manifests tell the ecosystems')
    .option('--ecosystems <names>', 'some of npm, PyPI, Go, RubyGems, comma-separated (default: those in use)')
    .option('--from <url>', 'address that has ECOSYSTEM/all.zip (default: the public one of OSV)')
    .option('--yes', 'download; without it only what would be downloaded is shown')
    .option('--debug', 'print the stack trace of an internal error')
    .action((flags: Flags) => run('advisories update', [], flags));
  advisories
    .command('status', { isDefault: true })
    .description('where the data is from, and how old it is')
    .addOption(new Option('-f, --format <format>', 'output format').choices(['terminal', 'json']))
    .option('--debug', 'print the stack trace of an internal error')
    .action((flags: Flags) => run('advisories status', [], flags));
}

function addPost(program: Command, run: Run): void {
  const post = program
    .command('post')
    .description('post a report to a pull request of GitHub or GitLab; posting it again changes nothing')
    .argument('[report]', 'a file that -f json wrote, or a stored run (default: the latest run)')
    .option('--pr <number>', 'number of the pull request or merge request (default: by the CI)')
    .option('--sha <commit>', 'commit that was reviewed (default: head of the pull request)')
    .option('--dry-run', 'print what would be created, edited and resolved, and post nothing')
    .option('-C <dir>', 'folder whose latest run is meant');
  addForgeFlags(post);
  post
    .addOption(
      new Option('--fail-on <level>', 'the status fails from this level on (default: veto)').choices([
        ...FAIL_ON_LEVELS,
      ]),
    )
    .option('--allow-partial', 'the status succeeds even if something was not reviewed; the summary still says so')
    .option('--accept-not-assessed', 'the status of an audit succeeds where only that is open which needs a model')
    .option('--quiet', 'no message')
    .option('--debug', 'print the stack trace of an internal error')
    .addHelpText('after', POST_HELP)
    .action((report: string | undefined, flags: Flags) => run('post', report === undefined ? [] : [report], flags));
}

function addRunFlags(command: Command): void {
  command
    .option(
      '--reviewers <names>',
      'reviewers to run, comma-separated: security, code-quality, … (default: chosen by the files)',
      collect,
    )
    .option('--dimensions <list>', 'report only these dimensions, as D1,D3 (default: all)', collect)
    .option('--model <provider/name>', 'model that reviews (default: embedded, which works offline)', undefined)
    .option('--reviewer-model <name=provider/name>', 'another model for one reviewer (repeatable)', collect)
    .option(
      '--panel <models>',
      'several models, comma-separated; each reviews, and findings show how many agree',
      collect,
    )
    .option('--fallback <provider/name>', 'model to use if the chosen one does not answer')
    .addOption(
      new Option('--protocol <name>', 'how the opinions of several reviewers are combined (default: veto)').choices([
        ...CONSENSUS_PROTOCOLS,
      ]),
    )
    .option('--min-agreement <n>', 'how many reviewers must agree on a finding (default: 1)')
    .addOption(
      new Option(
        '--verify <when>',
        'second look at claims of models, which tries to refute them: auto for those that block, always, never (default: auto)',
      ).choices([...VERIFY_MODES]),
    )
    .option('--waves <auto|n>', 'continue until everything is reviewed, or for at most n waves (default: auto)')
    .option('--concurrency <n>', 'reviewers that run at the same time (default: all)')
    .option('--max-tokens <n>', 'limit of model tokens for the run; embedded reviewers use none')
    .option('--max-cost <usd>', 'limit of cost in USD for the run; embedded reviewers cost nothing')
    .option('--deadline <duration>', 'stop after this time with a partial report: 90s, 5m, 1h')
    .option(
      '--agent-timeout <duration>',
      'longest time of one agent of a model (default: 5m; by speed on local servers)',
    )
    .option('--call-timeout <duration>', 'longest time of one model call (default: 15m; by speed on local servers)')
    .addOption(
      new Option('--fail-on <level>', 'exit 1 from this level on (default: veto)').choices([...FAIL_ON_LEVELS]),
    )
    .option('--allow-partial', 'exit 0 even if something was not reviewed; the report still says so')
    .option(
      '--accept-not-assessed',
      'exit 0 of an audit where only that is open which needs a model; the report still says so',
    )
    .option('--allow-empty', 'exit 0 where paths or globs match nothing')
    .option('--ignore-vetoes', 'report vetoes as warnings')
    .option('--history', 'also look for secrets in every commit of all branches; each is shown once, as PATH@COMMIT')
    .option('--no-reuse', 'do not use cached reviews of unchanged files')
    .option(
      '--record <file>',
      'save the scope, analyzer results, every model call and the nonces to a file for --replay',
    )
    .option('--replay <file>', 'replay a recorded run: no network, no cost, the same report')
    .addOption(new Option('--journal').hideHelp())
    .option('--no-journal', 'do not store the run: it cannot be resumed or shown again')
    .option('--database <url>', 'run on the workers of this PostgreSQL database (see docs/fleet.md)')
    .option('--yes', 'start agents that cost money without asking')
    .option('--config <file>', 'configuration file')
    .option('--trust-repository', TRUST_HELP);
}

function addOutputFlags(command: Command, defaultFormat: string): void {
  command
    .option(
      '-f, --format <format>',
      `format of standard output: ${FORMAT_NAMES.join(', ')} (default: ${defaultFormat})`,
    )
    .option('-o, --output <format=path>', 'also write this format to a file (repeatable)', collect)
    .option('--quiet', 'no progress')
    .option('--verbose', 'detailed log on standard error (JSON lines if it is no terminal) and a longer report')
    .option('--debug', 'print the stack trace of an internal error')
    .option('--no-color', 'no colours');
}
