/**
 * Reads the input texts of a command, from the named files or from standard input where none (or `-`) is named, and returns each with
 * its name. Called by commands/collect-command.ts and commands/signal-input.ts.
 */
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import { readNamedFile } from '../storage/read-named-file.ts';
import { readAll, type Terminal } from './streams.ts';

export interface InputText {
  /** The file as it was named, or `standard input`. */
  readonly origin: string;
  readonly text: string;
}

export async function readInputs(terminal: Terminal, names: readonly string[]): Promise<readonly InputText[]> {
  if (names.length === 0) return [{ origin: 'standard input', text: await readAll(terminal.stdin) }];
  return Promise.all(
    names.map(async (name) => {
      if (name === '-') return { origin: 'standard input', text: await readAll(terminal.stdin) };
      const text = await readNamedFile(resolve(terminal.workingDirectory, name)).catch((error: unknown) => {
        throw new ReviewError(
          'unreadable-input',
          `${name}: ${error instanceof Error ? error.message : String(error)}.`,
          { cause: error },
        );
      });
      return { origin: name, text };
    }),
  );
}
