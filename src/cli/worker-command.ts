/** `worker`: works at runs that others submit to a database, until it is told to end. Says on stderr what it does. */
import { nameDatabase, openDatabase } from '../adapters/postgres/database.ts';
import type { ProviderLimit } from '../adapters/postgres/provider-gate.ts';
import { EXIT, ReviewError } from '../errors.ts';
import { runFleetWorker } from '../fleet/fleet-worker.ts';
import { DEFAULT_PACE } from '../fleet/worker.ts';
import { parseDuration } from '../protocol/duration.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';
import { readVersion } from './version.ts';

const DEFAULT_CONCURRENCY = 4;
const MAX_CONCURRENCY = 64;
/** A worker waits for its database as long as it takes to mend one. */
const PATIENCE_MS = 3_600_000;

export async function runWorkerCommand(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const url = readUrl(flags.database);
  const concurrency = readConcurrency(flags.concurrency);
  const limits = readLimits(flags.limit);
  const drainMs = readDrain(flags.drain);
  const say = (line: string): void => {
    if (flags.quiet !== true) terminal.stderr.write(`${new Date().toISOString()} ${line}\n`);
  };
  await using database = openDatabase({
    url,
    maxConnections: Math.min(20, 4 + concurrency),
    patienceMs: PATIENCE_MS,
    onAway: (isAway) => say(isAway ? 'warning: the database is away; waiting for it' : 'the database is back'),
  });
  await runFleetWorker({
    database,
    environment: terminal.environment,
    version: readVersion(),
    concurrency,
    limits,
    pace: { ...DEFAULT_PACE, drainMs },
    say,
    drain: drainSignal(terminal.interrupt),
  });
  return EXIT.ok;
}

/** Ctrl-C and SIGTERM drain alike. */
function drainSignal(interrupt: AbortSignal): AbortSignal {
  const terminated = new AbortController();
  process.once('SIGTERM', () => terminated.abort());
  return AbortSignal.any([interrupt, terminated.signal]);
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
  if (value === undefined) return DEFAULT_PACE.drainMs;
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
