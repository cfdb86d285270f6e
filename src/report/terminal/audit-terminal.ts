/** The parts of a terminal report that only an audit has (FACT-11). */
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { listAgentLines } from '../audit-agents.ts';
import { arrangeCells, type CellRow } from '../audit-cells.ts';
import { type CandidateChains, describeLink, groupCandidates, type ReportChain } from '../audit-chains.ts';
import { describeSemgrep } from '../audit-checks.ts';
import {
  compareAttackPaths,
  countOutcomes,
  describeCells,
  describeUnscored,
  listDimensionRows,
  listRoundLines,
  summarizeAudit,
} from '../audit-overview.ts';
import { cutText, measureWidth, padEnd, toLine, toName } from '../plain-text.ts';
import { paintSeverity } from './style.ts';
import {
  alignRows,
  capLines,
  INDENT,
  type Page,
  plural,
  type Section,
  withTitle,
  writeProse,
} from './terminal-page.ts';

const INNER = `${INDENT}${INDENT}`;
const LISTED_ENDPOINTS = 12;
const LISTED_PATHS = 10;

export const writeAuditSummary = (page: Page, report: ReportDocument): Section =>
  writeProse(page, summarizeAudit(report), '');

export function writeStatistics(page: Page, report: ReportDocument): Section {
  const { columns, rows: all } = countOutcomes(report);
  const rows = all.filter(({ counts }) => counts.some((count) => count > 0));
  if (rows.length === 0) return [];
  const head = ['Findings', ...columns.map((outcome) => (outcome === 'needs_manual' ? 'manual' : outcome))];
  const lines = alignRows([head, ...rows.map(({ severity, counts }) => [severity, ...counts.map(String)])]);
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
    rows.flatMap((row) => {
      const claimed = row.claimed === null ? '' : page.style.dim(`  (${row.claimed})`);
      const line = `${INDENT}${padMark(row.mark)} ${padEnd(row.dimension, 3)} ${padEnd(row.name, nameWidth)}  ${page.style.dim(describeCells(row))}${claimed}`;
      const open = row.shortfall === null ? [] : writeProse(page, row.shortfall, `${INNER}${INNER}`);
      return [line, ...open.map((text) => page.style.yellow(text))];
    }),
  );
}

export const writeRounds = (page: Page, report: ReportDocument): Section =>
  withTitle(
    page,
    'Rounds',
    listRoundLines(report).flatMap(({ name, agents, findings, gaps, decision }) =>
      writeProse(
        page,
        `${name}: ${plural(agents, 'agent')}, ${plural(findings, 'finding')}, gaps ${gaps} → ${decision}`,
        INDENT,
        INDENT,
      ),
    ),
  );

const LISTED_AGENTS = 20;

export function writeAgents(page: Page, audit: AuditDocument): Section {
  const all = listAgentLines(audit);
  const shown = page.verbose ? all : all.slice(0, LISTED_AGENTS);
  const rows = alignRows(
    shown.map(({ agent, dimensions, ended, findings, filesRead }) => [
      toLine(agent),
      dimensions,
      ended,
      plural(findings, 'finding'),
      `${plural(filesRead, 'file')} read`,
    ]),
  );
  const rest = all.length - shown.length;
  return withTitle(page, 'Agents', [
    ...rows.flatMap((row, i) => [
      `${INDENT}${row}`,
      ...writeProse(page, (shown[i]?.remarks ?? []).join('; '), INNER, INDENT).filter((line) => line.trim() !== ''),
    ]),
    ...(rest > 0 ? [page.style.dim(`${INDENT}… ${rest} more agents; --verbose shows all`)] : []),
  ]);
}

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
    matrix.length === 0
      ? `${INDENT}no HTTP endpoint was found`
      : `${INDENT}${plural(matrix.length, 'endpoint')}, ${matrix.filter(({ verified }) => verified).length} verified, ${open.length} sensitive ones with no guard seen before them`,
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

export const writeSemgrep = (page: Page, report: ReportDocument): Section =>
  withTitle(page, 'Semgrep', writeProse(page, describeSemgrep(report), INDENT, INDENT));

export function writePathScores(page: Page, report: ReportDocument): Section {
  const scores = report.audit?.path_scores ?? [];
  const unscored = describeUnscored(report);
  if (scores.length === 0 && unscored === null) return [];
  const sorted = scores.toSorted(compareAttackPaths);
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
    ...(unscored === null ? [] : writeProse(page, unscored, INDENT, INDENT)),
  ]);
}

