/**
 * Lenient reading of the reviewer JSON: single findings and the fields around them (REV-07, REV-11, OUTPUT-06..09).
 * Takes what is there in any spelling it knows, says what was missing, and never makes up a value.
 */
import { type AgentClaims } from './agent-claims.ts';
import { type Dimension } from './dimension.ts';
import { type ClaimedFinding } from './finding.ts';
import type { Verdict } from './report-document.ts';
import { type Severity } from './severity.ts';
export declare const CUTOFF_REASONS: readonly ["budget", "truncated", "timeout", "error", "aborted"];
export type JsonRecord = Readonly<Record<string, unknown>>;
export type FindingReading = {
    readonly kind: 'finding';
    readonly finding: ClaimedFinding;
} | {
    readonly kind: 'unusable';
    readonly id: string | null;
    readonly file: string | null;
    readonly reason: string;
};
export declare const isRecord: (value: unknown) => value is JsonRecord;
export declare const readText: (value: unknown) => string | null;
/** False for placeholders such as `…`. */
export declare const hasWords: (text: string) => boolean;
export declare const readTexts: (value: unknown) => readonly string[];
export declare function readCount(value: unknown): number | null;
export declare function readSeverity(value: unknown): Severity | null;
export declare function readCwe(value: unknown): string | null;
export declare function readConfidence(value: unknown): number | null;
export declare function readDimension(value: unknown): Dimension | null;
/** One element of `findings`. It needs a severity and words; a place it may lack, and the host decides about that. */
export declare function readFinding(value: unknown): FindingReading;
/** Verdict in either vocabulary; an exercised veto outranks the word (REV-11). */
export declare function readVerdict(said: JsonRecord): Verdict | null;
/** The fields around `findings`. */
export declare function readClaims(said: JsonRecord): AgentClaims;
/** The seven fields every reviewer output has (OUTPUT-01). */
export declare const BASE_FIELDS: readonly ['agent', 'partial', 'cutoff_reason', 'files_reviewed', 'files_skipped', 'findings', 'verdict'];
/** Fields around `findings` whose value is a list or an object. */
export declare const LIST_CLAIM_FIELDS: ReadonlySet<string>;
/** All fields around `findings` that are read; the rest is passed over. */
export declare const CLAIM_FIELDS: ReadonlySet<string>;
