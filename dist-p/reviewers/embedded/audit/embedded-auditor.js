import { deepenEmbedded } from './deepen.js';
import { huntEmbedded } from './hunt.js';
import { validateEmbedded } from './validate.js';
/** `openScene` is asked once per snapshot; it waits for the baseline scan. */
export function createEmbeddedAuditor(openScene) {
    const examined = [];
    return {
        name: 'embedded',
        hunt: async (task, { snapshot }) => huntEmbedded(task, await openScene(snapshot), examined),
        deepen: async (task, { snapshot }) => deepenEmbedded(task, await openScene(snapshot)),
        validate: async (task, { snapshot }) => validateEmbedded(task, await openScene(snapshot)),
    };
}
