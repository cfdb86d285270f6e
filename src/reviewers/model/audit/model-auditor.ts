/**
 * Creates the auditor that asks a model: an audit driver whose hunt, deep dive and validation are those of hunt.ts, deepen.ts and
 * validate.ts. Created by wiring/audit-ports.ts.
 */
import type { AuditDriver } from '../../../ports/auditor.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
import { deepenWithModel } from './deepen.ts';
import { huntWithModel } from './hunt.ts';
import { validateWithModel } from './validate.ts';

export const createModelAuditor = (options: ModelAuditorOptions): AuditDriver => ({
  name: options.modelName,
  ...(options.limits ? { limits: options.limits } : {}),
  hunt: (task, session, signal) => huntWithModel(task, session, signal, options),
  deepen: (task, session, signal) => deepenWithModel(task, session, signal, options),
  validate: (task, session, signal) => validateWithModel(task, session, signal, options),
});
