/** `outline`: the lines of a file that declare something, or its headings. Found by keywords; knows no grammar. */
import { z } from 'zod';
import { findHeadings } from '../chunks/markdown-headings.js';
import { findSymbol } from '../chunks/symbols.js';
import { lineAt, readLines } from './read-file.js';
import { normalizePath } from './readable-files.js';
import { say } from './tool-answer.js';
export const outlineArguments = z.object({
    path: z.string().describe('path relative to the root, as list_files shows it'),
});
const MAX_DECLARATION_CHARS = 160;
const MAX_LOOKED_AT = 100_000;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;|<!--|"""|''')/u;
const isDeclaration = (line) => !COMMENT.test(line) && findSymbol(line, false) !== null;
export async function outlineFile(files, { path: asPath }) {
    const path = normalizePath(asPath) ?? asPath;
    const table = await readLines(files, path);
    if (typeof table === 'string')
        return table;
    const looked = Math.min(table.count, MAX_LOOKED_AT);
    const show = (line) => lineAt(table, line).slice(0, MAX_DECLARATION_CHARS).toWellFormed();
    const places = /\.(?:md|mdx|markdown)$/iu.test(path)
        ? findHeadings(table).map((line) => line + 1)
        : Array.from({ length: looked }, (_, i) => i + 1).filter((line) => isDeclaration(show(line)));
    return {
        // An outline is a look at the names, not at the code: it counts as no line delivered.
        lines: [
            say(`${path}, ${table.count} lines, ${places.length} declarations`),
            ...places.map((line) => say(`${line}\t${show(line)}`)),
        ],
        note: looked < table.count ? `[cut: only the first ${looked} lines were looked at]` : null,
    };
}
