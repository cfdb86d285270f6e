/**
 * Opens a pool of PostgreSQL connections that outlives restarts of the database: a statement that met one is sent again, so every
 * statement has to be safe to repeat. Rows are checked against a schema when they are read. A password is never part of a message.
 * Used by most files of this folder.
 */
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { ReviewError } from '../../errors.ts';

export interface Database extends AsyncDisposable {
  /** The address without its password. */
  readonly name: string;
  /** Rows as the schema has them. Values are always parameters. */
  rows<S extends z.ZodType>(schema: S, text: string, values?: readonly unknown[]): Promise<z.output<S>[]>;
  /** How many rows were written. */
  run(text: string, values?: readonly unknown[]): Promise<number>;
  /** All statements or none; repeated as a whole. */
  transaction<T>(work: (query: Transaction) => Promise<T>): Promise<T>;
  /** With its password: for those who open connections of their own, never for a message. */
  readonly url: string;
  readonly pool: pg.Pool;
}

export type Transaction = Pick<Database, 'rows' | 'run'>;

export interface DatabaseOptions {
  readonly url: string;
  readonly maxConnections: number;
  /** How long a database that is away is waited for, whether it was ever there or not. */
  readonly patienceMs: number;
  /** Told once when the database goes away, and once when it is back. */
  readonly onAway?: (isAway: boolean) => void;
}

const CONNECT_MS = 10_000;
const STATEMENT_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 3000;

/** Shut down, starting up, crashed; or a conflict between two transactions. */
const PASSING_STATES = ['57P01', '57P02', '57P03', '53300', '40001', '40P01'];
const LOST_CONNECTION =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|Connection terminated|connection timeout|timeout exceeded|Query read timeout/iu;
const SHUT_DOWN = /^57P0[123]$/u;
/** But not what a pooler or a server refuses to talk about. */
const LOST_STATES = /^08(?!P01)/u;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Nobody answers there, or nobody yet. */
const isAbsence = (error: unknown): boolean =>
  SHUT_DOWN.test(codeOf(error)) || LOST_CONNECTION.test(`${codeOf(error)} ${String(error)}`);

const isPassing = (error: unknown): boolean => {
  const code = codeOf(error);
  return PASSING_STATES.includes(code) || LOST_STATES.test(code) || isAbsence(error);
};

/** Wrong password, unknown database, missing right; unknown host, untrusted certificate. */
const isForOperator = (error: unknown): boolean => {
  const code = codeOf(error);
  const isKnown = /^(?:28...|08P01|3D000|42501|E[A-Z]+|.*CERT.*|UNABLE_TO_.*)$/u.test(code);
  return isKnown || /\bSSL\b|\bSASL\b/u.test(String(error));
};

/** The driver says so when the server asks for one. */
const NO_PASSWORD = /client password must be a/u;

/** The address as it may be shown: everything but the password. */
export function nameDatabase(url: string): string {
  const parsed = parseAddress(url);
  parsed.password = '';
  for (const key of ['password', 'sslpassword']) parsed.searchParams.delete(key);
  return parsed.href;
}

export const hasPassword = (url: string): boolean => {
  const { password, searchParams } = parseAddress(url);
  return password !== '' || searchParams.has('password');
};

function parseAddress(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !['postgres:', 'postgresql:'].includes(parsed.protocol))
    throw new ReviewError('bad-value', '--database: expected postgresql://USER:PASSWORD@HOST:PORT/NAME.');
  return parsed;
}

export function openDatabase({ url, maxConnections, patienceMs, onAway }: DatabaseOptions): Database {
  const name = nameDatabase(url);
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    connectionString: url,
    stream: () => trackSocket(sockets),
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_MS,
    // Not by the server: poolers refuse settings that come with the connection.
    query_timeout: STATEMENT_MS,
    keepAlive: true,
    allowExitOnIdle: true,
    application_name: 'consensus-review',
  });
  // An idle connection that breaks is replaced by the next statement.
  pool.on('error', () => undefined);
  const closing = new AbortController();
  let isAway = false;
  const tell = (away: boolean): void => {
    if (away === isAway) return;
    isAway = away;
    onAway?.(away);
  };
  const persist = async <T>(work: () => Promise<T>): Promise<T> => {
    const endAt = performance.now() + patienceMs;
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
      const attempt = await tryOnce(work, name);
      if (attempt.kind === 'done') {
        tell(false);
        return attempt.value;
      }
      if (closing.signal.aborted || performance.now() + pauseMs > endAt) throw unreachable(name, attempt.error);
      if (isAbsence(attempt.error)) tell(true);
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  return {
    name,
    url,
    pool,
    ...queriesOf(pool, persist),
    transaction: (work) => persist(() => inTransaction(pool, work)),
    async [Symbol.asyncDispose]() {
      // Whoever still waits, waits no longer.
      closing.abort();
      await pool.end();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** The driver leaves a connection open that it could not sign in on: the process would end only when the server gives it up. */
function trackSocket(sockets: Set<Socket>): Socket {
  const socket = new Socket();
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

/** Throws what time does not mend. */
const tryOnce = <T>(work: () => Promise<T>, name: string) =>
  work().then(
    (value) => ({ kind: 'done', value }) as const,
    (error: unknown) => {
      if (isPassing(error)) return { kind: 'passing', error } as const;
      throw isForOperator(error) ? unreachable(name, error) : error;
    },
  );

function unreachable(name: string, error: unknown): ReviewError {
  const message = error instanceof Error ? error.message : String(error);
  if (!NO_PASSWORD.test(message)) return new ReviewError('no-database', `${name}: ${message}.`, { cause: error });
  return new ReviewError('no-database', `${name}: the server asks for a password, and none was given.`, {
    cause: error,
    advice: 'Set PGPASSWORD, or give the address with its password: --database postgresql://USER:PASSWORD@HOST/NAME.',
  });
}

type Persist = <T>(work: () => Promise<T>) => Promise<T>;

function queriesOf(queryable: Pick<pg.Pool, 'query'> | pg.PoolClient, persist: Persist): Transaction {
  const send = (text: string, values: readonly unknown[]): Promise<pg.QueryResult> =>
    persist(() => queryable.query(text, [...values]));
  return {
    rows: async (schema, text, values = []) => z.array(schema).parse((await send(text, values)).rows),
    run: async (text, values = []) => (await send(text, values)).rowCount ?? 0,
  };
}

async function inTransaction<T>(pool: pg.Pool, work: (query: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query('BEGIN');
    const result = await work(queriesOf(client, (send) => send()));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
