/**
 * How a later round must behave, enforced by the host on its own records and not on what the prompt could hold
 * (TRANSFER-11..15, TURNS-03, AUD-09, AUD-13, HOST-12). Every refusal says why.
 */
import { type Dimension } from './dimension.ts';
import type { LineRange } from './finding.ts';
import type { AuditHistory } from './state-transfer.ts';
/** Lines around a false positive that count as the same place. */
export declare const FALSE_POSITIVE_REACH_LINES = 5;
/** The history prepared for many questions. */
export interface HistoryIndex {
    readonly round: number;
    readonly emergency: boolean;
    readonly gaps: ReadonlySet<Dimension>;
    readonly filesRead: ReadonlySet<string>;
    readonly hotspotFiles: ReadonlySet<string>;
    readonly findingIds: ReadonlySet<string>;
    /** Scopes already searched, by pattern. */
    readonly searchedScopes: ReadonlyMap<string, ReadonlySet<string>>;
    /** Sorted lines of false positives, by file. */
    readonly falsePositiveLines: ReadonlyMap<string, readonly number[]>;
    /** Clean files that are to be left alone: the sample is not among them. */
    readonly cleanFiles: ReadonlySet<string>;
    /** Clean files that are looked at again (HOST-12). */
    readonly cleanSample: ReadonlySet<string>;
}
export interface IndexedRound {
    readonly round: number;
    readonly emergency?: boolean;
    /** Decides which clean files are looked at again. */
    readonly seed: string;
}
export declare function indexHistory(history: AuditHistory, { round, emergency, seed }: IndexedRound): HistoryIndex;
export type Permission = {
    readonly kind: 'allowed';
    readonly reread: boolean;
} | {
    readonly kind: 'refused';
    readonly reason: string;
};
export interface ReadRequest {
    readonly file: string;
    /** Null = the whole file. */
    readonly range: LineRange | null;
    /** The dimension the reading is for, as named by the agent. */
    readonly dimension: Dimension | null;
    /** Something found in this round points to the file. */
    readonly newEvidence?: boolean;
}
/**
 * A file is read once, except hotspots, the sample of clean files, clean files that something new points to, and line ranges
 * for a dimension that is still a gap.
 */
export declare function judgeRead(index: HistoryIndex, { file, range, dimension, newEvidence }: ReadRequest): Permission;
export interface SearchRequest {
    readonly pattern: string;
    readonly scope: string;
    /** Id of a known finding or file of a hotspot whose flow is followed; null = a search for something new. */
    readonly traces: string | null;
    /** The dimension the search is for, as named by the agent. */
    readonly dimension?: Dimension | null;
    /** Something found in this round points to the scope. */
    readonly newEvidence?: boolean;
}
/**
 * No search is repeated unless its scope is narrower, none is made in a clean file alone unless something new or a gap asks
 * for it, and the attack-chain round only follows what is known.
 */
export declare function judgeSearch(index: HistoryIndex, { pattern, scope, traces, dimension, newEvidence }: SearchRequest): Permission;
/** Whether a clean file is left alone: nothing found since points to it, and no analyzer has hit it (TRANSFER-14). */
export declare const isSkippedFile: (index: HistoryIndex, file: string, newEvidence: boolean) => boolean;
/** Whether a place is a known false positive: the same file, at most five lines away. */
export declare function isKnownFalsePositive(index: HistoryIndex, file: string, lines: LineRange): boolean;
export interface NewPlace {
    readonly file: string;
    readonly lines: LineRange;
    /** Said by an analyzer: no false positive ever hides that (HOST-12). */
    readonly isAnalyzers: boolean;
}
/** Whether a new finding is flagged and not counted: it lies where an earlier round found nothing (TRANSFER-15). */
export declare const isRuledOut: (index: HistoryIndex, { file, lines, isAnalyzers }: NewPlace) => boolean;
/** Gaps first, in the order D1..D10; then the rest. */
export declare function orderDimensions(dimensions: readonly Dimension[], gaps: readonly Dimension[]): readonly Dimension[];
/** A tenth of the clean files, rounded up, is looked at again. */
export declare const sampleCleanFiles: (files: readonly string[], seed: string) => readonly string[];
