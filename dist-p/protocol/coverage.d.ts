/** How much of a scope was looked at: percent, weight of findings, and delivered lines (REV-10, REV-14, HOST-10). */
import type { LineRange } from './finding.ts';
/** Rounded, but never 100 while something was skipped; 100 where there was nothing to do. */
export declare function coveragePercent(reviewed: number, skipped: number): number;
/** What a finding of an agent counts in ranking and agreement; never in severity, veto or presence. */
export declare const coverageWeight: (reviewed: number, skipped: number) => number;
/** The same lines in ascending ranges that neither touch nor overlap; empty and inverted ranges vanish. */
export declare function mergeRanges(ranges: readonly LineRange[]): readonly LineRange[];
/** Whether every needed line was delivered, in however many pieces and waves. */
export declare function isCovered(delivered: readonly LineRange[], needed: readonly LineRange[]): boolean;
