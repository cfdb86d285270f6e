/**
 * Declares `signal` with its verbs: its flags, its help text and what runs it. One line in list.ts names it.
 */

import { type Command, Option } from 'commander';
import { DEFAULT_LOOP_LIMITS } from '../../protocol/signals/loop-limits.ts';
import type { CommandDeclaration, Flags, Run } from '../command-declaration.ts';

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

export const signalDeclaration: CommandDeclaration = {
  declare(program, run) {
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
  },
  runs: {
    'signal parse': async () => (await import('./signal-input.ts')).answerSignal('parse'),
    'signal validate': async () => (await import('./signal-input.ts')).answerSignal('validate'),
    'signal format': async () => (await import('./signal-input.ts')).answerSignal('format'),
    'signal loop': async () => (await import('./signal-loop-command.ts')).runSignalLoopCommand,
  },
};
