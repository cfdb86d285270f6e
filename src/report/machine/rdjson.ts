/**
 * Formats the findings in the Reviewdog Diagnostic Format (`-f rdjson`), with repairs as suggestions. reviewdog chooses the lines of a
 * change itself, so older findings are in it; suppressed ones are INFO and say why. Loaded by formats.ts.
 */
import { type Repair, readRepair } from '../../protocol/findings/repair.ts';
import type { Severity } from '../../protocol/findings/severity.ts';
import { groupProblems } from '../../protocol/report/problems.ts';
import type { ReportDocument, ReportFinding } from '../../protocol/report/report-document.ts';
import { writeJson } from '../json-writer.ts';
import { ruleIdOf } from '../sarif/sarif-rules.ts';
import { isListed, toPath, writeListed } from './finding-facts.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = {
  CRITICAL: 'ERROR',
  HIGH: 'ERROR',
  MEDIUM: 'WARNING',
  LOW: 'INFO',
};

export const formatRdjson = ({ findings }: ReportDocument): string =>
  writeJson({
    source: { name: 'consensus-review' },
    diagnostics: groupProblems(findings.filter(isListed)).flatMap((problem) => problem.findings.map(toDiagnostic)),
  });

function toDiagnostic(finding: ReportFinding): object {
  const url = finding.references.find((reference) => /^https:\/\/[^\s<>"{}|\\^`]+$/u.test(reference));
  return {
    message: writeListed(finding).toWellFormed(),
    location: {
      path: toPath(finding.file),
      range: { start: { line: finding.line }, end: { line: Math.max(finding.line, finding.end_line) } },
    },
    severity: finding.status === 'suppressed' ? 'INFO' : SEVERITIES[finding.severity],
    code: { value: ruleIdOf(finding), ...(url === undefined ? {} : { url }) },
    ...suggest(finding),
  };
}

/** Columns of reviewdog count bytes of UTF-8. */
function toPosition({ edits, before }: Repair, line: number, column: number): object {
  const first = Math.min(...edits.map((edit) => edit.line));
  const text = before.split('\n')[line - first] ?? '';
  return { line, column: new TextEncoder().encode(text.slice(0, column - 1)).length + 1 };
}

/** Mechanical repairs, which a code host shows as suggestions. */
function suggest(finding: ReportFinding): object {
  const repair = readRepair(finding);
  if (repair === null || finding.status === 'suppressed') return {};
  return {
    suggestions: repair.edits.map(({ line, column, end_line, end_column, text }) => ({
      range: { start: toPosition(repair, line, column), end: toPosition(repair, end_line, end_column) },
      text: text.toWellFormed(),
    })),
  };
}
