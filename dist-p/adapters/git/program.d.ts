/**
 * Runs git, always in a git directory of our own: argv alone, no shell, an environment of our making, a time limit and
 * an output limit. Not by a process library: those pass the whole environment on and search `node_modules/.bin` first.
 */
import { type ChildProcessWithoutNullStreams } from 'node:child_process';
/** git on the search path, but never one that lies in the reviewed folder. */
export declare function findGitProgram(searchPath: string | undefined, root: string): string | null;
/** A git program bound to a git directory of our own. */
export interface Git {
    readonly program: string;
    readonly dir: string;
    /** Index file to use, for the commands that need one. */
    readonly indexFile?: string;
}
export declare function spawnGit(git: Git, args: readonly string[]): ChildProcessWithoutNullStreams;
export interface GitOutcome {
    readonly exitCode: number | null;
    readonly stdout: Buffer;
    readonly stderr: string;
}
/** Runs to the end. Resolves whatever the exit code; stderr also says why it was stopped. */
export declare function runGit(git: Git, args: readonly string[]): Promise<GitOutcome>;
/** Output of a command that has to succeed. */
export declare function readGit(git: Git, args: readonly string[]): Promise<string>;
