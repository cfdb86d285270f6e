/**
 * Wraps the embedded driver for a panel of models: the analyzers run once for the same reviewer and files, and every model gets the
 * same events. Called by wiring/model-reviewers.ts.
 */
import type { Assignment, Driver, ReviewEvent } from '../../../ports/driver.ts';

const keyOf = ({ reviewer, files }: Assignment): string =>
  JSON.stringify([reviewer.name, ...files.map(({ path }) => path)]);

async function listen(events: AsyncIterable<ReviewEvent>): Promise<readonly ReviewEvent[]> {
  const heard: ReviewEvent[] = [];
  for await (const event of events) heard.push(event);
  return heard;
}

/** For drivers whose events depend on reviewer and files alone. What was interrupted is not cached. */
export function shareAnalyzers(analyzers: Driver): Driver {
  const runs = new Map<string, Promise<readonly ReviewEvent[]>>();
  return {
    ...analyzers,
    async *review(assignment, tools, ledger, signal) {
      const key = keyOf(assignment);
      const known = runs.get(key);
      const run = known ?? listen(analyzers.review(assignment, tools, ledger, signal));
      runs.set(key, run);
      try {
        yield* await run;
      } finally {
        if (known === undefined && signal.aborted) runs.delete(key);
      }
    },
  };
}
