/**
 * Runs `signal parse|validate|format`: reads a file or standard input, passes the text to signal-command.ts, prints its answer and
 * returns its exit code. Called by run-command.ts.
 */
import type { Flags } from '../command-declaration.ts';
import { readInputs } from '../read-inputs.ts';
import type { Terminal } from '../streams.ts';
import { runSignalCommand, type SignalAction } from './signal-command.ts';

export const answerSignal =
  (action: SignalAction) =>
  async (terminal: Terminal, positional: readonly string[], _flags: Flags): Promise<number> => {
    const [input] = await readInputs(terminal, positional);
    const { output, messages, exit } = runSignalCommand(action, input?.text ?? '');
    terminal.stdout.write(output);
    for (const message of messages) terminal.stderr.write(`${message}\n`);
    return exit;
  };
