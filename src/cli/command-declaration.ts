/** What a command says of itself: its grammar for commander, and what runs it. One file per command, commands/NAME-declaration.ts. */
import type { Command } from 'commander';
import type { Output } from './grammar.ts';
import type { Terminal } from './streams.ts';

/** Values as commander parsed them; each command reads the ones it knows. */
export type Flags = Readonly<Record<string, unknown>>;

/** Called with the command that was asked for, its arguments and its flags. */
export type Run = (name: string, positional: readonly string[], flags: Flags) => void;

/** The grammar of all commands, for a command that describes it. */
export type OpenProgram = (output: Output, run: Run) => Promise<Command>;

/** Performs a call; the answer is the exit code. */
export type Performer = (
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
  openProgram: OpenProgram,
) => Promise<number>;

export interface CommandDeclaration {
  /** Adds the command with its verbs, flags and help text. */
  declare(program: Command, run: Run): void;
  /** By the name that `run` is called with (`plan`, `runs list`): loads what runs it. */
  readonly runs: Readonly<Record<string, () => Promise<Performer>>>;
}
