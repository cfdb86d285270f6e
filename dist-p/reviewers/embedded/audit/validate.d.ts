/**
 * Phase 4 of the embedded auditor: a second analysis that does not know the rule, in four steps (FACT-08). It re-reads the cited
 * lines, looks for the sink in its own tables or for the flaw as text, follows the calls back, looks for defences on the way,
 * for who can get there and what it would cost. It says what it did; what it cannot tell it leaves open; it rejects nothing.
 */
import type { ValidationOutcome, ValidationTask } from '../../../audit-port.ts';
import type { AuditScene } from './audit-scene.ts';
export declare function validateEmbedded(task: ValidationTask, scene: AuditScene): Promise<ValidationOutcome>;
