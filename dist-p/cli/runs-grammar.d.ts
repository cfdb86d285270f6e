/** The grammar of the commands that read stored runs: flags, and help that teaches by example. */
import { type Command } from 'commander';
/** Called with the command that was asked for, its arguments and its flags. */
type Run = (name: string, positional: readonly string[], flags: Readonly<Record<string, unknown>>) => void;
export declare function addRuns(program: Command, run: Run): void;
/** `addOutputFlags` gives it the formats of a review. */
export declare function addReport(program: Command, run: Run, addOutputFlags: (command: Command) => void): void;
export {};
