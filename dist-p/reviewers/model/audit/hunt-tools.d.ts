/**
 * The tools of a hunt agent: the context tools under the rules of the rounds before, documents, findings and false alarms
 * that are kept at once (TRANSFER-11..15, TURNS-01, FACT-04). Every call is logged; what is refused says why.
 */
import type { AuditDesk, HuntTask } from '../../../audit-port.ts';
import type { ToolDescription } from '../../../model-port.ts';
import type { HuntLog } from './hunt-log.ts';
export declare const RECORDING_TOOLS: ReadonlySet<string>;
export declare function listHuntTools(desk: AuditDesk, { recon, turns }: HuntTask): readonly ToolDescription[];
export interface HuntToolMeans {
    readonly task: HuntTask;
    readonly desk: AuditDesk;
    readonly log: HuntLog;
    readonly count: (text: string) => number;
    readonly loadDocument: (name: string) => Promise<string | null>;
}
export interface HuntAnswer {
    readonly text: string;
    readonly isError: boolean;
}
export declare function answerHuntTool(name: string, args: unknown, means: HuntToolMeans): Promise<HuntAnswer>;
