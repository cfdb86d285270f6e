/** A worker of the product that is given up sooner than in earnest, so that a test need not wait for it. */
import { openDatabase } from '../../src/adapters/postgres/database.ts';
import { readVersion } from '../../src/cli/version.ts';
import { readEnvironment } from '../../src/config.ts';
import { runFleetWorker } from '../../src/fleet/fleet-worker.ts';

const [url = '', concurrency = '2', limit = ''] = process.argv.slice(2);
const drain = new AbortController();
process.on('SIGTERM', () => drain.abort());
await using database = openDatabase({ url, maxConnections: 8, patienceMs: 60_000 });
await runFleetWorker({
  database,
  environment: readEnvironment(),
  version: readVersion(),
  concurrency: Number(concurrency),
  limits: limit === '' ? [] : [{ provider: 'openai-compatible', ...JSON.parse(limit) }],
  pace: { beatMs: 500, deadAfterMs: 4000, drainMs: 2000 },
  say: (line) => console.error(line),
  drain: drain.signal,
});
process.exit(0);
