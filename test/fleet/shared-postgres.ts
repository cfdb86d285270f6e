/** The one PostgreSQL that all files of fleet tests share, each with databases of its own. Started when one of them runs. */
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/fleet/postgres/database.ts';
import { openWorkQueue } from '../../src/fleet/postgres/dbos-queue.ts';
import { migrate } from '../../src/fleet/postgres/schema.ts';
import { startPostgres, whyNoPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string | null;
    /** A database with all tables of a fleet, to make copies of. */
    readonly migratedDatabase: string;
  }
}

/** Answers its name. */
async function createMigrated(url: string): Promise<string> {
  await using database = openDatabase({ url, maxConnections: 4, patienceMs: 30_000 });
  await migrate(database);
  await using _queue = await openWorkQueue(database);
  return new URL(url).pathname.slice(1);
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const whyNot = await whyNoPostgres();
  if (whyNot !== null) {
    console.log(whyNot);
    provide('postgresUrl', null);
    provide('migratedDatabase', '');
    return async () => undefined;
  }
  const server = await startPostgres();
  provide('postgresUrl', server.url);
  provide('migratedDatabase', await createMigrated(await server.createDatabase()));
  return async () => server[Symbol.asyncDispose]();
}
