/**
 * Weaknesses that mean the same to a reader, under one number. External tools name children and parents of the CWE that our
 * own rules use; brought to the family's number, two tools on one line are one finding. Also says what a family is about.
 */
import type { Dimension } from './dimension.ts';
export interface CweFamily {
    /** The number our own rules use. */
    readonly cwe: string;
    readonly dimension: Dimension;
    /** Category of security-reviewer (FACT-12). */
    readonly category: string;
    readonly title: string;
    readonly why: string;
    readonly fix: string;
}
/** Reads `CWE-78`, `cwe-078`, `78`; null for anything else. */
export declare function normalizeCwe(text: string): string | null;
/** The family a weakness belongs to, or null where we have none. */
export declare const findCweFamily: (cwe: string | null) => CweFamily | null;
