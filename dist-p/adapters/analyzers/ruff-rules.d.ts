/**
 * Which rules of ruff speak, for whom, how loud and in which words: our selection, whatever the reviewed project configures.
 * Security rules of ruff that name a call alone are left out where our own pack follows the data (see docs).
 */
import type { Dimension } from '../../protocol/dimension.ts';
import type { CONFIDENCE } from '../../protocol/finding.ts';
import type { Severity } from '../../protocol/severity.ts';
export interface RuffRule {
    readonly code: string;
    readonly reviewer: 'security-reviewer' | 'python-reviewer';
    readonly category: string;
    readonly severity: Severity;
    readonly confidence: keyof typeof CONFIDENCE;
    readonly cwe: string | null;
    readonly dimension: Dimension | null;
    readonly title: string;
    readonly message: string;
    readonly fix: string;
    /** Texts in which the rule cannot know. */
    readonly unless?: RegExp;
}
export declare const RUFF_RULES: ReadonlyMap<string, RuffRule>;
