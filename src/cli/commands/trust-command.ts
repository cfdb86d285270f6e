/**
 * Runs `trust`: marks the repository of a folder as trusted in the state folder, so that settings in it count; `--remove` takes the
 * mark back, `--list` prints all marks. Called by run-command.ts.
 */

import { EXIT } from '../../errors.ts';
import { writeJson } from '../../report/json-writer.ts';
import { createSystemClock } from '../../wiring/system.ts';
import {
  distrustRepository,
  listTrusted,
  type TrustedRepository,
  trustRepository,
} from '../../wiring/trusted-repositories.ts';
import type { Flags } from '../command-declaration.ts';
import { findRoot, findStateDir } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

const describe = ({ path, origin }: TrustedRepository): string =>
  origin === null ? `${path} (no origin)` : `${path} (${origin})`;

const listLines = (repositories: readonly TrustedRepository[]): string =>
  repositories.length === 0
    ? 'no repository is trusted\n'
    : repositories.map((entry) => `${describe(entry)}, since ${entry.since}\n`).join('');

export async function runTrustCommand(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const stateDir = findStateDir(terminal);
  const root = findRoot(terminal, flags);
  const print = (repositories: readonly TrustedRepository[], text: string): number => {
    terminal.stdout.write(flags.format === 'json' ? writeJson({ repositories }) : text);
    return EXIT.ok;
  };
  if (flags.list === true) {
    const all = listTrusted(stateDir);
    return print(all, listLines(all));
  }
  if (flags.remove === true) {
    const removed = await distrustRepository(root, stateDir);
    const text = removed.map((entry) => `no longer trusted: ${describe(entry)}\n`).join('');
    return print(removed, text === '' ? `not trusted: ${root}\n` : text);
  }
  const entry = await trustRepository(root, stateDir, new Date(createSystemClock().now()));
  return print([entry], `trusted: ${describe(entry)}\n`);
}
