/** What the calls of a run used, in words that every format shares. What is estimated or unknown is said, never shown as 0. */
import type { ReportDocument } from '../protocol/report-document.ts';
type Usage = ReportDocument['usage'];
export declare function describeUsage(usage: Usage, formatNumber?: (value: number) => string): string;
export {};
