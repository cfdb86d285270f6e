/** The parts of a terminal report that only an audit has (FACT-11). */
import type { AuditDocument } from '../protocol/audit-document.ts';
import type { ReportDocument } from '../protocol/report-document.ts';
import {
  countOutcomes,
  describeCandidates,
  describeCells,
  groupCandidates,
  listDimensionRows,
  listRoundLines,
  summarizeAudit,
} from './audit-overview.ts';
import { cutText, padEnd, toLine } from './plain-text.ts';
import { paintSeverity } from './style.ts';
import { alignRows, capLines, INDENT, type Page, type Section, withTitle, writeProse } from './terminal-page.ts';

const LISTED_ENDPOINTS = 12;
const LISTED_PATHS = 10;

export const writeAuditSummary = (page: Page, report: ReportDocument): Section =>
  writeProse(page, summarizeAudit(report), '');

export function writeStatistics(page: Page, report: ReportDocument): Section {
  const rows = countOutcomes(report).filter(({ counts }) => Object.values(counts).some((count) => count > 0));
  if (rows.length === 0) return [];
  const head = ['Findings', 'confirmed', 'manual', 'unverified', 'rejected'];
  const lines = alignRows([
    head,
    ...rows.map(({ severity, counts }) => [severity, ...Object.values(counts).map(String)]),
  ]);
  return lines.map((line, i) => {
    const severity = rows[i - 1]?.severity;
    if (severity === undefined) return page.style.bold(`${INDENT}${line}`);
    return `${INDENT}${line.replace(severity, paintSeverity(page.style, severity, severity))}`;
  });
}

/** Marks are two columns wide, N/A is three. */
const padMark = (mark: string): string => (mark === 'N/A' ? 'N/A' : `${mark} `);

export function writeCoverageMatrix(page: Page, report: ReportDocument): Section {
  const rows = listDimensionRows(report);
  const nameWidth = Math.max(...rows.map(({ name }) => name.length));
  const state = `${Math.floor(report.coverage.ratio * 100)}% covered, ${report.coverage.met ? 'met' : 'not met'}`;
  return withTitle(
    page,
    `Coverage matrix: ${state}`,
    rows.map((row) => {
      const open = row.mark === '✅' || row.mark === 'N/A' ? '' : page.style.yellow('  not met');
      const claimed = row.claimed === null ? '' : page.style.dim(`  (${row.claimed})`);
      return `${INDENT}${padMark(row.mark)} ${padEnd(row.dimension, 3)} ${padEnd(row.name, nameWidth)}  ${page.style.dim(describeCells(row))}${open}${claimed}`;
    }),
  );
}

export const writeRounds = (page: Page, report: ReportDocument): Section =>
  withTitle(
    page,
    'Rounds',
    listRoundLines(report).flatMap(({ name, agents, findings, gaps, decision }) =>
      writeProse(page, `${name}: ${agents} agents, ${findings} findings, gaps ${gaps} → ${decision}`, INDENT, INDENT),
    ),
  );

export const writeLimitations = (page: Page, { limitations }: AuditDocument): Section =>
  withTitle(
    page,
    'Limitations',
    limitations.flatMap((line) => writeProse(page, `- ${line}`, INDENT, '  ')),
  );

export function writeControls(
  page: Page,
  { control_evidence: evidence, permission_matrix: matrix }: AuditDocument,
): Section {
  const open = matrix.filter(({ sensitive, guards }) => sensitive && guards.length === 0);
  return withTitle(page, 'Controls', [
    ...evidence.flatMap(({ dimension, lines }) => lines.map((line) => `${INDENT}${dimension} ${toLine(line)}`)),
    ...(matrix.length === 0
      ? []
      : [
          `${INDENT}${matrix.length} endpoints, ${matrix.filter(({ verified }) => verified).length} verified, ${open.length} sensitive ones without a guard`,
        ]),
    ...capLines(
      page,
      open.map(
        ({ endpoint, place }) =>
          `${INDENT}${INDENT}${page.style.cyan(toLine(place))}  ${cutText(toLine(endpoint), 60)}`,
      ),
      LISTED_ENDPOINTS,
      'endpoints',
    ),
  ]);
}

export const writeSemgrep = (page: Page, { semgrep }: AuditDocument): Section =>
  withTitle(page, 'Semgrep', [
    ...writeProse(
      page,
      semgrep.verification.length === 0
        ? `${semgrep.status}${semgrep.reason === null ? '' : `: ${semgrep.reason}`}; the embedded analyzers were the baseline`
        : `${semgrep.status}; ${semgrep.verification.slice(1, 5).join(', ')}`,
      INDENT,
      INDENT,
    ),
  ]);

export function writePathScores(page: Page, { path_scores: scores }: AuditDocument): Section {
  if (scores.length === 0) return [];
  const sorted = scores.toSorted((a, b) => b.total - a.total);
  return withTitle(page, 'Attack paths (authentication + request + interaction + threshold, of 12)', [
    ...capLines(
      page,
      sorted.map(
        ({ finding, authentication, request, interaction, threshold, total }) =>
          `${INDENT}${padEnd(finding, 6)} ${String(total).padStart(2)}  ${page.style.dim(`${authentication} + ${request} + ${interaction} + ${threshold}`)}`,
      ),
      LISTED_PATHS,
      'paths',
    ),
  ]);
}

export const writeChains = (page: Page, report: ReportDocument): Section => {
  const shown = report.attack_chains.filter(({ standing }) => standing === 'shown');
  const candidates = groupCandidates(report);
  return withTitle(page, 'Attack chains', [
    ...shown.flatMap((chain) => [
      `${INDENT}${paintSeverity(page.style, chain.severity, chain.severity)}  ${chain.id}  ${toLine(chain.title)} (${chain.findings.join(' + ')})`,
      ...chain.preconditions.flatMap((text) => writeProse(page, `needs ${text}`, `${INDENT}${INDENT}`)),
      ...chain.steps.flatMap((text, index) => writeProse(page, `${index + 1}. ${text}`, `${INDENT}${INDENT}`, '   ')),
      ...writeProse(page, `so ${chain.amplification}`, `${INDENT}${INDENT}`),
    ]),
    ...(candidates.length === 0 ? [] : [`${INDENT}Candidates: findings that fit a pattern; nobody has shown the link`]),
    ...candidates.flatMap((group) => writeProse(page, `- ${describeCandidates(group)}`, INDENT, '  ')),
  ]);
};
