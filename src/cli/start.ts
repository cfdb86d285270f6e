/**
 * Starts the command line: installs the handlers of the process (errors, closed output), prints the version by itself, else hands the
 * arguments to run-command.ts, and returns the exit code. Called by bin.js.
 */
import { claimProcess } from '../programs/claim-process.ts';
import { readVersion } from '../version.ts';

/** 128 and the number of SIGPIPE, as shells show it. */
const READER_GONE = 141;

export async function start(args: readonly string[]): Promise<number> {
  /** Whoever reads our output may stop early, as `head` does: we end like every program whose reader is gone, never with 0. */
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(READER_GONE);
  });
  /** Nobody reads the progress any more: the run goes on, and its exit code is its own. */
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  claimProcess();
  const [{ runCli }, { createTerminal }] = await Promise.all([
    import('./run-command.ts'),
    import('./process-terminal.ts'),
  ]);
  const terminal = createTerminal((code) => process.exit(code), args.includes('--debug'));
  const { lastResort } = terminal;
  process.on('uncaughtException', lastResort.take);
  process.on('unhandledRejection', lastResort.take);
  const waitsForNothing = (): void => lastResort.take(new Error('the command waits for something that never happens'));
  process.on('beforeExit', waitsForNothing);
  const code = await runCli(args, terminal);
  process.off('beforeExit', waitsForNothing);
  return lastResort.end(code);
}
