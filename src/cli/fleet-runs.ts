/** `runs list|show|compare` and `report` with `--database`: the runs of a fleet, whoever submitted them. Loaded only for these. */
import { nameProject } from '../adapters/git/project-name.ts';
import { createFleetHistory, type FleetHistory } from '../adapters/postgres/run-history.ts';
import { migrate } from '../adapters/postgres/schema.ts';
import { RUNS_SCHEMA, type RunsDocument, summarizeRun } from '../protocol/run-summary.ts';
import { openFleet } from './open-fleet.ts';
import type { Flags } from './program.ts';
import { formatTime } from './runs-page.ts';
import { findRoot } from './state-place.ts';
import type { Terminal } from './streams.ts';

interface MeantFleetRuns {
  readonly history: FleetHistory;
  /** The project of the folder. */
  readonly root: string;
}

export async function withFleetRuns<T>(
  terminal: Terminal,
  flags: Flags,
  work: (meant: MeantFleetRuns) => Promise<T>,
): Promise<T> {
  await using database = openFleet(terminal, flags);
  await migrate(database);
  return await work({ history: createFleetHistory(database), root: await nameProject(findRoot(terminal, flags)) });
}

/** Counted by the database: a fleet may hold many more runs than anybody lists. */
export const listFleetRuns = (terminal: Terminal, flags: Flags, limit: number): Promise<RunsDocument> =>
  withFleetRuns(terminal, flags, async ({ history, root: project }) => {
    const root = flags.all === true ? null : project;
    const filter = root === null ? {} : { root };
    const [runs, own, all] = await Promise.all([
      history.list({ ...filter, limit }),
      history.count(filter),
      history.count(),
    ]);
    return {
      schema: RUNS_SCHEMA,
      root,
      runs: runs.map((run) => summarizeRun(run, formatTime)),
      left_out: own - runs.length,
      elsewhere: all - own,
    };
  });
