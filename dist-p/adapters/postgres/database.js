/**
 * A pool of connections that outlives restarts of the database: a statement that met one is sent again, so every statement has
 * to be safe to repeat. Rows are checked against a schema when they are read. A password is never part of a message.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { ReviewError } from '../../errors.js';
const CONNECT_MS = 10_000;
const STATEMENT_MS = 60_000;
const FIRST_PAUSE_MS = 50;
const FIRST_PATIENCE_MS = 5000;
const LONGEST_PAUSE_MS = 1000;
/** Shut down, starting up, crashed; or a conflict between two transactions. */
const PASSING_STATES = ['57P01', '57P02', '57P03', '53300', '40001', '40P01'];
const LOST_CONNECTION = /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|Connection terminated|connection timeout|timeout exceeded/iu;
const isPassing = (error) => {
    if (!(error instanceof Error))
        return false;
    const code = 'code' in error ? String(error.code) : '';
    return PASSING_STATES.includes(code) || code.startsWith('08') || LOST_CONNECTION.test(`${code} ${error.message}`);
};
/** Wrong password, unknown database, missing right; unknown host, untrusted certificate. */
const isForOperator = (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return /^(?:28...|3D000|42501|E[A-Z]+|.*CERT.*|UNABLE_TO_.*)$/u.test(code) || /\bSSL\b/u.test(String(error));
};
/** The address as it may be shown: everything but the password. */
export function nameDatabase(url) {
    const parsed = parseAddress(url);
    parsed.password = '';
    for (const key of ['password', 'sslpassword'])
        parsed.searchParams.delete(key);
    return parsed.href;
}
function parseAddress(url) {
    const parsed = URL.canParse(url) ? new URL(url) : null;
    if (parsed === null || !['postgres:', 'postgresql:'].includes(parsed.protocol))
        throw new ReviewError('bad-value', '--database: expected postgresql://USER:PASSWORD@HOST:PORT/NAME.');
    return parsed;
}
export function openDatabase({ url, maxConnections, patienceMs, onAway }) {
    const name = nameDatabase(url);
    const pool = new pg.Pool({
        connectionString: url,
        max: maxConnections,
        connectionTimeoutMillis: CONNECT_MS,
        statement_timeout: STATEMENT_MS,
        keepAlive: true,
        allowExitOnIdle: true,
        application_name: 'consensus-review',
    });
    // An idle connection that breaks is replaced by the next statement.
    pool.on('error', () => undefined);
    let isAway = false;
    let hasAnswered = false;
    const tell = (away) => {
        if (away === isAway)
            return;
        isAway = away;
        onAway?.(away);
    };
    const persist = async (work) => {
        // Nobody waits long for a database that was never there.
        const endAt = performance.now() + (hasAnswered ? patienceMs : Math.min(patienceMs, FIRST_PATIENCE_MS));
        for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
            const attempt = await tryOnce(work, name);
            if (attempt.kind === 'done') {
                hasAnswered = true;
                tell(false);
                return attempt.value;
            }
            if (performance.now() + pauseMs > endAt)
                throw unreachable(name, attempt.error);
            if (LOST_CONNECTION.test(String(attempt.error)))
                tell(true);
            await sleep(pauseMs);
        }
    };
    return {
        name,
        url,
        pool,
        ...queriesOf(pool, persist),
        transaction: (work) => persist(() => inTransaction(pool, work)),
        [Symbol.asyncDispose]: () => pool.end(),
    };
}
/** Throws what time does not mend. */
const tryOnce = (work, name) => work().then((value) => ({ kind: 'done', value }), (error) => {
    if (isPassing(error))
        return { kind: 'passing', error };
    throw isForOperator(error) ? unreachable(name, error) : error;
});
const unreachable = (name, error) => new ReviewError('no-database', `${name}: ${error instanceof Error ? error.message : String(error)}.`, {
    cause: error,
});
function queriesOf(queryable, persist) {
    const send = (text, values) => persist(() => queryable.query(text, [...values]));
    return {
        rows: async (schema, text, values = []) => z.array(schema).parse((await send(text, values)).rows),
        run: async (text, values = []) => (await send(text, values)).rowCount ?? 0,
    };
}
async function inTransaction(pool, work) {
    const client = await pool.connect();
    let broken;
    const onError = (error) => {
        broken = error;
    };
    client.on('error', onError);
    try {
        await client.query('BEGIN');
        const result = await work(queriesOf(client, (send) => send()));
        await client.query('COMMIT');
        return result;
    }
    catch (error) {
        await client.query('ROLLBACK').catch(onError);
        throw error;
    }
    finally {
        client.off('error', onError);
        client.release(broken);
    }
}
