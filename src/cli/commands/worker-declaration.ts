/**
 * Declares `worker`: its flags, its help text and what runs it. One line in list.ts names it.
 */
import type { CommandDeclaration, Flags } from '../command-declaration.ts';
import { collect } from '../shared-flags.ts';

export const workerDeclaration: CommandDeclaration = {
  declare(program, run) {
    program
      .command('worker')
      .description('worker for runs submitted with --database; stops on SIGINT or SIGTERM')
      .requiredOption('--database <url>', 'PostgreSQL of the fleet: postgresql://USER@HOST/NAME (password: PGPASSWORD)')
      .option('--concurrency <n>', 'agents that run at the same time on this machine (default: 4)')
      .option(
        '--limit <provider=n,rate>',
        'concurrent calls and calls per second of a provider, for the whole fleet: anthropic=8,2/s (repeatable)',
        collect,
      )
      .option('--drain <duration>', 'how long running agents may take to finish on shutdown (default: 25s)')
      .option('--quiet', 'no output')
      .option('--verbose', 'detailed log on standard error, as JSON lines')
      .option('--debug', 'print the stack trace of an internal error')
      .action((flags: Flags) => run('worker', [], flags));
  },
  runs: {
    worker: async () => (await import('./worker-command.ts')).runWorkerCommand,
  },
};
