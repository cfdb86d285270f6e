/**
 * Reads `-f FORMAT` and `-o FORMAT=PATH`, checks before a run that each file can be written (`probeOutputs`), and writes documents to
 * files with a renderer that the caller gives (`writeOutputs`). Called by the commands that print a report, plan or page.
 */
import { dirname, resolve } from 'node:path';
import { ReviewError } from '../errors.ts';
import { FORMAT_NAMES, type FormatName } from '../protocol/config/config-names.ts';
import { makeFolder } from '../storage/make-folder.ts';
import { replaceFile, requireWritable } from '../storage/replace-file.ts';
import type { Flags } from './command-declaration.ts';
import type { Terminal } from './streams.ts';

export interface FileOutput {
  readonly format: FormatName;
  readonly path: string;
}

const isFormat = (name: string): name is FormatName => FORMAT_NAMES.includes(name as FormatName);

export const chooseFormat = (asked: FormatName | null, terminal: Terminal): FormatName =>
  asked ?? (terminal.stdout.isTTY ? 'terminal' : 'markdown');

/** `-f FORMAT`, where no configuration has a say; null where nobody asked. */
export function readFormat({ format }: Flags): FormatName | null {
  if (format === undefined) return null;
  if (typeof format === 'string' && isFormat(format)) return format;
  throw new ReviewError('bad-value', `--format ${String(format)}: expected one of ${FORMAT_NAMES.join(', ')}.`);
}

/** `-o FORMAT=PATH`, checked before anything runs. */
export function readFileOutputs(flags: Flags): readonly FileOutput[] {
  const given = Array.isArray(flags.output) ? (flags.output as readonly string[]) : [];
  return given.map((text) => {
    const at = text.indexOf('=');
    const format = text.slice(0, at);
    if (at < 1 || at === text.length - 1 || !isFormat(format)) {
      throw new ReviewError(
        'bad-value',
        `--output ${text}: expected FORMAT=PATH with one of ${FORMAT_NAMES.join(', ')}.`,
        {
          advice: `Put the format before the path: -o ${correctOutput(text, at)}`,
        },
      );
    }
    const path = text.slice(at + 1);
    if (path === '-')
      throw new ReviewError('bad-value', `--output ${text}: standard output is chosen with -f ${format}.`);
    return { format, path };
  });
}

/** What was probably meant: `json:FILE` has a colon for the sign, anything else is a path. */
function correctOutput(text: string, at: number): string {
  const [, format = '', path = ''] = /^(?<format>[\w-]+):(?<path>.+)$/u.exec(text) ?? [];
  if (isFormat(format)) return `${format}=${path}`;
  return `${guessFormat(text)}=${at < 0 ? text : text.slice(at + 1) || 'PATH'}`;
}

const ENDINGS: readonly (readonly [RegExp, FormatName])[] = [
  [/\.html?$/iu, 'html'],
  [/\.sarif(?:\.json)?$/iu, 'sarif'],
  [/\.jsonl$/iu, 'jsonl'],
  [/\.json$/iu, 'json'],
  [/\.xml$/iu, 'junit'],
  [/\.csv$/iu, 'csv'],
  [/\.txt$/iu, 'terminal'],
];

/** By the ending of the path. */
const guessFormat = (path: string): FormatName => ENDINGS.find(([ending]) => ending.test(path))?.[1] ?? 'markdown';

/** Tries every output before the run, so that a review is not lost to a misspelled folder. */
export async function probeOutputs(terminal: Terminal, flags: Flags, outputs: readonly FileOutput[]): Promise<void> {
  const written = [...outputs.map(({ path }) => path), ...(typeof flags.record === 'string' ? [flags.record] : [])];
  if (written.length > 0) await (await import('./output-place.ts')).refuseLinks(terminal, flags, written);
  for (const { path } of outputs) {
    const target = resolve(terminal.workingDirectory, path);
    await probeOutput(target).catch((error: unknown) => refuseOutput(target, error));
  }
}

/** Folders of documents are made as the user makes them. */
async function probeOutput(target: string): Promise<void> {
  makeFolder(dirname(target), 0o777);
  await requireWritable(target);
}

function refuseOutput(target: string, error: unknown): never {
  const reason = error instanceof Error ? error.message : String(error);
  throw new ReviewError('unwritable-output', `${target}: ${reason}.`, { cause: error });
}

export async function writeOutputs(
  terminal: Terminal,
  outputs: readonly FileOutput[],
  render: (format: FormatName) => Promise<string>,
): Promise<void> {
  for (const { format, path } of outputs) {
    const target = resolve(terminal.workingDirectory, path);
    const text = await render(format);
    await replaceFile(target, text).catch((error: unknown) => refuseOutput(target, error));
  }
}
