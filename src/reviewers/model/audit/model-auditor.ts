/**
 * The auditor that is a model: it hunts and judges; the host meters, refuses, records and measures. Created by
 * wiring/audit-ports.ts.
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
