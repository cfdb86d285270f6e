/**
 * Runs `lsp`: serves an editor over standard input and output (src/lsp/) until it leaves. Standard output carries the protocol and
 * nothing else; warnings go to stderr. Called by run-command.ts.
 */
import { Writable } from 'node:stream';
import { EXIT } from '../../errors.ts';
import { serveLsp } from '../../lsp/serve-lsp.ts';
import { readVersion } from '../../version.ts';
import type { Flags } from '../command-declaration.ts';
import { findStateDir } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';

export async function runLspCommand(terminal: Terminal, _positional: readonly string[], flags: Flags): Promise<number> {
  const { environment, stdin, stdout, stderr, interrupt } = terminal;
  const output = new Writable({
    decodeStrings: false,
    write: (part: string | Uint8Array, _encoding, done) => {
      stdout.write(typeof part === 'string' ? part : Buffer.from(part).toString('utf8'));
      done();
    },
  });
  const isPolite = await serveLsp({
    environment,
    stateDir: findStateDir(terminal),
    trustsRepository: flags.trustRepository === true,
    version: readVersion(),
    input: stdin,
    output,
    signal: interrupt,
    warn: (message) => {
      stderr.write(`warning: ${message}\n`);
    },
  });
  stdin.destroy?.();
  if (interrupt.aborted) return EXIT.interrupted;
  // As the protocol has it: who leaves without a word has lost the server.
  return isPolite ? EXIT.ok : EXIT.blocked;
}
