import type { Analyzer, Snapshot } from '../../../ports.ts';
import type { Dimension } from '../../../protocol/dimension.ts';
import type { Severity } from '../../../protocol/severity.ts';
import { type TextDocument } from './text-document.ts';
/** What a check says about a place in a document. */
export interface Observation {
    readonly document: TextDocument;
    readonly line: number;
    readonly endLine?: number;
    readonly rule: string;
    readonly severity: Severity;
    readonly category: string;
    readonly title: string;
    readonly issue: string;
    readonly recommendation: string;
    readonly impact?: string;
    readonly confidence?: number;
    /** `CWE-` and its number. */
    readonly cwe?: string;
    readonly dimension?: Dimension;
    readonly extra?: Readonly<Record<string, unknown>>;
}
/** What an analyzer knows of a snapshot. What it says of a file does not depend on which files it saw before. */
export interface ScanSession {
    /** Said in the outcome like the plan's note, but only of this snapshot. */
    readonly note?: string;
    check(document: TextDocument): Promise<readonly Observation[]> | readonly Observation[];
    /** Comes after the last file of each scan, for what is asked about all of them at once. */
    finish?(): Promise<readonly Observation[]> | readonly Observation[];
}
export interface ProjectAnalyzerPlan {
    readonly name: string;
    readonly reviewer: string;
    /** Said in the outcome even when everything went well: a limit the reader has to know. */
    readonly note?: string;
    accepts(path: string, language: string | null): boolean;
    /** Called once per snapshot, however many scans ask; again if it failed. */
    begin(snapshot: Snapshot, signal: AbortSignal): Promise<ScanSession> | ScanSession;
}
export declare function createProjectAnalyzer(plan: ProjectAnalyzerPlan): Analyzer;
