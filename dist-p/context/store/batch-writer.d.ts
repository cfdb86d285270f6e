import type { ContextStore, FileRecord } from './context-store.ts';
export interface BatchWriter {
    add(record: FileRecord): void;
    /** Writes a full batch; waits while the thread has enough to do. */
    writeFull(): Promise<void> | undefined;
    /** Writes the rest. When it has resolved, everything added is written. May be called again. */
    end(): Promise<void>;
}
export declare const describeFailure: (error: unknown) => string;
export declare function createBatchWriter(store: ContextStore): BatchWriter;
