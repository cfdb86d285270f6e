/**
 * The report for people at a terminal (FACT-15): verdict first, then who found how much, what to fix, what nobody looked
 * at, and how to go on. A pure function of the report; nothing of the reviewed repository reaches the terminal raw.
 */

import { DIMENSION_PROFILES, DIMENSIONS } from '../../protocol/findings/dimension.ts';
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { describeCounts, describeNothing, NO_VERDICT, type Overview, summarize } from '../overview.ts';
import { toLine } from '../plain-text.ts';
import {
  writeAgents,
  writeAuditSummary,
  writeCells,
  writeChains,
  writeControls,
  writeCoverageMatrix,
  writeLimitations,
  writePathScores,
  writeRounds,
  writeSemgrep,
  writeStatistics,
} from './audit-terminal.ts';
import { paintVerdict } from './style.ts';
import {
  writeAgentTable,
  writeIgnoredPaths,
  writeScope,
  writeSuggestions,
  writeUnreviewed,
  writeWaves,
} from './terminal-coverage.ts';
import { writeFindings, writeFixFirst } from './terminal-findings.ts';
import {
  createPage,
  INDENT,
  joinSections,
  type Page,
  plural,
  type Section,
  type TerminalOptions,
  withTitle,
  writeProse,
} from './terminal-page.ts';

const TRACE_LINES = 3;

export function formatTerminal(report: ReportDocument, options: TerminalOptions): string {
  const page = createPage(options);
  const overview = summarize(report);
  if (report.audit !== null) return joinSections(writeAudit(page, report, report.audit, overview));
  return joinSections([
    [page.style.bold(`═══ Consensus Review: ${toLine(report.scope.selection)} ═══`)],
    writeVerdict(page, report, overview),
    writeWarnings(page, report),
    writeFixFirst(page, overview),
    writeAgentTable(page, overview),
    ...writeFindings(page, overview),
    writeChains(page, report),
    writeDimensions(page, report),
    writeTruncation(page, report),
    writeUnreviewed(page, overview),
    writeIgnoredPaths(page, report),
    writeWaves(page, report, overview),
    writeScope(page, report, overview),
    writeSuggestions(page, report),
  ]);
}

const writeAudit = (
  page: Page,
  report: ReportDocument,
  audit: AuditDocument,
  overview: Overview,
): readonly Section[] => [
  [page.style.bold(`═══ Security Audit (${audit.mode}): ${toLine(report.scope.selection)} ═══`)],
  writeVerdict(page, report, overview),
  writeWarnings(page, { ...report, notes: [] }),
  writeAuditSummary(page, report),
  writeFixFirst(page, overview),
  writeStatistics(page, report),
  ...writeFindings(page, overview, audit),
  writeChains(page, report),
  writePathScores(page, report),
  writeCoverageMatrix(page, report),
  writeCells(page, report),
  writeRounds(page, report),
  writeAgents(page, audit),
  writeControls(page, audit),
  writeSemgrep(page, report),
  writeTruncation(page, report),
  writeLimitations(page, audit),
  writeScope(page, report, overview),
  writeSuggestions(page, report),
];

function writeVerdict(page: Page, report: ReportDocument, overview: Overview): Section {
  const state = report.complete ? 'complete' : page.style.yellow('incomplete');
  const counts = describeCounts(overview.total.counts) ?? describeNothing(overview.total);
  const trace = page.verbose ? report.verdict_trace : report.verdict_trace.slice(0, TRACE_LINES);
  const rest = report.verdict_trace.length - trace.length;
  return [
    `${paintVerdict(page.style, report.verdict, overview.total.isUnseen ? NO_VERDICT : report.verdict)} · ${state} · ${counts}`,
    ...trace.flatMap((line) => writeProse(page, line, INDENT, INDENT)).map((line) => page.style.dim(line)),
    ...(rest > 0 ? [page.style.dim(`${INDENT}… ${plural(rest, 'more reason')}; --verbose shows all`)] : []),
  ];
}

const writeWarnings = (page: Page, { warnings, notes }: ReportDocument): Section => [
  ...warnings.flatMap((warning) => writeProse(page, warning, '', '   ')).map((line) => page.style.yellow(line)),
  ...notes.flatMap((note) => writeProse(page, note, '   ')),
];

function writeDimensions(page: Page, { coverage }: ReportDocument): Section {
  const lines = DIMENSIONS.flatMap((dimension) => {
    const mark = coverage.dimensions[dimension];
    if (mark === undefined) return [];
    const verdict = mark === '✅' || mark === 'N/A' ? '' : ': not met';
    return [`${INDENT}${mark} ${dimension} ${DIMENSION_PROFILES[dimension].name}${verdict}`];
  });
  const state = coverage.met ? 'met' : 'not met';
  return withTitle(page, `Dimensions: ${Math.floor(coverage.ratio * 100)}% covered, ${state}`, lines);
}

function writeTruncation(page: Page, { truncation }: ReportDocument): Section {
  const { agents, coverage_gaps, unrecovered_findings, needs_reaudit } = truncation;
  if (agents.length === 0 && needs_reaudit.length === 0 && unrecovered_findings === 0) return [];
  return withTitle(page, 'Cut off', [
    ...agents.flatMap((agent) =>
      writeProse(page, `${agent.agent}: ${agent.severity} truncation, ${agent.recovery}`, INDENT),
    ),
    ...(coverage_gaps.length > 0
      ? writeProse(page, `Coverage gaps that truncation may have caused: ${coverage_gaps.join(', ')}`, INDENT, INDENT)
      : []),
    `${INDENT}${plural(unrecovered_findings, 'finding')} could not be recovered`,
    ...needs_reaudit.flatMap(({ agent, id, file }) =>
      writeProse(page, `${id} of ${agent}${file === null ? '' : ` in ${file}`} needs another look`, INDENT, INDENT),
    ),
  ]);
}
