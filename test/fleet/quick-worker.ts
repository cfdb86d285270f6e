/**
 * Workers of the product one after another in one process, each told by a message where and how it works: what it loads is paid for once.
 * They are given up sooner than in earnest, so that a test need not wait for it. SIGTERM is that of the product: it drains and ends.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { ProviderLimit } from '../../src/fleet/postgres/provider-gate.ts';

// As the command line does. Whoever is killed writes nothing at its end, so what was compiled is kept as it comes.
enableCompileCache();
const [
  { createTerminal },
  { watchWorker },
  { runFleetWorker },
  { openDatabase },
  { readVersion },
  { shareVocabulary },
] = await Promise.all([
  import('../../src/cli/process-terminal.ts'),
  import('../../src/cli/progress/watch-worker.ts'),
  import('../../src/fleet/fleet-worker.ts'),
  import('../../src/fleet/postgres/database.ts'),
  import('../../src/version.ts'),
  import('../../src/context/token-vocabulary.ts'),
]);
flushCompileCache();
setInterval(flushCompileCache, 1000).unref();
shareVocabulary(join(process.env.CONSENSUS_REVIEW_STATE_DIR ?? '', 'cache'));

export interface WorkerOrder {
  readonly url: string;
  readonly concurrency: number;
  readonly limit: Omit<ProviderLimit, 'provider'> | null;
  readonly isVerbose: boolean;
  readonly environment: Readonly<Record<string, string>>;
}

const terminal = createTerminal((code) => process.exit(code));
let drain = new AbortController();
let isLast = false;
process.on('SIGTERM', () => {
  isLast = true;
  drain.abort();
});
process.on('disconnect', () => process.exit(0));

async function work({ url, concurrency, limit, isVerbose, environment }: WorkerOrder): Promise<void> {
  const own = { ...terminal, environment: { ...terminal.environment, ...environment } };
  // Exporters of OpenTelemetry read the process's own.
  Object.assign(process.env, environment);
  {
    await using database = openDatabase({ url, maxConnections: 8, patienceMs: 60_000 });
    await using watch = await watchWorker(own, { verbose: isVerbose });
    await runFleetWorker({
      database,
      environment: own.environment,
      version: readVersion(),
      concurrency,
      limits: limit === null ? [] : [{ provider: 'openai-compatible', ...limit }],
      timings: { beatMs: 500, deadAfterMs: 4000, drainMs: 2000 },
      drain: drain.signal,
      ...watch,
    });
  }
  for (const name of Object.keys(environment)) delete process.env[name];
  // For the next worker of this process.
  await (await import('@dbos-inc/dbos-sdk')).DBOS.shutdown({ deregister: true });
}

process.on('message', (message: WorkerOrder | 'leave') => {
  if (message === 'leave') return drain.abort();
  work(message).then(
    () => {
      if (isLast) process.exit(0);
      drain = new AbortController();
      process.send?.('free');
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
