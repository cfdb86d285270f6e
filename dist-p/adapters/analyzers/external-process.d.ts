export interface ProgramCall {
    /** Absolute path. */
    readonly program: string;
    readonly args: readonly string[];
    readonly cwd: string;
    /** All of the environment; nothing is inherited. */
    readonly environment: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly maxOutputBytes: number;
    readonly input?: string;
    /** Bytes of standard output as they arrive. */
    readonly onStdout?: (chunk: Buffer) => void;
    readonly onStderr?: (chunk: Buffer) => void;
    /** Asked to end first, and given this long to obey; ended at once where it is left out. */
    readonly graceMs?: number;
}
export type ProgramEnd = {
    readonly kind: 'ended';
    readonly exitCode: number | null;
    readonly stdout: string;
    /** The beginning of it. */
    readonly stderr: string;
} | {
    readonly kind: 'stopped';
    readonly reason: string;
} | {
    readonly kind: 'not-started';
    readonly reason: string;
};
/** How the reason begins where time ran out. */
export declare const OUT_OF_TIME = "no end within";
/** A program on the search path; never one that lies in the reviewed folder, however it is reached. */
export declare function findProgram(name: string, searchPath: string | undefined, root: string): string | null;
/** What every program gets: its own folder and the usual ones to search, a private home, no keys, no proxies. */
export declare function createEnvironment(program: string, home: string): Readonly<Record<string, string>>;
/** Never rejects. */
export declare function runProgram(call: ProgramCall, signal: AbortSignal): Promise<ProgramEnd>;
