import pg from 'pg';
import { z } from 'zod';
export interface Database extends AsyncDisposable {
    /** The address without its password. */
    readonly name: string;
    /** Rows as the schema has them. Values are always parameters. */
    rows<S extends z.ZodType>(schema: S, text: string, values?: readonly unknown[]): Promise<z.output<S>[]>;
    /** How many rows were written. */
    run(text: string, values?: readonly unknown[]): Promise<number>;
    /** All statements or none; repeated as a whole. */
    transaction<T>(work: (query: Transaction) => Promise<T>): Promise<T>;
    /** With its password: for those who open connections of their own, never for a message. */
    readonly url: string;
    readonly pool: pg.Pool;
}
export type Transaction = Pick<Database, 'rows' | 'run'>;
export interface DatabaseOptions {
    readonly url: string;
    readonly maxConnections: number;
    /** How long a database that is away is waited for. */
    readonly patienceMs: number;
    /** Told once when the database goes away, and once when it is back. */
    readonly onAway?: (isAway: boolean) => void;
}
/** The address as it may be shown: everything but the password. */
export declare function nameDatabase(url: string): string;
export declare function openDatabase({ url, maxConnections, patienceMs, onAway }: DatabaseOptions): Database;
