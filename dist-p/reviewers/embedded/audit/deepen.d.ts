/** Phase 3 of the embedded auditor: flows completed over the call graph, chains shown where both ends are reached (FACT-07). */
import type { DeepDiveResult, DeepDiveTask, FlowOutcome, KnownFinding } from '../../../audit-port.ts';
import type { AuditScene } from './audit-scene.ts';
export declare function deepenEmbedded(task: DeepDiveTask, scene: AuditScene): DeepDiveResult;
/** A sink is followed to where the data comes in; a setting, a key, a version or a missing guard has no way to follow. */
export declare function followFinding({ file, line, dimension }: KnownFinding, scene: AuditScene): FlowOutcome;
