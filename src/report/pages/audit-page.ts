/**
 * Builds the page of blocks for the report of an audit, with the sections of FACT-11 in their order. Loaded by report/formats.ts for
 * the formats `terminal` and `markdown`.
 */
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { describeCheck } from '../audit-checks.ts';
import { type Page, title } from '../blocks.ts';
import { summarize } from '../overview.ts';
import { writeChains } from './attack-chains.ts';
import {
  writeAuditAgents,
  writeAuditSummary,
  writeCells,
  writeControls,
  writeCoverageMatrix,
  writeLimitations,
  writeLog,
  writePathScores,
  writeRounds,
  writeSemgrep,
  writeStatistics,
} from './audit-parts.ts';
import { listFixFirst, writeFindings } from './findings.ts';
import {
  writeClosing,
  writeScope,
  writeSuggestions,
  writeTruncation,
  writeVerdict,
  writeWarnings,
} from './report-parts.ts';

type AuditReport = ReportDocument & { readonly audit: AuditDocument };

/** With `isFull`, every finding is shown in full; else what needs a decision. */
export function buildAuditPage(report: AuditReport, isFull = false): Page {
  const overview = summarize(report);
  return [
    ...title([`Security Audit (${report.audit.mode}): `, report.scope.selection]),
    ...writeVerdict(report, overview),
    ...writeWarnings(report, []),
    ...writeAuditSummary(report, listFixFirst(overview)),
    ...writeStatistics(report),
    ...writeCoverageMatrix(report),
    ...writeFindings(overview, {
      title: `Vulnerability Details: ${overview.counted.length}`,
      checkOf: (finding) => describeCheck(report.audit, finding),
      isFull,
    }),
    ...writeTruncation(report),
    ...writeLimitations(report.audit),
    ...writeControls(report.audit),
    ...writeSemgrep(report, report.audit),
    ...writeChains(report),
    ...writePathScores(report),
    ...writeRounds(report),
    ...writeCells(report),
    ...writeAuditAgents(report.audit),
    ...writeLog(report.audit),
    ...writeScope(report, overview),
    ...writeClosing(report, overview),
    ...writeSuggestions(report),
  ];
}
