/** Hits of external tools turned into findings of our reviewers: one vocabulary, evidence copied from the file itself. */
import type { AnalyzerFinding, SourceFile } from '../../ports.ts';
import type { Dimension } from '../../protocol/dimension.ts';
import type { Severity } from '../../protocol/severity.ts';
import type { ToolHit } from '../../protocol/tool-hits.ts';
/** What a tool's hit means to a reader of ours. */
export interface Meaning {
    readonly reviewer: string;
    readonly category: string;
    readonly severity: Severity;
    readonly confidence: number;
    readonly title: string;
    readonly why: string | null;
    readonly fix: string;
    readonly cwe: string | null;
    readonly dimension: Dimension | null;
    readonly extra?: Readonly<Record<string, unknown>>;
}
export declare const confidenceOf: (word: string | null) => number;
/** The first sentence, short enough for a list. */
export declare function toTitle(message: string): string;
/** Meaning of a security hit by its weakness; a weakness that is not in our table keeps the tool's own words. */
export declare function meanByWeakness(hit: ToolHit, severity: Severity): Meaning;
/** A finding at the hit's lines, or null where the file has no such line. */
export declare function toFinding(tool: string, hit: ToolHit, file: SourceFile, meaning: Meaning): AnalyzerFinding | null;
export declare const compareFindings: (a: AnalyzerFinding, b: AnalyzerFinding) => number;
