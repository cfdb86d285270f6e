/**
 * What analyzers find in test code: nobody outside reaches it, so it informs and does not block. Credentials leak from
 * tests as from anywhere else and stay a step higher. The severity of the rule stays in `extra.rule_severity`.
 */
import type { AnalyzerFinding } from '../../ports/analyzer.ts';
import { compareSeverity, type Severity } from '../../protocol/findings/severity.ts';
import { isTestPath, isTestSuite } from '../../protocol/source/test-path.ts';

export function softenInTests(finding: AnalyzerFinding): AnalyzerFinding {
  if (!isTestPath(finding.file)) return finding;
  const most: Severity = finding.category === 'secrets' ? 'MEDIUM' : 'LOW';
  if (compareSeverity(finding.severity, most) >= 0) return finding;
  return { ...finding, severity: most, extra: { ...finding.extra, test_code: true, rule_severity: finding.severity } };
}

const IN_TESTS = 'test code: nobody outside reaches it';

/** Why a flow in the tests themselves does not stand: what they send, they send to themselves. Null for all else. */
export const refuteInTests = ({ file, flow, dimension }: AnalyzerFinding): string | null =>
  flow !== null && dimension !== 'D7' && isTestSuite(file) ? IN_TESTS : null;
