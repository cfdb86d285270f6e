/** The one PostgreSQL that all files of fleet tests share, each with databases of its own. Started when one of them runs. */
import type { TestProject } from 'vitest/node';
import { startPostgres, whyNoPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string | null;
  }
}

export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const whyNot = await whyNoPostgres();
  if (whyNot !== null) {
    console.log(whyNot);
    provide('postgresUrl', null);
    return async () => undefined;
  }
  const server = await startPostgres();
  provide('postgresUrl', server.url);
  return async () => server[Symbol.asyncDispose]();
}
