/** The only reader of the environment of this process; apart from the configuration, which not every command needs. */
import type { Environment } from './config.ts';

export const readEnvironment = (): Environment => ({ ...process.env });
