/**
 * Writes the events of a run to the database and reads them for whoever follows it (follow-run.ts). An event that is told again, since
 * a task was repeated, is kept once: its hash covers its content and how often the same task has said it before. Written by
 * conduct-run.ts and perform-agent.ts.
 */
import { z } from 'zod';
import type { Database } from './database.ts';
import { hashBytes } from './packed.ts';

export interface EventWriter extends AsyncDisposable {
  write(event: object): void;
}

const FLUSH_MS = 100;
const eventRow = z.object({ seq: z.coerce.number().int(), body: z.string() });

/** Events of one task of a run, in order; written a little later, all at once. */
export function openEventWriter(database: Database, runId: string, task: string): EventWriter {
  const said = new Map<string, number>();
  let waiting: { readonly hash: string; readonly body: string }[] = [];
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  const flush = (): Promise<void> => {
    timer = null;
    const batch = waiting;
    waiting = [];
    writing = writing.then(async () => {
      if (batch.length === 0) return;
      await database.transaction(async ({ run }) => {
        // One writer at a time: a number that is given out earlier is also seen earlier, so nobody who follows misses it.
        await run('SELECT pg_advisory_xact_lock(hashtextextended($1, 7266120003))', [runId]);
        await run(
          `INSERT INTO consensus_review.events (run_id, mark, body)
           SELECT $1, mark, body FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS told (mark, body, place)
           ORDER BY place ON CONFLICT DO NOTHING`,
          [runId, batch.map(({ hash }) => hash), batch.map(({ body }) => body)],
        );
      });
    });
    return writing;
  };
  return {
    write(event) {
      const body = JSON.stringify(event);
      const count = (said.get(body) ?? 0) + 1;
      said.set(body, count);
      waiting.push({ hash: hashBytes(JSON.stringify([task, body, count])).slice(0, 32), body });
      timer ??= setTimeout(() => void flush().catch(() => undefined), FLUSH_MS);
    },
    async [Symbol.asyncDispose]() {
      if (timer !== null) clearTimeout(timer);
      await flush();
    },
  };
}

/** Events behind a place, in the order in which they were told; at most a page of them. */
export const readEvents = (
  database: Database,
  runId: string,
  after: number,
): Promise<readonly { readonly seq: number; readonly body: string }[]> =>
  database.rows(
    eventRow,
    'SELECT seq, body FROM consensus_review.events WHERE run_id = $1 AND seq > $2 ORDER BY seq LIMIT 500',
    [runId, after],
  );
