/** What a change leaves undone: source changed without its test, notes to do it later. Says nothing about whole-file scopes. */
import { detectLanguage } from '../../../protocol/language.js';
import { isTestPath } from '../../../protocol/test-path.js';
import { directoryOf, stemOf } from './project-paths.js';
import { isChangedLine } from './text-document.js';
/** Fewer changed lines of code than this need no new test. */
const TESTED_LINES = 3;
const NOTE = /\b(?:TODO|FIXME|XXX|HACK)\b/u;
export async function readTestMap(snapshot) {
    if (!snapshot.isChange)
        return null;
    const byStem = new Map();
    for (const path of await snapshot.paths()) {
        if (!isTestPath(path) || detectLanguage(path)?.kind !== 'source')
            continue;
        const stem = testedStem(path);
        byStem.set(stem, [...(byStem.get(stem) ?? []), path]);
    }
    const changed = new Set();
    for await (const entry of snapshot.entries())
        if (entry.kind === 'file' && isTestPath(entry.path))
            changed.add(entry.path);
    return { byStem, changed };
}
const testedStem = (path) => stemOf(path).replace(/^test_|_test$|Tests?$/u, '');
export function observeNotes(document, masked) {
    if (document.changed === null)
        return [];
    const lines = [];
    masked.comments.split('\n').forEach((text, index) => {
        if (isChangedLine(document, index + 1) && NOTE.test(text))
            lines.push(index + 1);
    });
    const [line] = lines;
    if (line === undefined)
        return [];
    const more = lines.length > 1 ? ` (${lines.length} in this file: lines ${lines.slice(0, 8).join(', ')})` : '';
    return [
        {
            document,
            line,
            rule: 'note-added',
            severity: 'LOW',
            category: 'patterns',
            title: 'The change adds a note to do something later',
            issue: `A TODO, FIXME, XXX or HACK note comes in with this change${more}.`,
            recommendation: 'Do it now, or write an issue and name it in the note: `TODO(#123): …`.',
            extra: { effort: 'small' },
        },
    ];
}
export function observeUntested(document, masked, tests) {
    if (document.changed === null || isTestPath(document.path))
        return [];
    const lines = changedCodeLines(document, masked);
    const [line] = lines;
    if (line === undefined || lines.length < TESTED_LINES)
        return [];
    const own = findOwnTests(document, tests);
    if (own.some((path) => tests.changed.has(path)))
        return [];
    if (own.length === 0 && (tests.byStem.size === 0 || tests.changed.size > 0))
        return [];
    const said = own[0] === undefined
        ? 'The project has tests, but the change touches none and this file has none of its own.'
        : `${own[0]} tests this file and was not changed with it.`;
    return [
        {
            document,
            line,
            rule: 'untested-change',
            severity: 'LOW',
            category: 'testing',
            title: 'Changed code without a changed test',
            issue: `${lines.length} lines of code changed. ${said}`,
            recommendation: `Add a case that fails without this change to ${own[0] ?? 'a test of this file'}.`,
            confidence: 0.6,
            extra: { effort: 'small' },
        },
    ];
}
function changedCodeLines(document, masked) {
    const lines = [];
    masked.code.split('\n').forEach((text, index) => {
        if (/\w/u.test(text) && isChangedLine(document, index + 1))
            lines.push(index + 1);
    });
    return lines;
}
/** Tests of the same stem: those beside the file or under it first; a common stem elsewhere is no proof. */
function findOwnTests(document, tests) {
    const named = tests.byStem.get(stemOf(document.path)) ?? [];
    const folder = directoryOf(document.path);
    const near = named.filter((path) => path.startsWith(folder === '' ? '' : `${folder}/`));
    return near.length > 0 || named.length > 1 ? near : named;
}
