import { detectLanguage } from '../protocol/language.js';
import { createReplay } from './files/replay.js';
import { createScopeFilter } from './files/scope-filter.js';
import { findVendoredFolder } from './files/walk.js';
/** Files looked into at a time. */
const BATCH = 32;
async function toEntry(found, filter) {
    const { path } = found;
    const verdict = filter(path);
    if (verdict === 'unselected')
        return null;
    const changed = await found.inspect();
    if (changed === 'unchanged')
        return null;
    if (verdict === 'ignored')
        return { kind: 'ignored', path, reason: 'ignored' };
    if (found.reason !== null)
        return { kind: 'ignored', path, reason: found.reason };
    return { kind: 'file', path, language: detectLanguage(path)?.name ?? null, changed };
}
/** Files of a change that lie in a vendored folder become one entry for the folder. */
async function* collapseVendored(source) {
    let last = null;
    for await (const found of source) {
        const folder = findVendoredFolder(found.path.replace(/\/$/u, ''));
        if (folder === null)
            yield found;
        else if (folder !== last)
            yield { path: folder, reason: 'vendored', inspect: async () => null };
        last = folder ?? last;
    }
}
async function* streamEntries(scope, filter) {
    let batch = [];
    async function* drain() {
        for (const entry of await Promise.all(batch))
            if (entry !== null)
                yield entry;
        batch = [];
    }
    for await (const found of scope.isChange ? collapseVendored(scope.find()) : scope.find()) {
        batch.push(toEntry(found, filter));
        if (batch.length >= BATCH)
            yield* drain();
    }
    yield* drain();
}
export function createSnapshot(scope, branch, rules) {
    const { selection, isChange, warnings } = scope;
    const entries = createReplay(streamEntries(scope, createScopeFilter(rules, scope.named)));
    return {
        // Files that no `--include` names are listed nowhere: the words say so.
        selection: rules.include.length === 0 ? selection : `${selection}, only ${rules.include.join(' ')}`,
        branch,
        isChange,
        warnings,
        entries,
        read: (path) => scope.read(path),
        readBase: (path) => scope.readBase(path),
        paths: () => scope.paths(),
        identity: (path) => scope.identity(path),
    };
}
export const countDeleted = (count) => count === 0 ? [] : [`${count} deleted ${count === 1 ? 'file has' : 'files have'} no text to review`];
