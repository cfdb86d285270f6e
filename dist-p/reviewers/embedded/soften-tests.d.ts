/**
 * What analyzers find in test code: nobody outside reaches it, so it informs and does not block. Credentials leak from
 * tests as from anywhere else and stay a step higher. The severity of the rule stays in `extra.rule_severity`.
 */
import type { AnalyzerFinding } from '../../ports.ts';
export declare function softenInTests(finding: AnalyzerFinding): AnalyzerFinding;
