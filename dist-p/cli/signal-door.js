import { readInputs } from './read-inputs.js';
import { runSignalCommand } from './signal-command.js';
export const answerSignal = (action) => async (terminal, positional, _flags) => {
    const [input] = await readInputs(terminal, positional);
    const { output, messages, exit } = runSignalCommand(action, input?.text ?? '');
    terminal.stdout.write(output);
    for (const message of messages)
        terminal.stderr.write(`${message}\n`);
    return exit;
};
