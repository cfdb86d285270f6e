/**
 * Runs `worker --database URL`: takes tasks of runs that others submitted to the database and does them (fleet/), until Ctrl-C or
 * SIGTERM; then it finishes or gives back what it holds. Says on stderr what it does. Called by run-command.ts.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, ReviewError } from '../../errors.ts';
import { runFleetWorker } from '../../fleet/fleet-worker.ts';
import { type Database, nameDatabase, openDatabase } from '../../fleet/postgres/database.ts';
import type { ProviderLimit } from '../../fleet/postgres/provider-gate.ts';
import { migrate } from '../../fleet/postgres/schema.ts';
import { DEFAULT_TIMINGS } from '../../fleet/worker.ts';
import { joinSignals, untilAborted } from '../../ports/join-signals.ts';
import { parseDuration } from '../../protocol/text/duration.ts';
import { readVersion } from '../../version.ts';
import type { Flags } from '../command-declaration.ts';
import { explainWithoutSecrets } from '../explain-error.ts';
import { watchWorker } from '../progress/watch-worker.ts';
import type { Terminal } from '../streams.ts';

const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 64;
/** A worker waits for its database as long as it takes to mend one. */
const PATIENCE_MS = 3_600_000;
/** Behind the draining: long enough to give everything back and to sign off. */
const SIGN_OFF_MS = 10_000;

export async function runWorkerCommand(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const url = readUrl(flags.database);
  const concurrency = readConcurrency(flags.concurrency);
  const limits = readLimits(flags.limit);
  const drainMs = readDrain(flags.drain);
  const drain = drainSignal(terminal.interrupt);
  await using watch = await watchWorker(terminal, flags);
  const { say, watchSession } = watch;
  await using database = openDatabase({
    url,
    maxConnections: Math.min(20, 4 + concurrency),
    patienceMs: PATIENCE_MS,
    onAway: (isAway) =>
      say(isAway ? 'warning: the database is unreachable; waiting up to an hour' : 'the database is reachable again'),
  });
  if (!(await untilThere(database, drain))) {
    say('stopped before the database was reachable');
    return EXIT.ok;
  }
  const working = runFleetWorker({
    database,
    environment: terminal.environment,
    version: readVersion(),
    concurrency,
    limits,
    timings: { ...DEFAULT_TIMINGS, drainMs },
    say,
    drain,
    watchSession,
  });
  // Whoever drains while the database is away cannot sign off: the others will notice.
  const late = untilAborted(drain).then(() => sleep(drainMs + SIGN_OFF_MS, 'late' as const, { ref: false }));
  const end = await Promise.race([working, late]).catch((error: unknown) => ({ error }));
  if (end === undefined) return EXIT.ok;
  // The queue keeps the process alive, and cannot be stopped without its database.
  const code = end === 'late' ? EXIT.ok : await explainWithoutSecrets(end.error, terminal, flags.debug === true);
  if (end === 'late') say('warning: the database is unreachable; open tasks go to other workers');
  return terminal.endNow?.(code) ?? code;
}

/** False where the worker was told to end first. */
const untilThere = (database: Database, drain: AbortSignal): Promise<boolean> =>
  Promise.race([migrate(database).then(() => true), untilAborted(drain).then(() => false)]);

/** Ctrl-C and SIGTERM drain alike. */
function drainSignal(interrupt: AbortSignal): AbortSignal {
  const terminated = new AbortController();
  process.once('SIGTERM', () => terminated.abort());
  return joinSignals([interrupt, terminated.signal]);
}

function readUrl(value: unknown): string {
  if (typeof value !== 'string') throw new ReviewError('bad-value', 'worker: --database URL is missing.');
  nameDatabase(value);
  return value;
}

function readConcurrency(value: unknown): number {
  if (value === undefined) return DEFAULT_CONCURRENCY;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > MAX_CONCURRENCY)
    throw new ReviewError(
      'bad-value',
      `--concurrency ${String(value)}: expected a number from 1 to ${MAX_CONCURRENCY}.`,
    );
  return number;
}

function readDrain(value: unknown): number {
  if (value === undefined) return DEFAULT_TIMINGS.drainMs;
  const milliseconds = parseDuration(String(value));
  if (milliseconds === null) throw new ReviewError('bad-value', `--drain ${String(value)}: expected 30s, 5m or 1h.`);
  return milliseconds;
}

/** `anthropic=8` or `anthropic=8,2.5/s` or `anthropic=8,50/m`. */
function readLimits(value: unknown): readonly ProviderLimit[] {
  return (Array.isArray(value) ? value : []).map((given: unknown) => {
    const match = /^(?<provider>[a-z][a-z0-9-]*)=(?<calls>\d+)(?:,(?<rate>\d+(?:\.\d+)?)\/(?<unit>[sm]))?$/u.exec(
      String(given),
    );
    const { provider = '', calls = '', rate, unit } = match?.groups ?? {};
    const concurrency = Number(calls);
    const perSecond = rate === undefined ? null : Number(rate) / (unit === 'm' ? 60 : 1);
    if (match === null || concurrency < 1 || perSecond === 0)
      throw new ReviewError(
        'bad-value',
        `--limit ${String(given)}: expected PROVIDER=CALLS or PROVIDER=CALLS,RATE/s (or /m).`,
      );
    return { provider, concurrency, perSecond };
  });
}
