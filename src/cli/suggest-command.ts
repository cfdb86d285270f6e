/**
 * Adds the nearest command to the error of a review whose first path does not exist: a misspelt command arrives as such a path, or as
 * one beside another scope. Called by run-command.ts.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import { findClosestName } from '../protocol/text/closest-name.ts';
import type { Flags } from './command-declaration.ts';
import { COMMAND_NAMES } from './commands/list.ts';
import type { Terminal } from './streams.ts';

interface AskedReview {
  readonly positional: readonly string[];
  readonly flags: Flags;
}

export function suggestCommand(error: unknown, { workingDirectory }: Terminal, asked: AskedReview): unknown {
  const [first = ''] = asked.positional;
  // A path may be near the name of a command.
  if (existsSync(resolve(workingDirectory, typeof asked.flags.C === 'string' ? asked.flags.C : '', first)))
    return error;
  const meant = findClosestName(first, COMMAND_NAMES);
  if (!(error instanceof ReviewError) || !['path-not-found', 'bad-value'].includes(error.code) || meant === null)
    return error;
  return new ReviewError(error.code, error.detail, {
    cause: error,
    advice: `Did you mean the command \`${meant}\`? ${error.advice}`,
  });
}
