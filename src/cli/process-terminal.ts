/** The process itself as a Terminal. The first interruption asks the run to finish, the second ends it. */
import { readEnvironment } from '../config.ts';
import { EXIT } from '../errors.ts';
import type { Terminal } from './streams.ts';

export function createTerminal(exit: (code: number) => never): Terminal {
  const interruption = new AbortController();
  let farewell = '';
  const onInterrupt = (): void => {
    if (interruption.signal.aborted) {
      process.stderr.write(farewell);
      exit(EXIT.interrupted);
    }
    process.stderr.write('\ninterrupted: ending the run; press Ctrl-C again to stop at once\n');
    interruption.abort('interrupt');
  };
  process.on('SIGINT', onInterrupt);
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    environment: readEnvironment(),
    workingDirectory: process.cwd(),
    interrupt: interruption.signal,
    endNow: exit,
    onStop: (message) => {
      // Only a run that has something to finish outlives it.
      if (farewell === '') process.on('SIGTERM', onInterrupt);
      farewell = `${message}\n`;
    },
  };
}
