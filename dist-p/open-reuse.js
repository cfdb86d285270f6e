/** What earlier runs of a folder have paid for, from a state folder. Only where models are asked and runs are kept. */
import { realpath } from 'node:fs/promises';
import { usesModels } from './wiring.js';
/** Null where nothing is reused. */
export async function openStoredReuse(settings, { stateDir, version, mayRecall }) {
    const { config, repository } = settings;
    if (!(usesModels(settings) && config.journal))
        return null;
    const [{ openRecollections }, { createReuse }] = await Promise.all([
        import('./adapters/recollections/sqlite-recollections.js'),
        import('./reuse-wiring.js'),
    ]);
    const recollections = openRecollections({ stateDir, now: Date.now });
    return {
        reuse: await createReuse(recollections, { config, root: await realpath(repository.root), version }, mayRecall),
        get warning() {
            return recollections.warning;
        },
        [Symbol.dispose]: () => recollections[Symbol.dispose](),
    };
}
