/**
 * What is written down of a run when it begins: the call, the folder, and marks of everything that shapes it. A run goes on only
 * where they are the same.
 */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { ReviewError } from './errors.js';
import { readGuidance, usesModels } from './wiring.js';
/** Flags that are of one call alone, or may hold a password. */
const NOT_KEPT = new Set(['replay', 'debug', 'database']);
export async function describeRun({ playbook, command, settings, selection, version }) {
    const { repository } = settings;
    const { name, mode, model } = playbook;
    const flags = Object.fromEntries(Object.entries(command.flags).filter(([flag]) => !NOT_KEPT.has(flag)));
    return {
        root: await realpath(repository.root),
        playbook: name,
        mode,
        model,
        selection: nameSelection(selection),
        command: { ...command, flags },
        settings: markSettings(settings, {
            guidance: usesModels(settings) ? await readGuidance(repository, selection) : [],
        }),
        version,
    };
}
function nameSelection(selection) {
    switch (selection.kind) {
        case 'auto':
            return 'what this branch changed';
        case 'all':
            return 'everything';
        case 'paths':
            return selection.patterns.join(' ');
        case 'staged':
            return 'what is staged';
        case 'commit':
            return `commit ${selection.revision}`;
        case 'range':
            return `${selection.base}..${selection.head ?? ''}`;
        case 'patch':
            return `patch from ${selection.origin}`;
    }
}
/** Settings that decide how a run is shown or how long it may take, not what it says. */
const FREE_SETTINGS = new Set(['deadlineMs', 'failOn', 'allowPartial', 'format', 'journal']);
const mark = (value) => createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16);
/** Marks, not values: the store need not know them to see that one has changed. */
const markSettings = ({ config, roster, rules, trustsRepository }, more) => Object.fromEntries(Object.entries({ ...config, roster, ignoreLines: rules.ignoreLines, trustsRepository, ...more })
    .filter(([name]) => !FREE_SETTINGS.has(name))
    .map(([name, value]) => [name, mark(value)]));
/** Throws ReviewError where the run would go on with another program or other settings than it began with. */
export function requireSame(began, { version, settings }) {
    if (began.version !== version)
        throw new ReviewError('stale-run', `it was begun by version ${began.version}, this is ${version}.`, {
            advice: `Resume it with consensus-review@${began.version}, or start the command anew.`,
        });
    const names = new Set([...Object.keys(settings), ...Object.keys(began.settings)]);
    const changed = [...names].filter((name) => settings[name] !== began.settings[name]).sort();
    if (changed.length > 0)
        throw new ReviewError('stale-run', `settings have changed since: ${changed.join(', ')}.`, {
            advice: 'Bring them back as they were and resume again, or start the command anew.',
        });
}
