import { SUBMODULE_MODE } from '../git/trees.js';
import { foldersAbove } from './contained-path.js';
import { readContained, readSmallText } from './contained-read.js';
import { addRules, enterFolder, isGitIgnored, NO_IGNORE } from './git-ignore.js';
import { trackPaths, walkFiles } from './walk.js';
/** A lock file is generated and yet read for its versions, which often takes more than a source file may have. */
const LOCK_FILE = /(?:^|[-.])lock(?:\.json|\.ya?ml|\.hcl|file)?$|(?:^|\/)(?:go\.sum|npm-shrinkwrap\.json|package\.resolved)$/iu;
const MAX_LOCK_BYTES = 32_000_000;
export const limitFor = (path, maxFileBytes) => LOCK_FILE.test(path) ? Math.max(maxFileBytes, MAX_LOCK_BYTES) : maxFileBytes;
/** Rules of the folders above `folder`, which is relative to the base of the rules. */
async function rulesAbove(base, folder, own) {
    let rules = own;
    const above = folder === '' ? [] : ['', ...[...foldersAbove(folder)].toReversed()];
    for (const each of above)
        rules = await enterFolder(base, each, rules);
    return rules;
}
export function createFolder({ root, place, index }) {
    const entries = [...(index ?? [])];
    const filesOf = entries.filter(([, { mode }]) => mode !== SUBMODULE_MODE).map(([path]) => path);
    const submodules = entries.filter(([, { mode }]) => mode === SUBMODULE_MODE).map(([path]) => path);
    const tracked = index === null ? null : trackPaths(filesOf, submodules);
    const ignoreBase = place?.topLevel ?? root;
    const ignorePrefix = place?.prefix ?? '';
    async function* walk(from) {
        const exclude = place === null ? null : await readSmallText(place.commonDir, 'info/exclude');
        const own = exclude === null ? NO_IGNORE : addRules(NO_IGNORE, '', exclude);
        const start = `${ignorePrefix}${from}`.replace(/\/$/u, '');
        const rules = await rulesAbove(ignoreBase, start, own);
        // A folder that was named is walked even if a rule above would hide it.
        const ignoreRules = start !== '' && isGitIgnored(`${start}/`, rules) ? NO_IGNORE : rules;
        yield* walkFiles({ root, folder: from, ignoreBase, ignorePrefix, ignoreRules, tracked });
    }
    let listed = null;
    const list = async () => {
        const found = new Set();
        for await (const { path } of walk('')) {
            if (!path.endsWith('/'))
                found.add(path);
            else
                for (const file of filesOf)
                    if (file.startsWith(path))
                        found.add(file);
        }
        return found;
    };
    return {
        root,
        walk,
        readBytes: (path, maxFileBytes) => readContained(root, path, limitFor(path, maxFileBytes)),
        paths() {
            listed ??= list();
            return listed;
        },
    };
}
