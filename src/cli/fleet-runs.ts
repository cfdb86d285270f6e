/**
 * Opens the stored runs of a fleet (`--database`) for commands that read runs, and lists them for `runs list`; says on stderr when the
 * database cannot be reached. Loaded only with `--database`, by run-history.ts, commands/runs-list-command.ts and
 * commands/fleet-command.ts.
 */

import { openFleet, tellAway } from '../fleet/open-fleet.ts';
import { createFleetHistory, type FleetHistory } from '../fleet/postgres/run-history.ts';
import { migrate } from '../fleet/postgres/schema.ts';
import { RUNS_SCHEMA } from '../protocol/report/document-names.ts';
import { summarizeRun } from '../protocol/report/run-summary.ts';
import type { RunsDocument } from '../protocol/report/runs-document.ts';
import { nameProject } from '../repository/git/project-name.ts';
import type { Flags } from './command-declaration.ts';
import { formatTime } from './runs-page.ts';
import type { MeantRuns } from './select-runs.ts';
import type { Terminal } from './streams.ts';

/** Says on stderr when the database cannot be reached, and when it can again. */
export const warnOfAway =
  ({ stderr }: Pick<Terminal, 'stderr'>, flags: Flags) =>
  (isAway: boolean): void => {
    if (flags.quiet !== true) stderr.write(`${isAway ? 'warning: ' : ''}${tellAway(isAway)}\n`);
  };

export async function withFleetRuns<T>(
  terminal: Terminal,
  flags: Flags,
  folder: string,
  work: (meant: MeantRuns) => Promise<T>,
): Promise<T> {
  await using database = openFleet(flags.database, warnOfAway(terminal, flags));
  await migrate(database);
  return await work({ history: createFleetHistory(database), root: await nameProject(folder) });
}

export async function listFleetRuns(
  terminal: Terminal,
  flags: Flags,
  folder: string | null,
  limit: number,
): Promise<RunsDocument> {
  await using database = openFleet(flags.database, warnOfAway(terminal, flags));
  await migrate(database);
  return await readPage(createFleetHistory(database), folder === null ? null : await nameProject(folder), limit);
}

/** Counted by the database: a fleet may hold many more runs than anybody lists. */
async function readPage(history: FleetHistory, root: string | null, limit: number): Promise<RunsDocument> {
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
}
