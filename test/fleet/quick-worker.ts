/** A worker of the product that is given up sooner than in earnest, so that a test need not wait for it. */
import { enableCompileCache, flushCompileCache } from 'node:module';

// As the command line does. Whoever is killed writes nothing at its end, so what was compiled is kept as it comes.
enableCompileCache();
const [{ createTerminal }, { watchWorker }, { runFleetWorker }, { openDatabase }, { readVersion }] = await Promise.all([
  import('../../src/cli/process-terminal.ts'),
  import('../../src/cli/progress/watch-worker.ts'),
  import('../../src/fleet/fleet-worker.ts'),
  import('../../src/fleet/postgres/database.ts'),
  import('../../src/version.ts'),
]);
flushCompileCache();
setInterval(flushCompileCache, 1000).unref();

const [url = '', concurrency = '2', limit = '', verbose = ''] = process.argv.slice(2);
const drain = new AbortController();
process.on('SIGTERM', () => drain.abort());
const terminal = createTerminal((code) => process.exit(code));
await using database = openDatabase({ url, maxConnections: 8, patienceMs: 60_000 });
{
  await using watch = await watchWorker(terminal, { verbose: verbose === 'verbose' });
  await runFleetWorker({
    database,
    environment: terminal.environment,
    version: readVersion(),
    concurrency: Number(concurrency),
    limits: limit === '' ? [] : [{ provider: 'openai-compatible', ...JSON.parse(limit) }],
    timings: { beatMs: 500, deadAfterMs: 4000, drainMs: 2000 },
    drain: drain.signal,
    ...watch,
  });
}
process.exit(0);
