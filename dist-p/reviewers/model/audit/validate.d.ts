/**
 * A validator that is a model: it re-reads the code and decides what others found (FACT-08, AUD-32). Where it cannot be asked
 * the second analysis of the host decides, and says so; what analyzers found it can confirm, never talk away.
 */
import type { AuditDesk, ValidationOutcome, ValidationTask } from '../../../audit-port.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
export declare function validateWithModel(task: ValidationTask, desk: AuditDesk, signal: AbortSignal, options: ModelAuditorOptions): Promise<ValidationOutcome>;
