/**
 * Fresh databases with our tables in them, in the PostgreSQL that all files of fleet tests share. They are copies: the tables of a
 * database that has none are created by workers and commands in restarts.test.ts.
 */
import { afterAll, inject } from 'vitest';
import { type Database, openDatabase } from '../../src/fleet/postgres/database.ts';
import { createDatabase, whyNoPostgres } from './postgres.ts';

export interface PostgresFixture {
  /** Why the tests are skipped; null where they run. */
  readonly whyNot: string | null;
  /** The address of a database of its own, with nothing in its tables. */
  create(): Promise<string>;
  /** The same, opened. */
  open(): Promise<Database>;
}

/** Not for tests that stop or restart it: those start one of their own. */
export async function preparePostgres(): Promise<PostgresFixture> {
  const opened: Database[] = [];
  afterAll(async () => {
    for (const database of opened) await database[Symbol.asyncDispose]();
  });
  const create = (): Promise<string> => {
    const url = inject('postgresUrl');
    if (url === null) throw new Error('PostgreSQL was not started');
    return createDatabase(url, inject('migratedDatabase'));
  };
  return {
    whyNot: await whyNoPostgres(),
    create,
    async open() {
      const database = openDatabase({ url: await create(), maxConnections: 4, patienceMs: 10_000 });
      opened.push(database);
      return database;
    },
  };
}

export const DRILL_RUN = { playbook: 'review', version: 'drill', spec: {}, snapshotId: null, account: null } as const;
