/** An audit wired to in-memory ports, for tests of whole runs: real state machine, scripted agents and scans. */
import type { AuditDriver, BaselineScan } from '../audit-port.ts';
import type { AuditPorts, AuditRequest } from '../engine/audit/audit-request.ts';
import type { RunEvent } from '../ports.ts';
import type { AuditRecon } from '../protocol/audit-recon.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import { type MemoryFile } from './memory-repository.ts';
export declare const EMPTY_BASELINE: BaselineScan;
export declare const EMPTY_RECON: AuditRecon;
export interface TestAuditOptions {
    readonly files: Readonly<Record<string, MemoryFile>>;
    readonly driver: AuditDriver;
    readonly recon?: Partial<AuditRecon>;
    readonly baseline?: () => Promise<BaselineScan>;
    readonly request?: Partial<AuditRequest>;
    readonly ports?: Partial<AuditPorts>;
}
export interface TestAudit {
    readonly events: readonly RunEvent[];
    readonly ports: AuditPorts;
    run(): Promise<ReportDocument>;
}
export declare function createTestAudit(options: TestAuditOptions): TestAudit;
