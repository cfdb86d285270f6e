/** Stored runs that formats are tested with: whole and partial, under way, interrupted and failed, some of them hostile. */
import type { RunDocument, RunSummary, RunsDocument } from '../protocol/run-summary.ts';
export declare const buildSummary: (said?: Partial<RunSummary>) => RunSummary;
export declare const sampleRuns: RunsDocument;
/** Seconds since each of them began. */
export declare const sampleAges: Readonly<Record<string, number>>;
export declare const sampleRunDocuments: Readonly<Record<'finished' | 'interrupted' | 'embedded', RunDocument>>;
