/**
 * Opens the fleet's database for commands that submit, follow or list runs: a few connections, and up to a minute of waiting while it
 * is unreachable, which the user is told. Called by cli/commands/fleet-command.ts, cli/fleet-runs.ts and hand-over.ts.
 */
import { type Database, openDatabase } from './postgres/database.ts';

/** A restart of the database is no reason to lose sight of a run. */
const PATIENCE_MS = 60_000;
const CONNECTIONS = 4;

/** `url` comes from the caller as it was given; `onAway` hears when the database cannot be reached, and when it can again. */
export const openFleet = (url: unknown, onAway: (isAway: boolean) => void): Database =>
  openDatabase({ url: String(url), maxConnections: CONNECTIONS, patienceMs: PATIENCE_MS, onAway });

export const tellAway = (isAway: boolean): string =>
  isAway ? 'the database is unreachable; waiting up to a minute' : 'the database is reachable again';
