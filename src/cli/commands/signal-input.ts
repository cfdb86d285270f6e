/** `signal parse|validate|format`: the text of a file or standard input through the pure commands of signal-command.ts. */
import type { Flags } from '../program.ts';
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
