/**
 * Copies the environment variables of this process; the only place that reads them, apart from two variables of Node in
 * kept-program.js. Called by cli/process-terminal.ts and index.ts, which hand the copy on as a value. Kept out of config.ts, which not
 * every command needs.
 */
import type { Environment } from './config.ts';

export const readEnvironment = (): Environment => ({ ...process.env });
