/**
 * Runs the command line: parses the arguments (program.ts, for stored runs runs-grammar.ts), imports the file of the command only now,
 * runs it, explains errors on stderr and returns the exit code. Called by start.ts.
 */
import { CommanderError, type Command as Grammar } from 'commander';
import { EXIT } from '../errors.ts';
import { readVersion } from '../version.ts';
import { COMMAND_NAMES } from './command-names.ts';
import { explainWithoutSecrets } from './explain-error.ts';
import { createGrammar, type Output, toReviewError } from './grammar.ts';
import type { Flags, Run } from './program.ts';
import { addRuns } from './runs-grammar.ts';
import type { Terminal } from './streams.ts';

type Command = (terminal: Terminal, positional: readonly string[], flags: Flags) => Promise<number>;

/** Each command is loaded when it runs: `--version` and `--help` load none of them. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  review: async () => loadPlaybook('review'),
  audit: async () => loadPlaybook('audit'),
  resume: async () => (await import('./commands/resume-command.ts')).runResumeCommand,
  plan: async () => (await import('./commands/plan-command.ts')).runPlanCommand,
  index: async () => (await import('./commands/index-command.ts')).runIndexCommand,
  search: async () => (await import('./commands/search-command.ts')).runSearchCommand,
  mcp: async () => (await import('./commands/mcp-command.ts')).runMcpCommand,
  lsp: async () => (await import('./commands/lsp-command.ts')).runLspCommand,
  worker: async () => (await import('./commands/worker-command.ts')).runWorkerCommand,
  collect: async () => (await import('./commands/collect-command.ts')).runCollectCommand,
  evaluate: async () => (await import('./commands/evaluate-command.ts')).runEvaluateCommand,
  triage: async () => (await import('./commands/triage-command.ts')).runTriageCommand,
  'runs list': async () => (await import('./commands/runs-list-command.ts')).runRunsList,
  'runs show': async () => (await import('./commands/runs-command.ts')).runRunsShow,
  'runs compare': async () => (await import('./commands/runs-command.ts')).runRunsCompare,
  'runs prune': async () => (await import('./commands/prune-command.ts')).runRunsPrune,
  report: async () => (await import('./commands/report-command.ts')).runReportCommand,
  'signal parse': async () => (await import('./commands/signal-input.ts')).answerSignal('parse'),
  'signal validate': async () => (await import('./commands/signal-input.ts')).answerSignal('validate'),
  'signal format': async () => (await import('./commands/signal-input.ts')).answerSignal('format'),
  'signal loop': async () => (await import('./commands/signal-loop-command.ts')).runSignalLoopCommand,
  init: async () => (await import('./commands/init-command.ts')).runInitCommand,
  doctor: async () => (await import('./commands/doctor-command.ts')).runDoctorCommand,
  trust: async () => (await import('./commands/trust-command.ts')).runTrustCommand,
  explain: async () => (await import('./commands/explain-command.ts')).runExplainCommand,
  dismiss: async () => (await import('./commands/dismiss-command.ts')).runDismissCommand,
  baseline: async () => (await import('./commands/baseline-command.ts')).runBaselineCommand,
  fix: async () => (await import('./commands/fix-command.ts')).runFixCommand,
  'hook stop': async () => (await import('./commands/hook-command.ts')).runHookStop,
  'hook subagent': async () => (await import('./commands/hook-subagent-command.ts')).runHookSubagent,
  'hook pre-commit': async () => (await import('./commands/hook-command.ts')).runHookPreCommit,
  serve: async () => (await import('./commands/serve-command.ts')).runServeCommand,
  'rules list': async () => (await import('./commands/rules-command.ts')).runRulesList,
  'rules test': async () => (await import('./commands/rules-command.ts')).runRulesTest,
  'config show': async () => (await import('./commands/config-command.ts')).runConfigShow,
  post: async () => (await import('./commands/post-command.ts')).runPostCommand,
  'advisories update': async () => (await import('./commands/advisories-command.ts')).runAdvisoriesUpdate,
  'advisories status': async () => (await import('./commands/advisories-command.ts')).runAdvisoriesStatus,
  completion: async () => (await import('./commands/completion-command.ts')).runCompletionCommand,
};

async function loadPlaybook(name: 'review' | 'audit'): Promise<Command> {
  const { runPlaybookCommand } = await import('./commands/playbook-command.ts');
  return async (terminal, positional, flags) => {
    const run =
      flags.pr === undefined ? runPlaybookCommand : (await import('./commands/pull-command.ts')).runPullCommand;
    return run(terminal, { playbook: name, positional, flags });
  };
}

/** The command line as a function: what goes wrong is explained on stderr, the answer is the exit code. */
export const runCli = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(args, terminal).catch(async (error: unknown) => {
    const code = await explainWithoutSecrets(error, terminal, args.includes('--debug'));
    // A host takes 2 from its hook for findings and lets the agent go on: a flag with a mistake would hold it for ever.
    return code === EXIT.usage && isAgentHook(args) ? EXIT.blocked : code;
  });

function isAgentHook(args: readonly string[]): boolean {
  const [command, verb] = orderArguments(args);
  return command === 'hook' && verb !== 'pre-commit';
}

/** Throws ReviewError for what the user has to mend. */
async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked: { name: string; positional: readonly string[]; flags: Flags }[] = [];
  const ordered = orderArguments(args);
  const program = await openGrammar(ordered, terminal, (name, positional, flags) =>
    asked.push({ name, positional, flags }),
  );
  try {
    program.parse(ordered, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const mistake = toReviewError(error);
    if (mistake === null) return EXIT.ok;
    throw mistake;
  }
  const call = asked[0];
  const load = call && COMMANDS[call.name];
  if (!(call && load)) return EXIT.ok;
  return (await load())(terminal, call.positional, call.flags);
}

/** Commands on stored runs are read by a grammar of their own: a list of runs loads nothing of a review. */
async function openGrammar([command]: readonly string[], output: Output, run: Run): Promise<Grammar> {
  if (command !== 'runs') return (await import('./program.ts')).createProgram(readVersion(), output, run, command);
  const grammar = createGrammar(readVersion(), output);
  addRuns(grammar, run);
  return grammar;
}

/** `-C DIR` may stand before the command, as with git. */
function orderArguments(args: readonly string[]): string[] {
  const [first = '', second = '', ...rest] = args;
  const command = first === '-C' ? rest[0] : first;
  if (first !== '-C' || rest.length === 0) return [...args];
  if (command === undefined || !COMMAND_NAMES.includes(command)) return [...args];
  // The verb comes first, and the flag is the verb's.
  return ['runs', 'config', 'rules', 'advisories', 'hook'].includes(command)
    ? [...rest, first, second]
    : [command, first, second, ...rest.slice(1)];
}
