/**
 * Semgrep's JSON output turned into baseline findings: severities mapped, foreign folders dropped, duplicates removed,
 * sorted, numbered (FACT-06). Never throws; everything dropped is counted. Runs nothing.
 */
import { type ToolFault } from './tool-hits.ts';
export declare const SEMGREP_SEVERITIES: readonly ['UNKNOWN', 'INFO', 'WARNING', 'ERROR'];
export type SemgrepSeverity = (typeof SEMGREP_SEVERITIES)[number];
export interface SemgrepFinding {
    /** `SG-001`. */
    readonly finding_id: string;
    readonly severity: SemgrepSeverity;
    readonly check_id: string;
    readonly path: string;
    readonly start_line: number;
    readonly end_line: number;
    readonly cwe?: string;
    readonly message?: string;
}
export type SemgrepOutcome = {
    readonly kind: 'parsed';
    /** Partial where Semgrep itself reports errors or an entry could not be read. */
    readonly status: 'completed' | 'partial';
    readonly findings: readonly SemgrepFinding[];
    readonly dropped: {
        readonly malformed: number;
        readonly belowMinimum: number;
        readonly foreignPath: number;
        readonly duplicate: number;
    };
} | {
    readonly kind: 'unusable';
    readonly reason: string;
};
export declare const mapSemgrepSeverity: (text: unknown) => SemgrepSeverity;
export declare const isForeignPath: (path: string) => boolean;
/** Reads the text of `semgrep-baseline.json`. */
export declare function parseSemgrepResults(text: string): SemgrepOutcome;
/** What Semgrep says it could not do, by file where it names one. Empty for a text that is no result document. */
export declare function parseSemgrepFaults(text: string): readonly ToolFault[];
export type SemgrepDecision = {
    readonly kind: 'use';
    readonly status: 'completed' | 'partial';
} | {
    readonly kind: 'retry';
} | {
    readonly kind: 'embedded-baseline';
    readonly status: 'absent' | 'failed';
} | {
    readonly kind: 'halt';
    readonly status: 'absent' | 'failed';
};
/** `attempts` counts the runs so far; `outcome` is null where the last left no output. */
export declare function decideSemgrep(run: {
    readonly installed: boolean;
    readonly required: boolean;
    readonly attempts: number;
    readonly outcome: SemgrepOutcome | null;
}): SemgrepDecision;
