/**
 * Answers the tool `read_file`: numbered lines of one file, all or a range, with a note on how to go on where it is cut. Called by
 * agent-tools.ts; the other tools take `readLines` from here.
 */
import { READ_ANSWERS, type ToolArguments } from '../../prompts/context-tools.ts';
import { createLineTable, type LineTable, sliceLines } from '../chunks/line-table.ts';
import { normalizePath, type ReadableFiles } from './readable-files.ts';
import { type Found, say, showLine } from './tool-answer.ts';

/** More lines than any answer can hold are not even prepared. */
const MAX_LINES = 8192;

export const lineAt = (table: LineTable, line: number): string =>
  sliceLines(table, line - 1, line).replace(/\r?\n$/u, '');

/** The lines of a file, or why there are none. */
export async function readLines(files: ReadableFiles, path: string): Promise<LineTable | string> {
  const outcome = await files.read(path);
  if (outcome.kind === 'text') return createLineTable(outcome.text);
  return READ_ANSWERS.unreadable(path, outcome.kind === 'unknown' ? READ_ANSWERS.unknownPath : outcome.reason);
}

export async function readFile(
  files: ReadableFiles,
  { path: asPath, start_line: start = 1, end_line: asked }: ToolArguments<'read_file'>,
): Promise<Found | string> {
  const path = normalizePath(asPath) ?? asPath;
  const table = await readLines(files, path);
  if (typeof table === 'string') return table;
  const end = Math.min(asked ?? table.count, table.count);
  if (table.count === 0) return { lines: [say(READ_ANSWERS.empty(path))], note: null };
  if (start > end) return READ_ANSWERS.noSuchLines(path, table.count, start, asked ?? end);
  const last = Math.min(end, start + MAX_LINES - 1);
  const lines = Array.from({ length: last - start + 1 }, (_, i) =>
    showLine(path, start + i, lineAt(table, start + i), `${start + i}\t`),
  );
  return {
    lines: [say(READ_ANSWERS.head(path, start, last, table.count)), ...lines],
    note: last < end ? READ_ANSWERS.cut(last + 1) : null,
    resume: (shown) => READ_ANSWERS.resume(start + shown.length - 1),
  };
}
