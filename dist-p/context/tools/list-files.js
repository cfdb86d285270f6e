/** `list_files`: what can be read, and which of it is to be reviewed. */
import { z } from 'zod';
import { say } from './tool-answer.js';
export const listFilesArguments = z.object({
    path: z.string().optional().describe('only this folder; nothing = everything'),
    contains: z.string().max(200).optional().describe('only paths with this text in them, in any case'),
    offset: z.int().min(0).optional().describe('leave out so many from the beginning'),
});
/** More names than any answer can hold are not even prepared. */
const MAX_NAMES = 8192;
export async function listFiles(files, { path = '', contains = '', offset = 0 }) {
    const scope = await files.scope();
    const wanted = contains.toLowerCase();
    const all = (await files.list(path)).filter((name) => name.toLowerCase().includes(wanted));
    const page = all.slice(offset, offset + MAX_NAMES);
    const lines = page.map((name) => say(scope.has(name) ? `${name}  ${scope.get(name) ?? 'other'}` : `${name}  (not in scope)`));
    const rest = all.length - offset - page.length;
    return {
        lines: [say(`${all.length} ${all.length === 1 ? 'file' : 'files'}`), ...lines],
        note: rest > 0 ? `[cut: ${rest} more; go on with offset ${offset + page.length}]` : null,
        resume: (shown) => `[go on with offset ${offset + shown.length - 1}]`,
    };
}
