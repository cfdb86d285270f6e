/** The parts of a Markdown report that only an audit has (FACT-11). */
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
import { escapeProse, toCode, toDetails, toFence, toTable } from './markdown-text.ts';

type Block = readonly string[];
const MATRIX_ROWS = 200;

export const writeExecutiveSummary = (report: ReportDocument): Block => [
  '## Executive Summary',
  '',
  summarizeAudit(report),
];

export const writeStatistics = (report: ReportDocument): Block => [
  '## Finding Statistics',
  '',
  ...toTable(
    ['', 'Confirmed', 'Needs manual', 'Unverified', 'Rejected'],
    'lrrrr',
    countOutcomes(report).map(({ severity, counts }) => [severity, ...Object.values(counts).map(String)]),
  ),
];

export function writeCoverageMatrix(report: ReportDocument): Block {
  const rows = listDimensionRows(report);
  const state = `${Math.floor(report.coverage.ratio * 100)}% covered, ${report.coverage.met ? 'met' : 'not met'}`;
  return [
    `## Coverage Matrix: ${state}`,
    '',
    ...toTable(
      ['', 'Dimension', 'Track', 'Coverage', 'Files or endpoints', ''],
      'llllll',
      rows.map((row) => [
        row.dimension,
        row.name,
        row.track,
        row.mark,
        escapeProse(describeCells(row)),
        [row.mark === '✅' || row.mark === 'N/A' ? '' : 'not met', row.claimed ?? '']
          .filter((text) => text !== '')
          .join('; '),
      ]),
    ),
    '',
    ...writeRounds(report),
    ...writeCells(report),
  ];
}

const writeRounds = (report: ReportDocument): Block =>
  toTable(
    ['Round', 'Agents', 'Findings', 'Gaps', 'Decision'],
    'lrrll',
    listRoundLines(report).map(({ name, agents, findings, gaps, decision }) => [
      name,
      String(agents),
      String(findings),
      gaps,
      escapeProse(decision),
    ]),
  );

/** Files against dimensions; what is open comes first, so that a cut never hides it. */
function writeCells({ coverage }: ReportDocument): Block {
  const dimensions = [...new Set(coverage.cells.map(({ dimension }) => dimension))];
  if (dimensions.length === 0) return [];
  const files = Map.groupBy(coverage.cells, ({ path }) => path);
  const rows = [...files].toSorted(([, a], [, b]) => Number(isOpen(b)) - Number(isOpen(a)));
  const rest = rows.length - MATRIX_ROWS;
  return [
    '',
    ...toDetails(`Dimension × file (${files.size} files)`, [
      ...toTable(
        ['File', ...dimensions],
        `l${'c'.repeat(dimensions.length)}`,
        rows
          .slice(0, MATRIX_ROWS)
          .map(([path, cells]) => [
            toCode(path),
            ...dimensions.map((dimension) => worstOf(cells.filter((cell) => cell.dimension === dimension))),
          ]),
      ),
      ...(rest > 0 ? ['', `… ${rest} more files; the JSON report has them all`] : []),
    ]),
  ];
}

/** A file has one cell in a dimension, or one for each endpoint it answers. */
const worstOf = (cells: ReportDocument['coverage']['cells']): string =>
  (['❌', '⚠️', '✅'] as const).find((mark) => cells.some(({ status }) => status === mark)) ?? '-';

const isOpen = (cells: ReportDocument['coverage']['cells']): boolean => cells.some(({ status }) => status === '❌');

export const writeLimitations = ({ limitations }: AuditDocument): Block => [
  '## Audit Limitations',
  '',
  ...limitations.map((line) => `- ${escapeProse(line)}`),
];

export function writeControlEvidence({ control_evidence: evidence, permission_matrix: matrix }: AuditDocument): Block {
  if (evidence.length === 0 && matrix.length === 0) return [];
  return [
    '## Control-driven Evidence',
    '',
    ...evidence.flatMap(({ dimension, lines }) => lines.map((line) => `- ${dimension} ${toCode(line)}`)),
    ...(matrix.length === 0
      ? []
      : [
          '',
          ...toDetails(`Endpoints and their guards (${matrix.length})`, [
            ...toTable(
              ['Endpoint', 'Place', 'Resource', 'Sensitive', 'Guards', 'Verified'],
              'llllll',
              matrix
                .slice(0, MATRIX_ROWS)
                .map(({ endpoint, place, resource, sensitive, guards, verified }) => [
                  toCode(endpoint),
                  toCode(place),
                  resource === null ? '' : escapeProse(resource),
                  sensitive ? 'yes' : '',
                  guards.length === 0 ? '**none**' : guards.map(toCode).join(', '),
                  verified ? 'yes' : 'no',
                ]),
            ),
            ...(matrix.length > MATRIX_ROWS
              ? ['', `… ${matrix.length - MATRIX_ROWS} more; the JSON report has them all`]
              : []),
          ]),
        ]),
  ];
}

export const writeSemgrep = ({ semgrep }: AuditDocument): Block => [
  '## Semgrep Evidence',
  '',
  semgrep.verification.length === 0
    ? `Semgrep: ${semgrep.status}${semgrep.reason === null ? '' : ` (${escapeProse(semgrep.reason)})`}. The embedded analyzers were the baseline.`
    : `Semgrep: ${semgrep.status}.`,
  ...(semgrep.verification.length === 0 ? [] : ['', ...toFence(semgrep.verification.join('\n'), 'text')]),
];

export const writePathScores = ({ path_scores: scores }: AuditDocument): Block =>
  scores.length === 0
    ? []
    : [
        '## Attack Path Scoring',
        '',
        ...toTable(
          ['Finding', 'Authentication', 'Request', 'Interaction', 'Threshold', 'Sum /12'],
          'lrrrrr',
          scores.map((row) => [
            row.finding,
            String(row.authentication),
            String(row.request),
            String(row.interaction),
            String(row.threshold),
            `**${row.total}**`,
          ]),
        ),
      ];

export const writeMarkers = ({ markers }: AuditDocument): Block =>
  toDetails(`Log of the phases (${markers.length})`, toFence(markers.join('\n'), 'text'));

export function writeChains(report: ReportDocument): Block {
  const shown = report.attack_chains.filter(({ standing }) => standing === 'shown');
  const candidates = groupCandidates(report);
  if (report.attack_chains.length === 0) return [];
  return [
    '## Attack chains',
    ...shown.flatMap((chain) => [
      '',
      `### ${chain.severity} ${chain.id}: ${escapeProse(chain.title)} (${chain.findings.map(escapeProse).join(' + ')})`,
      '',
      ...chain.preconditions.map((text) => `- needs ${escapeProse(text)}`),
      ...chain.steps.map((text, index) => `${index + 1}. ${escapeProse(text)}`),
      '',
      `So ${escapeProse(chain.amplification)}.`,
    ]),
    ...(candidates.length === 0
      ? []
      : [
          '',
          'Candidates: these findings fit a pattern, but nobody has shown that one leads to the other.',
          '',
          ...candidates.map((group) => `- ${escapeProse(describeCandidates(group))}`),
        ]),
  ];
}
