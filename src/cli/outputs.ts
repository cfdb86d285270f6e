/** Where documents go: one to standard output in the chosen format, others to files. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import { FORMAT_NAMES, type FormatName } from '../protocol/config-schema.ts';
import type { Flags } from './program.ts';
import type { Terminal } from './streams.ts';

export interface FileOutput {
  readonly format: FormatName;
  readonly path: string;
}

const isFormat = (name: string): name is FormatName => FORMAT_NAMES.includes(name as FormatName);

export const chooseFormat = (asked: FormatName | null, terminal: Terminal): FormatName =>
  asked ?? (terminal.stdout.isTTY ? 'terminal' : 'markdown');

/** `-o FORMAT=PATH`, checked before anything runs. */
export function readFileOutputs(flags: Flags): readonly FileOutput[] {
  const given = Array.isArray(flags.output) ? (flags.output as readonly string[]) : [];
  return given.map((text) => {
    const at = text.indexOf('=');
    const format = text.slice(0, at);
    if (at < 1 || at === text.length - 1 || !isFormat(format)) {
      throw new ReviewError('bad-value', `--output ${text}: expected FORMAT=PATH with one of ${FORMAT_NAMES.join(', ')}.`);
    }
    return { format, path: text.slice(at + 1) };
  });
}

export async function writeOutputs(
  terminal: Terminal,
  outputs: readonly FileOutput[],
  render: (format: FormatName) => string,
): Promise<void> {
  for (const { format, path } of outputs) {
    const target = resolve(terminal.workingDirectory, path);
    try {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, render(format));
    } catch (error) {
      throw new ReviewError('unwritable-output', `${target}: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
    }
  }
}
