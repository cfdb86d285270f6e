import { DatabaseSync } from 'node:sqlite';
import { ReviewError } from '../../errors.ts';
/** Where a write can fail or end the process; tests stand here. */
export type WriteMoment = 'before' | 'inside' | 'after';
export interface StoreWrite {
    /** Counted from 1 over the life of the store. */
    readonly number: number;
    readonly moment: WriteMoment;
    readonly isDurable: boolean;
}
export type WatchWrite = (write: StoreWrite) => void;
export interface RunDatabase extends Disposable {
    readonly database: DatabaseSync;
    /** Of a write that was under way when its process or the machine ended: dropped. 0 where all is whole. */
    readonly tornBytes: number;
    /** Resolves when it is in the file; `isDurable`: on the disk. Writes that meet are one transaction. */
    write(change: () => void, isDurable: boolean): Promise<void>;
    /** At once, on the disk. */
    writeNow<T>(change: () => T): T;
}
/** The file is damaged: SQLite says so, or a row cannot be read. */
export declare const isBroken: (error: unknown) => boolean;
export declare const unusableStore: (path: string, error: unknown) => ReviewError;
export declare const warnOfTorn: ({ tornBytes }: Pick<RunDatabase, 'tornBytes'>) => readonly string[];
export declare const runStorePath: (stateDir: string) => string;
/** Throws what the disk or the database says. `onAside` hears where a damaged file went. */
export declare function openRunDatabase(path: string, { watch, onAside }?: {
    readonly watch?: WatchWrite;
    readonly onAside?: (path: string) => void;
}): RunDatabase;
