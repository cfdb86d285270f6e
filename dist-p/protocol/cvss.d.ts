/** Base score of a CVSS 3 vector by the published formula, and the severity of a score (FACT-12). Never throws. */
import type { Severity } from './severity.ts';
export declare function severityOfScore(score: number): Severity;
/** Score of `CVSS:3.0/…` or `CVSS:3.1/…`; null for anything else. */
export declare function scoreCvss(vector: string): number | null;
