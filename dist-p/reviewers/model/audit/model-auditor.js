import { deepenWithModel } from './deepen.js';
import { huntWithModel } from './hunt.js';
import { validateWithModel } from './validate.js';
export const createModelAuditor = (options) => ({
    name: options.modelName,
    hunt: (task, desk, signal) => huntWithModel(task, desk, signal, options),
    deepen: (task, desk, signal) => deepenWithModel(task, desk, signal, options),
    validate: (task, desk, signal) => validateWithModel(task, desk, signal, options),
});
