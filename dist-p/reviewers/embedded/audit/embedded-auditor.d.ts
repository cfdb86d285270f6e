/** The auditor without a model: analyzers, the survey and the call graph behind the three duties of an audit driver. */
import type { AuditDriver } from '../../../audit-port.ts';
import type { Snapshot } from '../../../ports.ts';
import type { AuditScene } from './audit-scene.ts';
/** `openScene` is asked once per snapshot; it waits for the baseline scan. */
export declare function createEmbeddedAuditor(openScene: (snapshot: Snapshot) => Promise<AuditScene>): AuditDriver;
