/**
 * Lowers the severity of findings in test code, which nobody outside reaches: to LOW, credentials to MEDIUM; the severity of the rule
 * stays in `extra.rule_severity`. Also says which data flows in tests are refuted altogether. Called by embedded-driver.ts.
 */
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import { compareSeverity, isSeverity, type Severity } from '../../protocol/findings/severity.ts';
import { isTestPath, isTestSuite } from '../../protocol/source/test-path.ts';

/** What the product reaches (reached-tests.ts) is not softened. */
export function softenInTests(finding: AnalyzerFinding, isReached: boolean | null = false): AnalyzerFinding {
  if (!isTestPath(finding.file)) return finding;
  if (isReached === true && isFlowInTests(finding)) return restore(finding);
  const most: Severity = finding.category === 'secrets' ? 'MEDIUM' : 'LOW';
  if (compareSeverity(finding.severity, most) >= 0) return finding;
  return { ...finding, severity: most, extra: { ...finding.extra, test_code: true, rule_severity: finding.severity } };
}

/** As grave as its rule says, where the analyzer has softened it already. */
function restore(finding: AnalyzerFinding): AnalyzerFinding {
  const { rule_severity: severity, ...extra } = finding.extra;
  return isSeverity(severity) ? { ...finding, severity, extra } : finding;
}

const IN_TESTS = 'test code: nobody outside reaches it';

/** A flow in the tests themselves: what they send, they send to themselves. */
export const isFlowInTests = ({ file, flow, dimension }: AnalyzerFinding): boolean =>
  flow !== null && dimension !== 'D7' && isTestSuite(file);

/** Why such a flow does not stand, where surely nothing of the product reaches the file. Null for all else. */
export const refuteInTests = (finding: AnalyzerFinding, isReached: boolean | null): string | null =>
  isReached === false && isFlowInTests(finding) ? IN_TESTS : null;
