/** From arguments to a command and its exit code. Each command is loaded when it runs. */
import { CommanderError } from 'commander';
import { EXIT, ReviewError } from '../errors.js';
import { COMMAND_NAMES } from './command-names.js';
import { createGrammar, toReviewError } from './grammar.js';
import { addRuns } from './runs-grammar.js';
import { readVersion } from './version.js';
/** Each command is loaded when it runs: `--version` and `--help` load none of them. */
const COMMANDS = {
    review: async () => (await import('./review-command.js')).runReviewCommand,
    audit: async () => (await import('./audit-command.js')).runAuditCommand,
    resume: async () => (await import('./resume-command.js')).runResumeCommand,
    plan: async () => (await import('./plan-command.js')).runPlanCommand,
    index: async () => (await import('./index-command.js')).runIndexCommand,
    search: async () => (await import('./search-command.js')).runSearchCommand,
    mcp: async () => (await import('./mcp-command.js')).runMcpCommand,
    worker: async () => (await import('./worker-command.js')).runWorkerCommand,
    collect: async () => (await import('./collect-command.js')).runCollectCommand,
    'runs list': async () => (await import('./runs-list-command.js')).runRunsList,
    'runs show': async () => (await import('./runs-command.js')).runRunsShow,
    'runs compare': async () => (await import('./runs-command.js')).runRunsCompare,
    'runs prune': async () => (await import('./prune-command.js')).runRunsPrune,
    report: async () => (await import('./report-command.js')).runReportCommand,
    'signal parse': async () => (await import('./signal-door.js')).answerSignal('parse'),
    'signal validate': async () => (await import('./signal-door.js')).answerSignal('validate'),
    'signal format': async () => (await import('./signal-door.js')).answerSignal('format'),
    'signal loop': async () => (await import('./signal-loop-command.js')).runSignalLoopCommand,
    init: async () => (await import('./init-command.js')).runInitCommand,
    doctor: async () => (await import('./doctor-command.js')).runDoctorCommand,
    completion: async () => (await import('./completion-command.js')).runCompletionCommand,
};
/** Resolves to the exit code; throws ReviewError for what the user has to mend. */
export async function openDoor(args, terminal) {
    const asked = [];
    const ordered = orderArguments(args);
    const program = await openGrammar(ordered, (name, positional, flags) => asked.push({ name, positional, flags }));
    try {
        program.parse(ordered, { from: 'user' });
    }
    catch (error) {
        if (!(error instanceof CommanderError))
            throw error;
        const mistake = toReviewError(error);
        if (mistake === null)
            return EXIT.ok;
        throw mistake;
    }
    const call = asked[0];
    const load = call && COMMANDS[call.name];
    if (!(call && load))
        return EXIT.ok;
    return (await load())(terminal, call.positional, call.flags);
}
/** Commands on stored runs are read by a grammar of their own: a list of runs loads nothing of a review. */
async function openGrammar([command], run) {
    if (command !== 'runs')
        return (await import('./program.js')).createProgram(readVersion(), run);
    const grammar = createGrammar(readVersion());
    addRuns(grammar, run);
    return grammar;
}
/** Commands of the product that this version does not have. */
const LATER_COMMANDS = ['baseline', 'dismiss', 'serve'];
/** `-C DIR` may stand before the command, as with git; a command that comes later is refused by name, not taken for a path. */
function orderArguments(args) {
    const [first = '', second = '', ...rest] = args;
    const command = first === '-C' ? rest[0] : first;
    if (LATER_COMMANDS.includes(command ?? ''))
        throw new ReviewError('not-available', `the command \`${command}\`.`);
    if (first !== '-C' || rest.length === 0)
        return [...args];
    if (command === undefined || !COMMAND_NAMES.includes(command))
        return [...args];
    // The verb of `runs` comes first, and the flag is the verb's.
    return command === 'runs' ? [...rest, first, second] : [command, first, second, ...rest.slice(1)];
}
