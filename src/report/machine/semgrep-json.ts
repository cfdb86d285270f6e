/**
 * Formats the findings as `semgrep scan --json` does (`-f semgrep-json`), for programs that compare tools. Columns and offsets are
 * those of whole lines; `extra.is_ignored` marks suppressed findings, rejected ones are left out, `errors` says what was not reviewed.
 * Loaded by formats.ts.
 */
import type { Severity } from '../../protocol/findings/severity.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { writeJson } from '../json-writer.ts';
import { summarize } from '../overview.ts';
import { toLine } from '../plain-text.ts';
import { ruleIdOf } from '../sarif/sarif-rules.ts';
import { explainAside, isListed, toPath, writeMessage } from './finding-facts.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  CRITICAL: 'ERROR',
  HIGH: 'ERROR',
  MEDIUM: 'WARNING',
  LOW: 'INFO',
};
const SURE = 0.8;
const LIKELY = 0.5;
const nameConfidence = (confidence: number): string =>
  confidence >= SURE ? 'HIGH' : confidence >= LIKELY ? 'MEDIUM' : 'LOW';

export function formatSemgrepJson(
  report: ReportDocument,
  { toolVersion = '0.0.0' }: { toolVersion?: string } = {},
): string {
  const { unreviewed } = summarize(report);
  return writeJson({
    version: toolVersion,
    results: report.findings.filter(isListed).map(toResult),
    errors: unreviewed.map(({ path, reason }) => ({
      code: 3,
      level: 'warn',
      type: 'Not reviewed',
      path: toPath(path),
      message: toLine(`not reviewed: ${reason}`),
    })),
    paths: {
      scanned: report.coverage.files.filter(({ status }) => status !== 'skipped').map(({ path }) => toPath(path)),
      skipped: unreviewed.map(({ path, reason }) => ({ path: toPath(path), reason: toLine(reason) })),
    },
  });
}

const toResult = (finding: ReportFinding): object => ({
  check_id: ruleIdOf(finding),
  path: toPath(finding.file),
  start: { line: finding.line, col: 1, offset: 0 },
  end: { line: Math.max(finding.line, finding.end_line), col: 1, offset: 0 },
  extra: {
    message: writeMessage(finding).toWellFormed(),
    severity: SEVERITIES[finding.severity],
    fingerprint: finding.fingerprint,
    lines: finding.evidence?.toWellFormed() ?? '',
    is_ignored: finding.status === 'suppressed',
    metadata: {
      id: finding.id,
      category: finding.category,
      status: finding.status,
      confidence: nameConfidence(finding.confidence),
      ...(finding.cwe === null ? {} : { cwe: [finding.cwe] }),
      ...(finding.dimension === null ? {} : { dimension: finding.dimension }),
      references: finding.references,
      ...(explainAside(finding) === null ? {} : { not_counted_because: explainAside(finding) }),
    },
  },
});
