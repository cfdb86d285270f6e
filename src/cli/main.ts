#!/usr/bin/env node
/** The only place that ends the process. Loads nothing before the compile cache is on, so that a second start is quick. */
import nodeModule from 'node:module';
import { readVersion } from '../version.ts';

const OLDEST_NODE = 24;

/** Whoever reads our output may stop early, as `head` does: that is no error of ours. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
    process.stderr.write(
      `error: consensus-review needs Node ${OLDEST_NODE} or newer; this is ${process.versions.node}\n`,
    );
    return 2;
  }
  nodeModule.enableCompileCache();
  const [{ runCli }, { createTerminal }] = await Promise.all([
    import('./run-command.ts'),
    import('./process-terminal.ts'),
  ]);
  return runCli(
    args,
    createTerminal((code) => process.exit(code)),
  );
}

process.exitCode = await main(process.argv.slice(2));
