/**
 * A strict Repository in memory, for tests at the port: the same filters, order and errors as the real one, no disk.
 * A file given with `base` or `changed` makes a change scope out of every selection but `all` and `paths`.
 */
import { comparePaths } from '../adapters/files/contained-path.js';
import { compileGlob, createScopeFilter } from '../adapters/files/scope-filter.js';
import { ReviewError } from '../errors.js';
import { detectLanguage } from '../protocol/language.js';
const isChanged = (file) => typeof file !== 'string' && 'text' in file && (file.base !== undefined || file.changed !== undefined);
const countLines = (text) => (text === '' ? 0 : text.replace(/\n$/u, '').split('\n').length);
function checkFile(path, file) {
    if (path === '' || path.startsWith('/') || path.split('/').some((part) => ['', '.', '..'].includes(part))) {
        throw new Error(`createMemoryRepository: "${path}" is not a path relative to the root`);
    }
    if (typeof file === 'string' || !('text' in file))
        return;
    const lines = countLines(file.text);
    for (const { start, end } of file.changed ?? []) {
        if (start < 1 || end < start || end > lines) {
            throw new Error(`createMemoryRepository: range ${start}..${end} lies outside the ${lines} lines of ${path}`);
        }
    }
}
const readMemory = (file, maxBytes) => {
    if (file === undefined)
        return { kind: 'unusable', reason: 'unreadable' };
    if (typeof file !== 'string' && 'unusable' in file)
        return { kind: 'unusable', reason: file.unusable };
    const text = typeof file === 'string' ? file : file.text;
    const bytes = Buffer.byteLength(text);
    return bytes > maxBytes ? { kind: 'unusable', reason: 'too-large' } : { kind: 'text', text, bytes };
};
/** Paths a `paths` selection names: files, folders, globs. */
function selectPaths(all, patterns) {
    return new Set(patterns.flatMap((pattern) => {
        const literal = pattern.replace(/^\.\//u, '').replace(/\/$/u, '');
        if (literal.split('/').includes('..'))
            throw new ReviewError('path-outside-root', pattern);
        const named = literal === '.' ? all : all.filter((path) => path === literal || path.startsWith(`${literal}/`));
        if (named.length > 0)
            return named;
        if (!/[*?[{]/u.test(pattern))
            throw new ReviewError('path-not-found', pattern);
        return all.filter(compileGlob(pattern));
    }));
}
const describe = (selection) => selection.kind === 'paths'
    ? selection.patterns.join(' ')
    : selection.kind === 'all'
        ? 'whole folder'
        : selection.kind;
function toEntry(path, file, isChange) {
    if (typeof file === 'object' && 'unusable' in file)
        return { kind: 'ignored', path, reason: file.unusable };
    const changed = isChange && typeof file === 'object' ? (file.changed ?? null) : null;
    return { kind: 'file', path, language: detectLanguage(path)?.name ?? null, changed };
}
/** `files` are by path relative to the root. */
export function createMemoryRepository(files, options = {}) {
    for (const [path, file] of Object.entries(files))
        checkFile(path, file);
    const store = new Map(Object.entries(files));
    const all = [...store.keys()].sort(comparePaths);
    const open = async (selection, rules) => {
        const wantsChange = selection.kind !== 'all' && selection.kind !== 'paths';
        const changes = all.filter((path) => isChanged(store.get(path) ?? ''));
        const isChange = wantsChange && (selection.kind !== 'auto' || changes.length > 0);
        const named = selection.kind === 'paths' ? selectPaths(all, selection.patterns) : new Set(isChange ? changes : all);
        const filter = createScopeFilter(rules);
        async function* entries() {
            for (const path of all.filter((each) => named.has(each))) {
                const verdict = filter(path);
                if (verdict === 'ignored')
                    yield { kind: 'ignored', path, reason: 'ignored' };
                else if (verdict === 'selected')
                    yield toEntry(path, store.get(path), isChange);
            }
        }
        return {
            selection: options.selection ?? describe(selection),
            branch: options.branch === undefined ? 'main' : options.branch,
            isChange,
            warnings: options.warnings ?? [],
            entries,
            read: async (path) => readMemory(store.get(path), rules.maxFileBytes),
            readBase: async (path) => {
                const file = store.get(path);
                return isChange && typeof file === 'object' && 'text' in file ? (file.base ?? null) : null;
            },
            paths: async () => new Set(all),
        };
    };
    const readSettings = async (path) => Object.entries(options.settings ?? {})
        .filter(([name]) => name === path || name.startsWith(`${path}/`))
        .map(([name, text]) => ({ path: name, text }))
        .sort((a, b) => comparePaths(a.path, b.path));
    return { root: options.root ?? '/memory', open, readSettings };
}
