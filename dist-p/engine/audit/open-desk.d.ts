/** The desk of one agent: an account with its budget, and tools that are paid from it (AUD-26, HOST-11). */
import type { AuditDesk, DeepDiveTask } from '../../audit-port.ts';
import type { Snapshot } from '../../ports.ts';
import type { Thresholds } from '../../protocol/thresholds.ts';
import type { OpenTools } from '../review-request.ts';
export interface DeskMeans {
    readonly snapshot: Snapshot;
    readonly openTools: OpenTools;
    readonly thresholds: Thresholds;
}
export declare function openDesk(budgetTokens: number, { snapshot, openTools, thresholds }: DeskMeans): AuditDesk;
export declare const deskForDive: ({ findings }: Pick<DeepDiveTask, 'findings'>, means: DeskMeans) => AuditDesk;
export declare const deskForValidation: (means: DeskMeans) => AuditDesk;
