/**
 * Runs `init`: writes a minimal configuration file into the root and marks the repository as trusted; an existing file is replaced
 * only with `--force`, and `--print` prints instead. With `--host` it calls init-host-command.ts. Called by run-command.ts.
 */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EXIT, ReviewError } from '../../errors.ts';
import { CONFIG_FILE_NAME } from '../../protocol/config/config-names.ts';
import { initialConfig } from '../../wiring/config.ts';
import { createSystemClock } from '../../wiring/system.ts';
import type { Flags } from '../command-declaration.ts';
import { refuseLinks } from '../output-place.ts';
import { findStateDir } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

export async function runInitCommand(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  if (flags.host !== undefined) return (await import('./init-host-command.ts')).runInitHost(terminal, flags);
  if (flags.print === true) {
    terminal.stdout.write(initialConfig());
    return EXIT.ok;
  }
  const root = resolve(terminal.workingDirectory, typeof flags.C === 'string' ? flags.C : '.');
  const path = join(root, CONFIG_FILE_NAME);
  await refuseLinks(terminal, flags, [path]);
  await writeFile(path, initialConfig(), { flag: flags.force === true ? 'w' : 'wx' }).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (exists)
      throw new ReviewError('unwritable-output', `${path} exists already.`, { advice: 'Use --force to replace it.' });
    throw new ReviewError('unwritable-output', `${path}: ${String(error)}.`, { cause: error });
  });
  terminal.stdout.write(`wrote ${path}\n`);
  await markOwn(terminal, root);
  return EXIT.ok;
}

/** Who writes the configuration of a repository wants it to count. Without a mark it is still there. */
async function markOwn(terminal: Terminal, root: string): Promise<void> {
  const { trustRepository } = await import('../../wiring/trusted-repositories.ts');
  try {
    const now = new Date(createSystemClock().now());
    const { path } = await trustRepository(root, findStateDir(terminal), now);
    terminal.stdout.write(`trusted ${path}; take it back with: consensus-review trust --remove\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    terminal.stderr.write(`warning: the repository could not be marked as trusted: ${reason}\n`);
  }
}
