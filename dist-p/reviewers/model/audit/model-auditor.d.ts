/** The auditor that is a model: it hunts and judges; the host meters, refuses, records and measures. */
import type { AuditDriver } from '../../../audit-port.ts';
import type { ModelAuditorOptions } from './auditor-options.ts';
export declare const createModelAuditor: (options: ModelAuditorOptions) => AuditDriver;
