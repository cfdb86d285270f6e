/** The hunt agents of an audit as people read them: what each was sent for, how it ended, what it did (REPORT-05). */
import type { AuditDocument } from '../protocol/audit-document.ts';
export interface AgentLine {
    readonly agent: string;
    readonly dimensions: string;
    readonly ended: string;
    readonly findings: number;
    readonly filesRead: number;
    /** What is out of the ordinary: whom it stands in for, why it ended, what the host refused it. */
    readonly remarks: readonly string[];
}
export declare const listAgentLines: ({ agents }: AuditDocument) => readonly AgentLine[];
