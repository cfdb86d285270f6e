export interface Owner {
    readonly pid: number;
    readonly host: string;
    /** When the process began, as the system counts it; null where the system does not say. */
    readonly processMark: string | null;
}
/** Without a mark of the process: an owner that was not heard of for so long is gone. */
export declare const SILENCE_MS = 120000;
export declare const thisProcess: () => Owner;
/** A clock that jumps does not end an owner that can be seen; one on another machine can only be heard. */
export declare function isOwnerAlive({ pid, host, processMark }: Owner, silentMs: number): boolean;
