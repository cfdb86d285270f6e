/** The `usage` of a report: what the provider billed, per agent and model too; all zero where no model was asked. */
import type { ReportDocument } from '../protocol/report-document.ts';
import { type Payer, type RunUsage } from '../protocol/usage-book.ts';
/** `behindFiles`: calls of earlier runs that stand behind recalled files. */
export declare function composeUsage(usage: RunUsage | null | undefined, behindFiles?: readonly (Payer & {
    readonly calls: number;
})[]): ReportDocument['usage'];
/** Empty where every call was made. */
export declare const noteReusedCalls: (usage: RunUsage | null | undefined) => readonly string[];
