/**
 * Turns paths and scope flags (`--all`, `--staged`, `--commit`, `--base`, `--head`, `--diff`) into the one `Selection` they name. Also
 * replaces a follow-up line that was pasted as one argument by its paths and flags (SCOPE-08). Called by read-run-call.ts and
 * commands/config-command.ts.
 */
import { resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import type { Selection } from '../ports/repository.ts';
import { parseFollowUp } from '../protocol/coverage/follow-up.ts';
import { readNamedFile } from '../storage/read-named-file.ts';
import { chooseSelection } from '../wiring/choose-selection.ts';
import type { Flags } from './command-declaration.ts';
import { readAll, type Terminal } from './streams.ts';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export async function readSelection(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<Selection> {
  const diff = text(flags.diff);
  const asked = {
    paths: positional,
    all: flags.all === true,
    staged: flags.staged === true,
    commit: text(flags.commit),
    base: text(flags.base),
    head: text(flags.head),
    diff:
      diff === null
        ? null
        : async () => ({
            text: await readPatch(terminal, diff),
            origin: diff === '-' ? 'standard input' : diff,
          }),
  };
  return chooseSelection(asked, (scope) => (scope === 'paths' ? scope : `--${scope}`));
}

/**
 * A whole follow-up line may be pasted as one argument (SCOPE-08): it stands for its paths and flags. Anything else is a path or
 * glob as it stands.
 */
export function expandPasted<Asked extends { readonly positional: readonly string[]; readonly flags: Flags }>(
  asked: Asked,
): Asked {
  if (!asked.positional.some(isPasted)) return asked;
  const calls = asked.positional.map((argument) =>
    isPasted(argument) ? parseFollowUp(argument) : { paths: [argument], flags: {} },
  );
  const { include, ...flags } = Object.assign({}, ...calls.map((call) => call.flags)) as Flags;
  return {
    ...asked,
    positional: calls.flatMap(({ paths }) => paths),
    flags: { ...asked.flags, ...flags, ...(include === undefined ? {} : { include: [include] }) },
  };
}

const isPasted = (argument: string): boolean => /^(?:Consider: )?\/consensus-review\s/u.test(argument);

async function readPatch(terminal: Terminal, origin: string): Promise<string> {
  if (origin === '-') return readAll(terminal.stdin);
  const path = resolve(terminal.workingDirectory, origin);
  return readNamedFile(path).catch((error: unknown) => {
    throw new ReviewError(
      'unreadable-input',
      `--diff ${origin}: ${error instanceof Error ? error.message : String(error)}.`,
      { cause: error },
    );
  });
}
