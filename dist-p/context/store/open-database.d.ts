import { DatabaseSync } from 'node:sqlite';
export interface OpenedDatabase {
    readonly database: DatabaseSync;
    /** The file, or null for a temporary database that ends with the process. */
    readonly path: string | null;
    /** Why the database is temporary or began anew; null where all is well. */
    readonly warning: string | null;
}
export declare const removeDatabase: (path: string) => void;
/** `root` is a real path. `stateDir` null asks for a temporary database. Never throws for want of a writable folder. */
export declare function openDatabase(stateDir: string | null, root: string): OpenedDatabase;
