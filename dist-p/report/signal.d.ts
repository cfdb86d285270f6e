/** The last return signal of a run as the lines of its standard; whoever drives the run reads nothing else. */
import type { ReportDocument } from '../protocol/report-document.ts';
export declare function formatSignalReport({ signals }: ReportDocument): string;
