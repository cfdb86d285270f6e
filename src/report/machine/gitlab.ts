/**
 * Formats the findings as a GitLab Code Quality report (`-f gitlab`). GitLab compares two such reports itself, so older findings are
 * in it; suppressed ones are `info` and say why. The format has no place for what was not reviewed. Loaded by formats.ts.
 */
import type { Severity } from '../../protocol/findings/severity.ts';
import { groupProblems } from '../../protocol/report/problems.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { writeJson } from '../json-writer.ts';
import { ruleIdOf } from '../sarif/sarif-rules.ts';
import { isListed, toPath, writeListed } from './finding-facts.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  CRITICAL: 'blocker',
  HIGH: 'critical',
  MEDIUM: 'major',
  LOW: 'minor',
};

export function formatGitlab({ findings }: ReportDocument): string {
  const seen = new Map<string, number>();
  const listed = groupProblems(findings.filter(isListed)).flatMap((problem) => problem.findings);
  return writeJson(listed.map((finding) => toIssue(finding, seen)));
}

const toIssue = (finding: ReportFinding, seen: Map<string, number>): object => ({
  description: writeListed(finding).toWellFormed(),
  check_name: ruleIdOf(finding),
  fingerprint: makeUnique(finding.fingerprint, seen),
  severity: finding.status === 'suppressed' ? 'info' : SEVERITIES[finding.severity],
  location: {
    path: toPath(finding.file),
    lines: { begin: finding.line, end: Math.max(finding.line, finding.end_line) },
  },
});

/** GitLab takes two issues with one fingerprint for the same. */
function makeUnique(fingerprint: string, seen: Map<string, number>): string {
  const times = (seen.get(fingerprint) ?? 0) + 1;
  seen.set(fingerprint, times);
  return times === 1 ? fingerprint : `${fingerprint}-${times}`;
}
