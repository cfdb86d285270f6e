/** A PostgreSQL for a file of tests, and fresh databases with our tables in it. */
import { afterAll, beforeAll } from 'vitest';
import { type Database, openDatabase } from '../../src/fleet/postgres/database.ts';
import { migrate } from '../../src/fleet/postgres/schema.ts';
import { startPostgres, type TestPostgres, whyNoPostgres } from './postgres.ts';

export interface PostgresBed {
  /** Why the tests are skipped; null where they run. */
  readonly whyNot: string | null;
  readonly server: () => TestPostgres;
  /** An empty database of its own, migrated. */
  open(): Promise<Database>;
}

export async function preparePostgres(): Promise<PostgresBed> {
  const whyNot = await whyNoPostgres();
  let server: TestPostgres | null = null;
  const opened: Database[] = [];
  beforeAll(async () => {
    if (whyNot === null) server = await startPostgres();
    else console.log(whyNot);
  }, 60_000);
  afterAll(async () => {
    for (const database of opened) await database[Symbol.asyncDispose]();
    await server?.[Symbol.asyncDispose]();
  });
  const running = (): TestPostgres => {
    if (server === null) throw new Error('PostgreSQL was not started');
    return server;
  };
  return {
    whyNot,
    server: running,
    async open() {
      const url = await running().createDatabase();
      const database = openDatabase({ url, maxConnections: 4, patienceMs: 10_000 });
      opened.push(database);
      await migrate(database);
      return database;
    },
  };
}

export const DRILL_RUN = { playbook: 'review', version: 'drill', spec: {}, snapshotId: null, account: null } as const;
