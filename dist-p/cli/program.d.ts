/**
 * The grammar of the command line: commands, flags and the help that teaches them. It parses and hands over; what a
 * command does lives in its own file, loaded only when it runs.
 */
import { type Command } from 'commander';
/** Values as commander parsed them; each command reads the ones it knows. */
export type Flags = Readonly<Record<string, unknown>>;
/** Called with the command that was asked for, its arguments and its flags. */
export type Run = (name: string, positional: readonly string[], flags: Flags) => void;
export declare function createProgram(version: string, run: Run): Command;
