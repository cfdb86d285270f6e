/**
 * Creates the auditor without a model: hunt, deep dive and validation of an audit driver, done with analyzers, survey and call graph.
 * Created by wiring/audit-ports.ts.
 */
import type { AuditDriver } from '../../../ports/auditor.ts';
import type { Snapshot } from '../../../ports/repository.ts';
import type { AuditContext } from './audit-context.ts';
import { deepenEmbedded } from './deepen.ts';
import { type Examined, huntEmbedded } from './hunt.ts';
import { validateEmbedded } from './validate.ts';

/** `openAuditContext` is asked once per snapshot; it waits for the baseline scan. */
export function createEmbeddedAuditor(openAuditContext: (snapshot: Snapshot) => Promise<AuditContext>): AuditDriver {
  const examined: Examined = [];
  return {
    name: 'embedded',
    hunt: async (task, { snapshot }, signal) =>
      huntEmbedded(task, await openAuditContext(snapshot), { examined, signal }),
    deepen: async (task, { snapshot }) => deepenEmbedded(task, await openAuditContext(snapshot)),
    validate: async (task, { snapshot }) => validateEmbedded(task, await openAuditContext(snapshot)),
  };
}
