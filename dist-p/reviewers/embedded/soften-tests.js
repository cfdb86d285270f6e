import { compareSeverity } from '../../protocol/severity.js';
import { isTestPath } from '../../protocol/test-path.js';
export function softenInTests(finding) {
    if (!isTestPath(finding.file))
        return finding;
    const most = finding.category === 'secrets' ? 'MEDIUM' : 'LOW';
    if (compareSeverity(finding.severity, most) >= 0)
        return finding;
    return { ...finding, severity: most, extra: { ...finding.extra, test_code: true, rule_severity: finding.severity } };
}
