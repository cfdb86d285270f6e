import { type ReportDocument } from '../protocol/report-document.ts';
import type { RunFacts } from './compose-report.ts';
export interface CollectedText {
    readonly origin: string;
    readonly text: string;
}
export declare function collectOutputs(texts: readonly CollectedText[], ignoreVetoes: boolean, facts: RunFacts): ReportDocument;
