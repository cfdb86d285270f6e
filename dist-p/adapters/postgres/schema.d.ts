import type { Database } from './database.ts';
/** Brings the tables up to date; safe to call by everybody at the same time. */
export declare function migrate(database: Database): Promise<void>;
