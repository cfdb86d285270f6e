/**
 * `.gitignore` files of a folder and of the folders above it, nearest first, as git reads them.
 * Read as data through contained reads; the user's global ignore file is not part of the repository and is not read.
 */
import ignore, {} from 'ignore';
import { readSmallText } from './contained-read.js';
export const NO_IGNORE = { layers: [] };
/** Nearer rules win over farther ones. */
export function addRules(above, folder, text) {
    return { layers: [{ prefix: folder === '' ? '' : `${folder}/`, rules: ignore().add(text) }, ...above.layers] };
}
/** The rules above with those of the folder's own `.gitignore`, if it has one. */
export async function enterFolder(base, folder, above) {
    const text = await readSmallText(base, folder === '' ? '.gitignore' : `${folder}/.gitignore`);
    return text === null ? above : addRules(above, folder, text);
}
/** `path` is relative to the base; a folder ends in `/`. */
export function isGitIgnored(path, { layers }) {
    for (const { prefix, rules } of layers) {
        const inside = path.slice(prefix.length);
        const verdict = rules.test(inside);
        if (verdict.ignored)
            return true;
        if (verdict.unignored)
            return false;
    }
    return false;
}
