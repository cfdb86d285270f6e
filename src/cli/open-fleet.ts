/** The database of a fleet for whoever submits, follows or looks: a few connections, a minute of patience, said when it is used. */
import { type Database, openDatabase } from '../fleet/postgres/database.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';

/** A restart of the database is no reason to lose sight of a run. */
const PATIENCE_MS = 60_000;
const CONNECTIONS = 4;

export const openFleet = ({ stderr }: Pick<Terminal, 'stderr'>, flags: Flags): Database =>
  openDatabase({
    url: String(flags.database),
    maxConnections: CONNECTIONS,
    patienceMs: PATIENCE_MS,
    onAway: (isAway) => {
      if (flags.quiet === true) return;
      stderr.write(
        isAway ? 'warning: the database is unreachable; waiting up to a minute\n' : 'the database is reachable again\n',
      );
    },
  });
