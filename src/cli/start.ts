/** Starts the command line: hands the arguments to run-command.ts and ends the process with its exit code, which nobody else does. */
import { readVersion } from '../version.ts';

export async function start(args: readonly string[]): Promise<number> {
  /** Whoever reads our output may stop early, as `head` does: that is no error of ours. */
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
  /** Nobody reads the progress any more: the run goes on, and its exit code is its own. */
  process.stderr.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  const [{ runCli }, { createTerminal }] = await Promise.all([
    import('./run-command.ts'),
    import('./process-terminal.ts'),
  ]);
  return runCli(
    args,
    createTerminal((code) => process.exit(code)),
  );
}
