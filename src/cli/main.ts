#!/usr/bin/env node
/** The only place that ends the process. Loads nothing before the compile cache is on, so that a second start is quick. */
import { enableCompileCache } from 'node:module';
import { readVersion } from './version.ts';

enableCompileCache();

async function main(args: readonly string[]): Promise<number> {
  if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
    process.stdout.write(`${readVersion()}\n`);
    return 0;
  }
  const [{ openDoor }, { createTerminal }, { explainError }] = await Promise.all([
    import('./door.ts'),
    import('./process-terminal.ts'),
    import('./explain-error.ts'),
  ]);
  const terminal = createTerminal((code) => process.exit(code));
  return openDoor(args, terminal).catch((error: unknown) => explainError(error, terminal, args.includes('--debug')));
}

process.exitCode = await main(process.argv.slice(2));
