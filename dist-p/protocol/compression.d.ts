/**
 * Shortening findings before a final answer that would not fit: one line of evidence, one entry for each CWE and file,
 * flows without their middle (TRUNC-03..05, AUD-27). Says how many entries were merged; the originals stay with the host.
 */
import type { ClaimedFinding } from './finding.ts';
export interface Compression {
    readonly findings: readonly ClaimedFinding[];
    /** Entries that went into another one. */
    readonly merged: number;
}
export declare function compressFindings(findings: readonly ClaimedFinding[]): Compression;
