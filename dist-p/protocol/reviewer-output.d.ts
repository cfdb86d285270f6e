/**
 * The reviewer JSON on the wire: the strict schema of what we emit, its writer, and a lenient loader that fills gaps from
 * the host's own ledger and says so (OUTPUT-01..10, REV-07, REV-08, REV-11, REV-16).
 */
import { z } from 'zod';
import type { ClaimedFinding } from './finding.ts';
import type { CutoffReason, Mode, Verdict } from './report-document.ts';
import { type JsonRecord } from './reviewer-claims.ts';
/** A finding with a place; findings the host has accepted and those of analyzers are such. */
export interface PlacedFinding extends Omit<ClaimedFinding, 'file' | 'line' | 'rule'> {
    readonly file: string;
    readonly line: number;
}
/** What one reviewer brought in one wave, in the host's figures. */
export interface ReviewerOutput {
    readonly agent: string;
    readonly partial: boolean;
    readonly cutoffReason: CutoffReason | null;
    readonly mode: Mode;
    readonly usedTokens: number;
    readonly budgetTokens: number;
    readonly filesReviewed: number;
    readonly skippedFiles: readonly string[];
    /** MEDIUM and LOW findings left out after the switch to high-severity mode. */
    readonly skippedMedium: number;
    readonly skippedLow: number;
    readonly findings: readonly PlacedFinding[];
    readonly verdict: Verdict;
    readonly vetoReasons: readonly string[];
}
declare const base: z.ZodObject<{
    agent: z.ZodString;
    partial: z.ZodBoolean;
    cutoff_reason: z.ZodNullable<z.ZodEnum<{
        aborted: "aborted";
        budget: "budget";
        error: "error";
        timeout: "timeout";
        truncated: "truncated";
    }>>;
    files_reviewed: z.ZodInt;
    files_skipped: z.ZodInt;
    findings: z.ZodArray<z.ZodUnion<readonly [z.ZodObject<{
        severity: z.ZodEnum<{
            CRITICAL: "CRITICAL";
            HIGH: "HIGH";
            LOW: "LOW";
            MEDIUM: "MEDIUM";
        }>;
        category: z.ZodString;
        file: z.ZodString;
        line: z.ZodInt;
        evidence: z.ZodString;
        issue: z.ZodString;
        recommendation: z.ZodString;
        cwe: z.ZodNullable<z.ZodString>;
        references: z.ZodArray<z.ZodString>;
    }, z.core.$loose>, z.ZodObject<{
        severity: z.ZodEnum<{
            CRITICAL: "CRITICAL";
            HIGH: "HIGH";
            LOW: "LOW";
            MEDIUM: "MEDIUM";
        }>;
        category: z.ZodString;
        location: z.ZodString;
        issue: z.ZodString;
        recommendation: z.ZodString;
    }, z.core.$loose>]>>;
    verdict: z.ZodEnum<{
        OK: "OK";
        VETO: "VETO";
        WARN: "WARN";
    }>;
    veto_reasons: z.ZodArray<z.ZodString>;
}, z.core.$loose>;
export type ReviewerOutputReading = {
    readonly kind: 'valid';
    readonly output: z.infer<typeof base>;
} | {
    readonly kind: 'invalid';
    readonly errors: readonly string[];
};
/** Strict: what we emit and nothing looser. Never throws. */
export declare function parseReviewerOutput(value: unknown): ReviewerOutputReading;
/** The wire object; its keys are in the order of the samples. */
export declare function formatReviewerOutput(output: ReviewerOutput): JsonRecord;
/** The verdict of an agent that gave none (HOST-06, REV-07). */
export declare function deriveVerdict(findings: readonly Pick<ClaimedFinding, 'severity'>[], vetoReasons: readonly string[]): Verdict;
/** The host's own figures for what an agent left out. */
export interface ReviewerLedger {
    readonly agent: string;
    readonly partial: boolean;
    readonly cutoffReason: CutoffReason | null;
    readonly filesReviewed: number;
    readonly skippedFiles: readonly string[];
    readonly mode: Mode;
    readonly usedTokens: number;
    readonly budgetTokens: number;
}
export interface LoadedReviewerOutput extends Omit<ReviewerOutput, 'findings'> {
    readonly findings: readonly ClaimedFinding[];
    /** What the ledger had to fill, and what could not be read. */
    readonly warnings: readonly string[];
}
/** Lenient: takes what is there and fills the rest from the ledger. Null where it is no object at all. */
export declare function loadReviewerOutput(value: unknown, ledger: ReviewerLedger): LoadedReviewerOutput | null;
export {};
