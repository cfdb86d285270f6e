/**
 * Runs the command line: loads the declaration of the command that is called (commands/list.ts), parses the arguments, imports what
 * runs the command only then, runs it, explains errors on stderr and returns the exit code. Called by start.ts.
 */
import { CommanderError, type Command as Grammar } from 'commander';
import { EXIT } from '../errors.ts';
import { readVersion } from '../version.ts';
import type { CommandDeclaration, Flags, Run } from './command-declaration.ts';
import { COMMANDS } from './commands/list.ts';
import { explainWithoutSecrets } from './explain-error.ts';
import { createGrammar, type Output, toReviewError } from './grammar.ts';
import type { Terminal } from './streams.ts';

/** The command line as a function: what goes wrong is explained on stderr, the answer is the exit code. */
export const runCli = (args: readonly string[], terminal: Terminal): Promise<number> =>
  runCommand(args, terminal).catch(async (error: unknown) => {
    const code = await explainWithoutSecrets(error, terminal, args.includes('--debug'));
    // A host takes 2 from its hook for findings and lets the agent go on: a flag with a mistake would hold it for ever.
    return code === EXIT.usage && (await isAgentHook(args)) ? EXIT.blocked : code;
  });

/** `hok stop` too, which was read as paths to review. */
async function isAgentHook(args: readonly string[]): Promise<boolean> {
  const [command = '', verb] = args[0] === '-C' ? args.slice(2) : args;
  if (verb === 'pre-commit') return false;
  if (command === 'hook') return true;
  const { findClosestName } = await import('../protocol/text/closest-name.ts');
  return ['stop', 'subagent'].includes(verb ?? '') && findClosestName(command, ['hook']) !== null;
}

/** Throws ReviewError for what the user has to mend. */
async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const asked: { name: string; positional: readonly string[]; flags: Flags }[] = [];
  const name = (args[0] === '-C' ? args[2] : args[0]) ?? '';
  const declaration = Object.hasOwn(COMMANDS, name) ? await COMMANDS[name]?.() : undefined;
  const program = await openGrammar(name, declaration, terminal, (...[called, positional, flags]) =>
    asked.push({ name: called, positional, flags }),
  );
  try {
    program.parse(declaration === undefined ? [...args] : orderArguments(args, declaration), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const mistake = toReviewError(error);
    if (mistake === null) return EXIT.ok;
    throw mistake;
  }
  const [call] = asked;
  if (call === undefined) return EXIT.ok;
  // Without the name of a command it is a review.
  const load = (declaration ?? (await COMMANDS.review?.()))?.runs[call.name];
  if (load === undefined) return EXIT.ok;
  const perform = await load();
  try {
    return await perform(terminal, call.positional, call.flags, openProgram);
  } catch (error) {
    if (call.name !== 'review') throw error;
    throw (await import('./suggest-command.ts')).suggestCommand(error, terminal, call);
  }
}

/** Commands on stored runs load nothing of a review, not even the help of all commands. */
async function openGrammar(
  name: string,
  declaration: CommandDeclaration | undefined,
  output: Output,
  run: Run,
): Promise<Grammar> {
  if (name !== 'runs' || declaration === undefined) return openProgram(output, run, name);
  const grammar = createGrammar(readVersion(), output);
  declaration.declare(grammar, run);
  return grammar;
}

const openProgram = async (output: Output, run: Run, only = ''): Promise<Grammar> =>
  (await import('./program.ts')).createProgram(readVersion(), output, run, only);

/** `-C DIR` may stand before the command, as with git: the flag is the verb's, where the command has verbs. */
function orderArguments(args: readonly string[], { runs }: CommandDeclaration): string[] {
  const [first = '', folder = '', command = '', ...rest] = args;
  if (first !== '-C') return [...args];
  const verbs = rest[0] !== undefined && `${command} ${rest[0]}` in runs ? 1 : 0;
  return [command, ...rest.slice(0, verbs), first, folder, ...rest.slice(verbs)];
}
