import type { RunEnding, RunWatch } from '../telemetry-port.ts';
export interface VerboseLogOptions {
    readonly stream: {
        write(text: string): unknown;
    };
    /** The progress of single agents too. */
    readonly isDebug: boolean;
    readonly now: () => number;
}
export type VerboseLog = Omit<RunWatch, 'end'> & {
    stop(): void;
    end(ending: RunEnding): void;
};
export declare function createVerboseLog({ stream, isDebug, now }: VerboseLogOptions): VerboseLog;
