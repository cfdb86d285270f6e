/** `read_file`: numbered lines of one file, all or a range. */
import { z } from 'zod';
import { createLineTable, sliceLines } from '../chunks/line-table.js';
import { normalizePath } from './readable-files.js';
import { say, showLine } from './tool-answer.js';
export const readFileArguments = z.object({
    path: z.string().describe('path relative to the root, as list_files shows it'),
    start_line: z.int().min(1).optional().describe('first line, from 1'),
    end_line: z.int().min(1).optional().describe('last line, inclusive'),
});
/** More lines than any answer can hold are not even prepared. */
const MAX_LINES = 8192;
export const lineAt = (table, line) => sliceLines(table, line - 1, line).replace(/\r?\n$/u, '');
/** Why a path has no text to show. */
export const explainUnreadable = (path, reason) => `${path} cannot be read: ${reason}`;
export const UNKNOWN_PATH = 'no such file; list_files shows what there is';
/** The lines of a file, or why there are none. */
export async function readLines(files, path) {
    const outcome = await files.read(path);
    if (outcome.kind === 'text')
        return createLineTable(outcome.text);
    return explainUnreadable(path, outcome.kind === 'unknown' ? UNKNOWN_PATH : outcome.reason);
}
export async function readFile(files, { path: asPath, start_line: start = 1, end_line: asked }) {
    const path = normalizePath(asPath) ?? asPath;
    const table = await readLines(files, path);
    if (typeof table === 'string')
        return table;
    const end = Math.min(asked ?? table.count, table.count);
    if (table.count === 0)
        return { lines: [say(`${path} is empty`)], note: null };
    if (start > end)
        return `${path} has ${table.count} lines; there is nothing from line ${start} to ${asked ?? end}`;
    const last = Math.min(end, start + MAX_LINES - 1);
    const lines = Array.from({ length: last - start + 1 }, (_, i) => showLine(path, start + i, lineAt(table, start + i), `${start + i}\t`));
    return {
        lines: [say(`${path}, lines ${start}-${last} of ${table.count}`), ...lines],
        note: last < end ? `[cut: read on with start_line ${last + 1}]` : null,
        resume: (shown) => `[read on with start_line ${start + shown.length - 1}]`,
    };
}
