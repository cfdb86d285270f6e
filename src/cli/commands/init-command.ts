/** `init`: writes a valid, minimal configuration into the root; never overwrites one unless told to. */
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { EXIT, ReviewError } from '../../errors.ts';
import { CONFIG_FILE_NAME } from '../../protocol/config/config-schema.ts';
import { initialConfig } from '../../wiring/config.ts';
import type { Flags } from '../program.ts';
import type { Terminal } from '../streams.ts';

export async function runInitCommand(
  terminal: Terminal,
  _positional: readonly string[],
  flags: Flags,
): Promise<number> {
  if (flags.print === true) {
    terminal.stdout.write(initialConfig());
    return EXIT.ok;
  }
  const path = join(resolve(terminal.workingDirectory, typeof flags.C === 'string' ? flags.C : '.'), CONFIG_FILE_NAME);
  await writeFile(path, initialConfig(), { flag: flags.force === true ? 'w' : 'wx' }).catch((error: unknown) => {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (exists)
      throw new ReviewError('unwritable-output', `${path} exists already.`, { advice: 'Use --force to replace it.' });
    throw new ReviewError('unwritable-output', `${path}: ${String(error)}.`, { cause: error });
  });
  terminal.stdout.write(`wrote ${path}\n`);
  return EXIT.ok;
}
