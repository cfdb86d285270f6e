#!/usr/bin/env node
/** The door of the command line, and the only place that ends the process. */
import { readEnvironment } from '../config.ts';
import { EXIT, ReviewError } from '../errors.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
import { readVersion } from './version.ts';

type Command = (terminal: Terminal, positional: readonly string[], flags: Flags) => Promise<number>;

/** Each command is loaded when it runs: `--version` and `--help` load none of them. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  review: async () => (await import('./review-command.ts')).runReviewCommand,
  plan: async () => (await import('./plan-command.ts')).runPlanCommand,
  collect: async () => (await import('./collect-command.ts')).runCollectCommand,
  'signal parse': async () => (await import('./signal-door.ts')).answerSignal('parse'),
  'signal validate': async () => (await import('./signal-door.ts')).answerSignal('validate'),
  'signal format': async () => (await import('./signal-door.ts')).answerSignal('format'),
  init: async () => (await import('./init-command.ts')).runInitCommand,
  doctor: async () => (await import('./doctor-command.ts')).runDoctorCommand,
  completion: async () => (await import('./completion-command.ts')).runCompletionCommand,
};

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${readVersion()}\n`);
    return EXIT.ok;
  }
  const { createProgram, toReviewError } = await import('./program.ts');
  const { CommanderError } = await import('commander');
  const asked: { name: string; positional: readonly string[]; flags: Flags }[] = [];
  const program = createProgram(readVersion(), (name, positional, flags) => asked.push({ name, positional, flags }));
  try {
    program.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const mistake = toReviewError(error);
    if (mistake === null) return EXIT.ok;
    throw mistake;
  }
  const call = asked[0];
  const load = call && COMMANDS[call.name];
  if (!(call && load)) return EXIT.ok;
  return (await load())(createTerminal(), call.positional, call.flags);
}

function createTerminal(): Terminal {
  const interruption = new AbortController();
  process.on('SIGINT', () => {
    if (interruption.signal.aborted) process.exit(EXIT.interrupted);
    process.stderr.write('\ninterrupted: finishing with a partial report; press Ctrl-C again to stop at once\n');
    interruption.abort('interrupt');
  });
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: readEnvironment(),
    workingDirectory: process.cwd(),
    interrupt: interruption.signal,
  };
}

function explain(error: unknown, debug: boolean): number {
  const known = error instanceof ReviewError ? error : new ReviewError('internal', String(error), { cause: error });
  process.stderr.write(`error: ${known.message}\n  ${known.advice}\n`);
  if (debug) process.stderr.write(`${error instanceof Error ? (error.stack ?? '') : ''}\n`);
  return known.exit;
}

const args = process.argv.slice(2);
process.exitCode = await main(args).catch((error: unknown) => explain(error, args.includes('--debug')));