export const writeChains = (page: Page, report: ReportDocument): Section => {
  const told = report.attack_chains.filter(({ standing }) => standing !== 'candidate');
  const candidates = groupCandidates(report);
  return withTitle(page, 'Attack chains', [
    ...told.flatMap((chain) => writeChain(page, chain)),
    ...(candidates.length === 0
      ? []
      : writeProse(page, 'Candidates: findings that fit a pattern; nobody has shown the link', INDENT)),
    ...candidates.flatMap((group) => writeCandidates(page, group)),
  ]);
};

const writeChain = (page: Page, chain: ReportChain): Section => [
  `${INDENT}${paintSeverity(page.style, chain.severity, chain.severity)}  ${chain.id}  ${toLine(chain.title)} (${chain.findings.join(' + ')})`,
  ...chain.preconditions.flatMap((text) => writeProse(page, `needs: ${text}`, INNER, INDENT)),
  ...chain.steps.flatMap((text, index) => writeProse(page, `${index + 1}. ${text}`, INNER, '   ')),
  ...writeProse(page, describeLink(chain), INNER, INDENT),
  ...writeProse(page, `together: ${chain.amplification}`, INNER, INDENT),
];

const LISTED_STEPS = 5;

function writeCandidates(page: Page, group: CandidateChains): Section {
  const severity = paintSeverity(page.style, group.severity, group.severity);
  return [
    `${INDENT}${toLine(group.title)}: ${severity} if it holds ${page.style.dim(`(${plural(group.pairs, 'pair')})`)}`,
    ...group.preconditions.flatMap((text) => writeProse(page, `needs: ${text}`, INNER, INDENT)),
    ...writeChoice(page, '1. ', group.openers),
    ...writeChoice(page, '2. ', group.followers),
    ...writeProse(page, `if they connect: ${group.amplification}`, INNER, INDENT),
  ];
}

/** One step of a pattern: any of these findings can take it. */
function writeChoice(page: Page, number: string, steps: readonly string[]): Section {
  const shown = page.verbose ? steps : steps.slice(0, LISTED_STEPS);
  const rest = steps.length - shown.length;
  return [
    ...shown.flatMap((text, index) => writeProse(page, `${index === 0 ? number : 'or '}${text}`, INNER, '   ')),
    ...(rest > 0 ? [page.style.dim(`${INNER}or ${rest} more; --verbose shows all`)] : []),
  ];
}

const CELL_SIGNS: Readonly<Record<string, string>> = { '✅': '✓', '⚠️': '~', '❌': '✗' };
const LISTED_FILES = 20;
const LEAST_PATH = 20;

/** Files against dimensions, one sign per cell: signs of one column, since emoji are not equally wide everywhere. */
export function writeCells(page: Page, report: ReportDocument): Section {
  const { dimensions, rows } = arrangeCells(report);
  if (rows.length === 0) return [];
  const shown = page.verbose ? rows : rows.slice(0, LISTED_FILES);
  const cells = dimensions.map((dimension) => ` ${padEnd(dimension, 3)}`).join('');
  const room = Math.max(LEAST_PATH, page.width - INDENT.length - cells.length);
  const width = Math.min(room, Math.max(...shown.map(({ path }) => measureWidth(toName(path)))));
  const hidden = rows.slice(shown.length);
  return withTitle(page, `Dimension × file: ${plural(rows.length, 'file')}`, [
    page.style.dim(`${INDENT}${' '.repeat(width)}${cells}`.trimEnd()),
    ...shown.map((row) => writeCellRow(page, row, width)),
    ...(hidden.length > 0 ? [page.style.dim(`${INDENT}… ${describeHidden(hidden)}; --verbose shows all`)] : []),
    page.style.dim(`${INDENT}✓ deep  ~ searched  ✗ untouched  · the file does not matter to it`),
  ]);
}

function writeCellRow(page: Page, { path, marks }: CellRow, width: number): string {
  const signs = marks.map((mark) => {
    const sign = mark === null ? '·' : (CELL_SIGNS[mark] ?? '·');
    const cell = ` ${padEnd(sign, 3)}`;
    if (sign === '✗') return page.style.red(cell);
    return sign === '~' ? page.style.yellow(cell) : sign === '·' ? page.style.dim(cell) : cell;
  });
  return `${INDENT}${padEnd(cutText(toName(path), width, 'start'), width)}${signs.join('')}`.trimEnd();
}

function describeHidden(rows: readonly CellRow[]): string {
  const open = rows.filter(({ isOpen }) => isOpen).length;
  return `${plural(rows.length, 'more file')}, ${open === 0 ? 'every cell deep' : `${open} of them open`}`;
}
