/** `grep`: lines that match a pattern, in the texts of the snapshot. */
import { z } from 'zod';
import { lineAt, readLines } from './read-file.js';
import { findLines } from './ripgrep.js';
import { streamTexts } from './stream-texts.js';
import { say, showLine } from './tool-answer.js';
const MAX_MATCHES = 200;
export const grepArguments = z.object({
    pattern: z.string().describe('a regular expression as ripgrep has them (no look-around, no back-references)'),
    path: z.string().optional().describe('only this file or folder'),
    literal: z.boolean().optional().describe('take the pattern as plain text'),
    ignore_case: z.boolean().optional(),
    limit: z.int().min(1).max(MAX_MATCHES).optional().describe('lines at most; 50 where it is left out'),
});
const DEFAULT_MATCHES = 50;
export const grepFiles = async (files, folder, query) => findLines(query, streamTexts(await files.list(folder), files.read));
const showFile = async (files, path, lines) => {
    const table = await readLines(files, path);
    if (typeof table === 'string')
        return [];
    return [say(path), ...lines.map(({ line }) => showLine(path, line, lineAt(table, line), `${line}\t`))];
};
async function showMatches(files, matches) {
    const byFile = Map.groupBy(matches, ({ path }) => path);
    const shown = [];
    for (const [path, lines] of byFile)
        shown.push(...(await showFile(files, path, lines)));
    return shown;
}
export async function grep(files, args) {
    const { pattern, path = '', literal = false, ignore_case: ignoresCase = false, limit = DEFAULT_MATCHES } = args;
    const outcome = await grepFiles(files, path, { pattern, isLiteral: literal, ignoresCase, limit });
    if (outcome.kind === 'failed')
        return `the search failed: ${outcome.reason}`;
    const { matches, isComplete } = outcome;
    const note = isComplete ? null : '[cut: there may be more; narrow the pattern or the path]';
    if (matches.length === 0)
        return { lines: [say('no line matches')], note };
    return { lines: await showMatches(files, matches), note };
}
