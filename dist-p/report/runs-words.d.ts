/** What lists and details of stored runs say in every format: when, how it ended, what it found and what it cost. */
import type { RunSummary } from '../protocol/run-summary.ts';
import { type SeverityCounts } from '../protocol/severity.ts';
/** `just now`, `12 min ago`, `3 h ago`, `5 d ago`. A clock that went back makes nothing come from the future. */
export declare function describeAge(ageSeconds: number): string;
/** `2026-11-15 23:07:41 UTC` of an ISO time. */
export declare const formatMoment: (iso: string) => string;
/** `VETO`, `WARN, partial`, `interrupted`. */
export declare function describeEnd({ status, verdict, complete }: RunSummary): string;
/** `1C 2H 0M 4L` without the zeros; `none`; nothing where there is no report. */
export declare function describeFound(findings: SeverityCounts | null): string;
/** In cents and up; a price that nobody knows is no zero. */
export declare function formatMoney(usd: number, calls: number, unpricedCalls: number): string;
/** What it cost so far. A run that was kept before prices were counted says nothing of single calls. */
export declare function describeBill({ usage }: RunSummary): string;
/** `review of src`, `deep audit of whole folder`. */
export declare const describeWork: ({ playbook, mode, selection }: RunSummary) => string;
