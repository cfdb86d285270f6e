import type { Database } from './database.ts';
export interface EventWriter extends AsyncDisposable {
    write(event: object): void;
}
/** Events of one task of a run, in order; written a little later, all at once. */
export declare function openEventWriter(database: Database, runId: string, task: string): EventWriter;
/** Events behind a place, in the order in which they were told; at most a page of them. */
export declare const readEvents: (database: Database, runId: string, after: number) => Promise<readonly {
    readonly seq: number;
    readonly body: string;
}[]>;
