/**
 * Scans each file with each analyzer at most once per snapshot, however many reviewers and waves ask (HOST-15).
 * Keeps findings, never texts or trees. A scan that was aborted is forgotten, so that another asker can repeat it.
 */
import type { Analyzer, AnalyzerFinding, AssignedFile, Snapshot } from '../../ports.ts';
export interface FileScan {
    /** `partial`: what was found is kept, but the analyzer could not say which file it left out. */
    readonly state: 'ended' | 'partial' | 'unfinished' | 'absent' | 'unreadable' | 'aborted';
    readonly findings: readonly AnalyzerFinding[];
    readonly reason: string | null;
}
export interface ScanRequest {
    readonly analyzer: Analyzer;
    readonly reviewer: string;
    readonly file: AssignedFile;
    /** Files that will be wanted next, from this index on: they may share the batch. */
    readonly ahead: {
        readonly files: readonly AssignedFile[];
        readonly from: number;
    };
}
export interface ScanMemo {
    /** Never rejects. */
    scan(request: ScanRequest, signal: AbortSignal): Promise<FileScan>;
}
export declare function createScanMemo(snapshot: Snapshot): ScanMemo;
