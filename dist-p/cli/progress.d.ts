/**
 * Progress on stderr: a live row per agent on a terminal, timestamped lines and a heartbeat elsewhere. It watches events
 * and never touches stdout. Nothing here decides anything.
 */
import type { Emit, RunEvent } from '../ports.ts';
export interface ProgressOptions {
    readonly stream: {
        write(text: string): unknown;
        readonly isTTY?: boolean;
        readonly columns?: number;
    };
    readonly color: boolean;
    readonly quiet: boolean;
    readonly verbose: boolean;
    /** A live display needs a terminal that is not a CI log. */
    readonly live: boolean;
    readonly now: () => number;
}
export interface Progress {
    readonly emit: Emit;
    /** A line of its own, where there are lines. */
    say(line: string): void;
    /** Clears the live display and stops the heartbeat. */
    stop(): void;
}
export declare function createProgress(options: ProgressOptions): Progress;
export interface Heartbeat {
    watch(event: RunEvent): void;
    /** Something was written. */
    beat(): void;
    stop(): void;
}
/** Speaks up where nothing was written for a while. */
export declare function createHeartbeat(now: () => number, say: (line: string) => void): Heartbeat;
/** One line per event worth a log line; null for the rest. */
export declare function describe(event: RunEvent, verbose: boolean): string | null;
export declare function formatClock(milliseconds: number): string;
