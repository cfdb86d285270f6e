/**
 * The report as a page (FACT-15): verdict first, then who found how much, what to fix, what nobody looked at, and how to go
 * on. The page of an audit has the sections of FACT-11 in their order.
 */
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { type Page, section, title } from '../blocks.ts';
import { type Overview, summarize } from '../overview.ts';
import {
  writeAuditAgents,
  writeAuditSummary,
  writeCells,
  writeChains,
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
  tabulateAgents,
  writeDimensions,
  writeMatrix,
  writeRows,
  writeScope,
  writeSuggestions,
  writeTruncation,
  writeUnreviewed,
  writeVerdict,
  writeWarnings,
} from './report-parts.ts';

/** With `isFull`, findings of low severity are shown as the others are. */
export function buildReportPage(report: ReportDocument, isFull = false): Page {
  const overview = summarize(report);
  return report.audit === null
    ? buildReview(report, overview, isFull)
    : buildAudit({ ...report, audit: report.audit }, overview, isFull);
}

const buildReview = (report: ReportDocument, overview: Overview, isFull: boolean): Page => [
  ...title(['Consensus Review: ', report.scope.selection]),
  ...writeVerdict(report, overview),
  ...writeWarnings(report, report.notes),
  ...section('Fix first', listFixFirst(overview)),
  ...section('Reviewers', tabulateAgents(overview)),
  ...writeFindings(overview, { title: `Findings (${overview.counted.length})`, audit: null, isFull }),
  ...writeChains(report),
  ...writeDimensions(report),
  ...writeTruncation(report),
  ...writeUnreviewed(overview),
  ...writeMatrix(report, overview),
  ...writeRows(report, overview),
  ...writeScope(report, overview),
  ...writeSuggestions(report),
];

const buildAudit = (
  report: ReportDocument & { readonly audit: AuditDocument },
  overview: Overview,
  isFull: boolean,
): Page => [
  ...title([`Security Audit (${report.audit.mode}): `, report.scope.selection]),
  ...writeVerdict(report, overview),
  ...writeWarnings(report, []),
  ...writeAuditSummary(report, listFixFirst(overview)),
  ...writeStatistics(report),
  ...writeCoverageMatrix(report),
  ...writeFindings(overview, {
    title: `Vulnerability Details: ${overview.counted.length}`,
    audit: report.audit,
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
  ...writeSuggestions(report),
];
