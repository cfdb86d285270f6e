/**
 * What a change takes away from users: exported names, parameters, flags, environment variables. Compares the text before
 * and after; a name that the changed changelog or migration guide mentions was announced and is left alone.
 */
import { isTestPath } from '../../../protocol/test-path.js';
import { isPublicFile } from './entry-points.js';
import { hasOpenExports, readExports } from './exported-api.js';
import { openDocument } from './text-document.js';
const NAMES_SHOWN = 8;
const NOTES = /(?:^|\/)(?:changelog|changes|history|news|releases?|migrat\w*|upgrad\w*)[^/]*\.(?:md|mdx|txt|rst)$/iu;
const SETTING = {
    flag: /(?:\.option\(|\.requiredOption\(|add_argument\(|\.addOption\(new Option\()\s*['"](?:-\w,\s?|-\w['"],\s?['"])?(--[\w-]+)/gu,
    variable: /(?:process\.env\.|process\.env\[['"]|os\.environ\[['"]|os\.environ\.get\(['"]|os\.getenv\(['"]|os\.Getenv\("|os\.LookupEnv\("|ENV\[['"]|ENV\.fetch\(['"])([A-Z][A-Z0-9_]{2,})/gu,
};
export async function readChangeContext(snapshot, entries, paths) {
    const changedTexts = new Map();
    const notes = [];
    for await (const entry of snapshot.entries()) {
        if (entry.kind !== 'file')
            continue;
        const read = await snapshot.read(entry.path);
        if (read.kind !== 'text')
            continue;
        changedTexts.set(entry.path, read.text);
        if (NOTES.test(entry.path))
            notes.push(read.text);
    }
    return { snapshot, entries, paths, announced: notes.join('\n'), changedTexts };
}
export async function observeBreaks(document, context) {
    if (isTestPath(document.path) || document.language === null)
        return [];
    const base = await context.snapshot.readBase(document.path);
    if (base === null || base === document.text)
        return [];
    return [...observeApi(document, base, context), ...observeSettings(document, base, context)];
}
// ------------------------------------------------------------------------------------------------ exported names
function observeApi(document, base, context) {
    const language = document.language ?? '';
    if (!isPublicFile(document, context.entries, context.paths) || hasOpenExports(document.text))
        return [];
    const before = readExports(base, language);
    const after = new Map(readExports(document.text, language).map((each) => [each.name, each]));
    const isAnnounced = (name) => context.announced.includes(name);
    const removed = before.filter(({ name }) => !after.has(name) && !isAnnounced(name) && !isImported(document.text, name));
    const changed = before.flatMap((old) => {
        const now = after.get(old.name);
        const difference = now && !isAnnounced(old.name) ? compareSignatures(old, now, language) : null;
        return now && difference !== null ? [describeSignature(document, now, difference)] : [];
    });
    return [...describeRemoved(document, base, removed), ...changed];
}
/** A Python name that is now imported is still there. */
const isImported = (text, name) => /^[\w.]+$/u.test(name) &&
    new RegExp(`^\\s*(?:from\\s+\\S+\\s+)?import\\s[^\\n]*\\b${name.replace('.', '\\.')}\\b`, 'mu').test(text);
/** What a caller has to change, or null. A new parameter that may be left out breaks nobody. */
function compareSignatures(old, now, language) {
    if (!old.parameters || !now.parameters)
        return null;
    const count = now.parameters.length;
    if (language === 'go') {
        if (count !== old.parameters.length)
            return `takes ${count} parameters instead of ${old.parameters.length}`;
        return now.results === old.results ? null : `returns \`${now.results}\` instead of \`${old.results}\``;
    }
    const required = now.parameters.filter(({ isOptional }) => !isOptional).length;
    const requiredBefore = old.parameters.filter(({ isOptional }) => !isOptional).length;
    if (required > requiredBefore)
        return `needs ${required} parameters instead of ${requiredBefore}`;
    const hasRest = now.parameters.some(({ isRest }) => isRest);
    return !hasRest && count < old.parameters.length
        ? `takes ${count} parameters instead of ${old.parameters.length}`
        : null;
}
const describeSignature = (document, now, difference) => ({
    document,
    line: document.lineAt(now.at),
    rule: 'signature-changed',
    severity: 'MEDIUM',
    category: 'breaking-change',
    title: `Callers of ${now.name} have to change`,
    issue: `\`${now.name}\` now ${difference}, and no changed release note mentions it.`,
    recommendation: 'Keep the old form working (a default value, an options object), or announce the change with what to write instead.',
    extra: {
        user_impact: 'Code that calls it stops working after the update.',
        suggested_approach: 'Optional parameter with a default.',
        effort: 'small',
    },
});
function describeRemoved(document, base, removed) {
    const [first] = removed;
    if (!first)
        return [];
    const names = removed
        .slice(0, NAMES_SHOWN)
        .map(({ name }) => `\`${name}\``)
        .join(', ');
    const more = removed.length > NAMES_SHOWN ? ` and ${removed.length - NAMES_SHOWN} more` : '';
    return [
        {
            document,
            line: lineNear(document, base, first.at),
            rule: 'export-removed',
            severity: 'MEDIUM',
            category: 'breaking-change',
            title: removed.length === 1 ? `${first.name} is no longer exported` : `${removed.length} exported names are gone`,
            issue: `Users could import ${names}${more} before this change; no changed release note mentions it.`,
            recommendation: 'Keep the old name as a deprecated alias for one release, or announce the removal with its replacement.',
            extra: {
                user_impact: 'Imports of these names fail after the update.',
                suggested_approach: 'Deprecated alias.',
                effort: 'small',
            },
        },
    ];
}
/** The changed place nearest to where something stood before. */
export function lineNear(document, base, at) {
    const line = openDocument({ path: '', language: null, text: base, changed: null }).lineAt(at);
    const ranges = document.changed ?? [];
    const distance = (start) => Math.abs(start - line);
    return ranges.reduce((best, { start }) => (distance(start) < distance(best) ? start : best), ranges[0]?.start ?? line);
}
// ------------------------------------------------------------------------------------------------ settings
function observeSettings(document, base, context) {
    return ['flag', 'variable'].flatMap((kind) => {
        const now = new Set(listSettings(document.text, kind).map(({ name }) => name));
        const gone = listSettings(base, kind).filter(({ name }) => !now.has(name) && !isKept(name, context));
        const [first] = gone;
        if (!first)
            return [];
        const names = [...new Set(gone.map(({ name }) => `\`${name}\``))];
        const word = kind === 'flag' ? 'command-line flag' : 'environment variable';
        return [
            {
                document,
                line: lineNear(document, base, first.at),
                rule: 'setting-removed',
                severity: 'MEDIUM',
                category: 'migration',
                title: `The ${word} ${first.name} is no longer read`,
                issue: `Before this change ${names.slice(0, NAMES_SHOWN).join(', ')} had an effect; now nothing in the changed files reads it and no changed release note says so.`,
                recommendation: 'Go on accepting it with a warning that names the replacement, or announce its end.',
                confidence: 0.6,
                extra: {
                    user_impact: 'Existing set-ups silently lose this setting.',
                    suggested_approach: 'Accept the old name with a warning.',
                    effort: 'small',
                },
            },
        ];
    });
}
const listSettings = (text, kind) => [...text.matchAll(SETTING[kind])].map((match) => ({ name: match[1] ?? '', at: match.index }));
/** Announced, or still read somewhere in the change. */
function isKept(name, context) {
    if (context.announced.includes(name))
        return true;
    for (const [path, text] of context.changedTexts) {
        const isCode = !/\.(?:md|mdx|txt|rst|env[\w.]*)$/u.test(path);
        if (isCode && text.includes(name))
            return true;
    }
    return false;
}
