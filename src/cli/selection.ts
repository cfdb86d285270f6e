/** From scope arguments and flags to the one selection they name; contradictions are an error, not a guess. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import type { Selection } from '../ports/repository.ts';
import { parseFollowUp } from '../protocol/coverage/follow-up.ts';
import type { Flags } from './program.ts';
import { readAll, type Terminal } from './streams.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export async function readSelection(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<Selection> {
  const named = [
    ...(positional.length > 0 ? ['paths'] : []),
    ...['all', 'staged', 'commit', 'base', 'diff']
      .filter((name) => flags[name] !== undefined)
      .map((name) => `--${name}`),
  ];
  if (named.length > 1) throw new ReviewError('bad-value', `${named.join(' and ')} name two scopes; give only one.`);
  if (flags.head !== undefined && flags.base === undefined) throw new ReviewError('bad-value', '--head needs --base.');
  if (positional.length > 0) return { kind: 'paths', patterns: positional.flatMap(splitPasted) };
  if (flags.all === true) return { kind: 'all' };
  if (flags.staged === true) return { kind: 'staged' };
  const commit = text(flags.commit);
  if (commit !== null) return { kind: 'commit', revision: commit };
  const base = text(flags.base);
  if (base !== null) return { kind: 'range', base, head: text(flags.head) };
  const diff = text(flags.diff);
  if (diff !== null)
    return { kind: 'patch', text: await readPatch(terminal, diff), origin: diff === '-' ? 'standard input' : diff };
  return { kind: 'auto' };
}

/** A whole follow-up line may be pasted as one argument (SCOPE-08); anything else is a path or glob as it stands. */
const splitPasted = (argument: string): readonly string[] =>
  /^(?:Consider: )?\/consensus-review\s/u.test(argument) ? parseFollowUp(argument) : [argument];

async function readPatch(terminal: Terminal, origin: string): Promise<string> {
  if (origin === '-') return readAll(terminal.stdin);
  const path = resolve(terminal.workingDirectory, origin);
  return readFile(path, 'utf8').catch((error: unknown) => {
    throw new ReviewError(
      'unreadable-input',
      `--diff ${origin}: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    );
  });
}
