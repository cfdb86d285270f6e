/** The parts of a Markdown report that only an audit has (FACT-11). */
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { listAgentLines } from '../audit-agents.ts';
import { arrangeCells } from '../audit-cells.ts';
import { describeLink, groupCandidates } from '../audit-chains.ts';
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
import { escapeProse, toCode, toDetails, toFence, toTable } from './markdown-text.ts';

type Block = readonly string[];
const MATRIX_ROWS = 200;

export const writeExecutiveSummary = (report: ReportDocument): Block => [
  '## Executive Summary',
  '',
  summarizeAudit(report),
];

const OUTCOME_TITLES = {
  confirmed: 'Confirmed',
  needs_manual: 'Needs manual',
  unverified: 'Unverified',
  rejected: 'Rejected',
  before: 'Stood before',
} as const;

export function writeStatistics(report: ReportDocument): Block {
  const { columns, rows } = countOutcomes(report);
  return [
    '## Finding Statistics',
    '',
    ...toTable(
      ['', ...columns.map((outcome) => OUTCOME_TITLES[outcome])],
      `l${'r'.repeat(columns.length)}`,
      rows.map(({ severity, counts }) => [severity, ...counts.map(String)]),
    ),
  ];
}

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
        [row.shortfall === null ? '' : escapeProse(row.shortfall), row.claimed ?? '']
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

function writeCells(report: ReportDocument): Block {
  const { dimensions, rows } = arrangeCells(report);
  if (dimensions.length === 0) return [];
  const rest = rows.slice(MATRIX_ROWS);
  return [
    '',
    ...toDetails(`Dimension × file (${rows.length} files)`, [
      ...toTable(
        ['File', ...dimensions],
        `l${'c'.repeat(dimensions.length)}`,
        rows.slice(0, MATRIX_ROWS).map(({ path, marks }) => [toCode(path), ...marks.map((mark) => mark ?? '-')]),
      ),
      ...(rest.length > 0
        ? [
            '',
            `… ${rest.length} more files, ${rest.filter(({ isOpen }) => isOpen).length} of them open; the JSON report has them all`,
          ]
        : []),
    ]),
  ];
}

/** Who was sent out, how each ended, what it claimed for itself beside what the host saw. */
export const writeHuntAgents = (audit: AuditDocument): Block =>
  audit.agents.length === 0 ? [] : toDetails(`Agents (${audit.agents.length})`, tabulateHuntAgents(audit));

/** With the files each has read, not a share of them: an agent is given dimensions, and what is read of it is up to it. */
export function tabulateHuntAgents(audit: AuditDocument): Block {
  const rows = listAgentLines(audit);
  return [
    ...toTable(
      ['Agent', 'Dimensions', 'Ended', 'Findings', 'Files read', ''],
      'lllrrl',
      rows
        .slice(0, MATRIX_ROWS)
        .map(({ agent, dimensions, ended, findings, filesRead, remarks }) => [
          toCode(agent),
          dimensions,
          ended,
          String(findings),
          String(filesRead),
          escapeProse(remarks.join('; ')),
        ]),
    ),
    ...(rows.length > MATRIX_ROWS ? ['', `… ${rows.length - MATRIX_ROWS} more; the JSON report has them all`] : []),
  ];
}

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

export const writeSemgrep = (report: ReportDocument, { semgrep }: AuditDocument): Block => [
  '## Semgrep Evidence',
  '',
  `Semgrep: ${escapeProse(describeSemgrep(report))}.`,
  ...(semgrep.verification.length === 0 ? [] : ['', ...toFence(semgrep.verification.join('\n'), 'text')]),
];

export function writePathScores(report: ReportDocument): Block {
  const scores = report.audit?.path_scores ?? [];
  const unscored = describeUnscored(report);
  if (scores.length === 0 && unscored === null) return [];
  return [
    '## Attack Path Scoring',
    ...(scores.length === 0 ? [] : ['', ...writeScores(scores)]),
    ...(unscored === null ? [] : ['', escapeProse(unscored)]),
  ];
}

const writeScores = (scores: AuditDocument['path_scores']): Block =>
  toTable(
    ['Finding', 'Authentication', 'Request', 'Interaction', 'Threshold', 'Sum /12'],
    'lrrrrr',
    scores
      .toSorted(compareAttackPaths)
      .map((row) => [
        row.finding,
        String(row.authentication),
        String(row.request),
        String(row.interaction),
        String(row.threshold),
        `**${row.total}**`,
      ]),
  );

export const writeMarkers = ({ markers }: AuditDocument): Block =>
  toDetails(`Log of the phases (${markers.length})`, toFence(markers.join('\n'), 'text'));

export function writeChains(report: ReportDocument): Block {
  const told = report.attack_chains.filter(({ standing }) => standing !== 'candidate');
  const candidates = groupCandidates(report);
  if (report.attack_chains.length === 0) return [];
  return [
    '## Attack chains',
    ...told.flatMap((chain) => [
      '',
      `### ${chain.severity} ${chain.id}: ${escapeProse(chain.title)} (${chain.findings.map(escapeProse).join(' + ')})`,
      '',
      ...chain.preconditions.map((text) => `- needs: ${escapeProse(text)}`),
      `- ${escapeProse(describeLink(chain))}`,
      '',
      ...chain.steps.map((text, index) => `${index + 1}. ${escapeProse(text)}`),
      '',
      `Together: ${escapeProse(chain.amplification)}.`,
    ]),
    ...(candidates.length === 0
      ? []
      : [
          '',
          'Candidates: these findings fit a pattern, but nobody has shown that one leads to the other.',
          ...candidates.flatMap((group) => [
            '',
            `### Candidate, ${group.severity} if it holds: ${escapeProse(group.title)} (pairs: ${group.pairs})`,
            '',
            ...group.preconditions.map((text) => `- needs: ${escapeProse(text)}`),
            '',
            '1. One of',
            ...group.openers.map((text) => `   - ${escapeProse(text)}`),
            '2. then one of',
            ...group.followers.map((text) => `   - ${escapeProse(text)}`),
            '',
            `If they connect: ${escapeProse(group.amplification)}.`,
          ]),
        ]),
  ];
}
