/** Audits on several machines: who conducts one, and what each kind of agent does where it works. Loaded only for audits. */
import type { ReportDocument } from '../protocol/report-document.ts';
import type { EngineParts } from '../wiring.ts';
import type { PostedAgent } from './agent-task.ts';
import { type RunDesk } from './run-desk.ts';
export declare function conductAudit(desk: RunDesk, parts: EngineParts): Promise<ReportDocument>;
interface AuditWork {
    readonly value: unknown;
    readonly usedTokens: number;
}
export declare function performAuditTask(kind: Exclude<PostedAgent['kind'], 'review'>, input: unknown, desk: RunDesk, parts: EngineParts): Promise<AuditWork>;
export {};
