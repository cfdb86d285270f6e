/**
 * Walks a folder and says what is there, in path order, without opening a file or following a link. Every entry is
 * either a regular file or named with the reason why it is not one to review. `.git` is never entered.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { comparePaths, foldersAbove } from './contained-path.js';
import { judgeLink } from './contained-read.js';
import { enterFolder, isGitIgnored } from './git-ignore.js';
const VENDORED_FOLDERS = new Set([
    'node_modules',
    'bower_components',
    'jspm_packages',
    'vendor',
    'third_party',
    'third-party',
    'Pods',
    'Carthage',
    '.venv',
    'venv',
    'virtualenv',
    'site-packages',
    '.yarn',
    '.tox',
]);
/** Folders of version control systems (`.git` may be a file): never part of what is reviewed. */
const VCS_NAMES = new Set(['.git', '.hg', '.svn', '.jj']);
/** The vendored folder a path lies in, with a final `/`, or null. `from` is a folder the user named. */
export function findVendoredFolder(path, from = '') {
    const parts = path.split('/');
    const skip = from === '' ? 0 : from.split('/').length;
    const at = parts.findIndex((part, i) => i >= skip && i < parts.length - 1 && VENDORED_FOLDERS.has(part));
    return at < 0 ? null : `${parts.slice(0, at + 1).join('/')}/`;
}
export function trackPaths(files, submodules = []) {
    const folders = new Set();
    const fileSet = new Set(files);
    for (const path of fileSet) {
        for (const folder of foldersAbove(path)) {
            if (folders.has(folder))
                break;
            folders.add(folder);
        }
    }
    return { files: fileSet, folders, submodules: new Set(submodules) };
}
function listFolder(path) {
    try {
        return readdirSync(path, { withFileTypes: true })
            .map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }))
            .sort((a, b) => comparePaths(a.key, b.key))
            .map(({ entry }) => entry);
    }
    catch {
        return null;
    }
}
/** Where to go on with a folder: into it, not at all, or past it with one entry for all of it. */
function judgeFolder(request, path, at) {
    const { tracked } = request;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (tracked?.submodules.has(path))
        return { path: `${path}/`, reason: 'vendored' };
    const isIgnored = at.isIgnored || isGitIgnored(`${request.ignorePrefix}${path}/`, at.rules);
    if (isIgnored && tracked === null)
        return { path: `${path}/`, reason: 'ignored' };
    if (isIgnored && !tracked?.folders.has(path))
        return null;
    if (VENDORED_FOLDERS.has(name))
        return { path: `${path}/`, reason: 'vendored' };
    return { folder: path, rules: at.rules, isIgnored };
}
function isSkipped(request, path, at) {
    if (request.tracked?.files.has(path))
        return false;
    return at.isIgnored || isGitIgnored(`${request.ignorePrefix}${path}`, at.rules);
}
async function judgeFile(request, path, entry, at) {
    if (isSkipped(request, path, at))
        return request.tracked === null ? { path, reason: 'ignored' } : null;
    if (entry.isFile())
        return { path, reason: null };
    return { path, reason: entry.isSymbolicLink() ? await judgeLink(request.root, path) : 'unreadable' };
}
/** What a folder holds, in order: entries, and folders yet to be opened. */
async function openFolder(request, at) {
    const entries = listFolder(join(request.root, at.folder));
    if (entries === null)
        return [{ path: at.folder === '' ? './' : `${at.folder}/`, reason: 'unreadable' }];
    const above = `${request.ignorePrefix}${at.folder}`.replace(/\/$/u, '');
    const hasRules = entries.some(({ name }) => name === '.gitignore');
    const here = hasRules ? { ...at, rules: await enterFolder(request.ignoreBase, above, at.rules) } : at;
    const found = [];
    for (const entry of entries) {
        if (VCS_NAMES.has(entry.name))
            continue;
        const path = at.folder === '' ? entry.name : `${at.folder}/${entry.name}`;
        const next = entry.isDirectory() ? judgeFolder(request, path, here) : await judgeFile(request, path, entry, here);
        if (next !== null)
            found.push(next);
    }
    return found;
}
/** One generator for all depths: nested ones would hand every entry up through each folder above it. */
async function* walkFolders(request, start) {
    const stack = [start];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
        if ('folder' in next)
            for (const found of (await openFolder(request, next)).toReversed())
                stack.push(found);
        else
            yield next;
    }
}
/** Sorted by path. An entry that cannot be listed is reported, never skipped. */
export const walkFiles = (request) => walkFolders(request, { folder: request.folder, rules: request.ignoreRules, isIgnored: false });
