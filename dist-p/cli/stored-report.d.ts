import type { RunHistory } from '../ports.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import type { StoredRun } from '../protocol/stored-run.ts';
import type { Terminal } from './streams.ts';
/** Throws ReviewError('no-report'). */
export declare function readStoredReport(history: RunHistory, { id, status }: StoredRun): Promise<ReportDocument>;
export declare const isReportFile: (name: string) => boolean;
/** Throws ReviewError('unreadable-input') that names the first key that does not fit. */
export declare function readReportFile({ workingDirectory }: Terminal, name: string): Promise<ReportDocument>;
