/**
 * What analyzers find in test code: nobody outside reaches it, so it informs and does not block. Credentials leak from
 * tests as from anywhere else and stay a step higher.
 */
import type { AnalyzerFinding } from '../../ports.ts';
import { compareSeverity, type Severity } from '../../protocol/severity.ts';
import { isTestPath } from '../../protocol/test-path.ts';

export function softenInTests(finding: AnalyzerFinding): AnalyzerFinding {
  if (!isTestPath(finding.file)) return finding;
  const most: Severity = finding.category === 'secrets' ? 'MEDIUM' : 'LOW';
  return compareSeverity(finding.severity, most) < 0 ? { ...finding, severity: most } : finding;
}
