/**
 * Creates the commander program without commands, with version, help and output streams set, and turns the errors that commander
 * throws into `ReviewError`. Used by program.ts and run-command.ts.
 */
import { Command, type CommanderError } from 'commander';
import { ReviewError } from '../errors.ts';
import type { Terminal } from './streams.ts';

/** Where help and the version are written. */
export type Output = Pick<Terminal, 'stdout' | 'stderr'>;

/** A grammar without commands. */
export const createGrammar = (version: string, { stdout, stderr }: Output): Command =>
  new Command('consensus-review')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .showSuggestionAfterError(true)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: () => undefined,
    })
    .enablePositionalOptions()
    .exitOverride();

const UNKNOWN: ReadonlySet<string> = new Set([
  'commander.unknownOption',
  'commander.unknownCommand',
  'commander.excessArguments',
]);

/** What commander throws, in our own table of errors; null where it only printed help or a version. */
export function toReviewError(error: CommanderError): ReviewError | null {
  if (error.exitCode === 0) return null;
  if (error.code === 'commander.help')
    return new ReviewError('bad-value', 'the command needs one of the subcommands above.');
  const detail = error.message.replace(/^error: /u, '');
  return new ReviewError(UNKNOWN.has(error.code) ? 'unknown-flag' : 'bad-value', detail);
}
