/**
 * Builds the sections of a page that only an audit has, under the names of FACT-11: summary, statistics, coverage matrix, rounds,
 * agents, limitations, controls, Semgrep, path scores, log, cells. Called by audit-page.ts.
 */
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { arrangeCells } from '../audit-cells.ts';
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
import { code, list, type Page, paragraph, place, quiet, section, strong, type Text, table, toned } from '../blocks.ts';
import { plural } from '../numbers.ts';
import { tabulateAuditAgents } from './audit-agent-table.ts';

const right = (title: string) => ({ title, align: 'right' as const });

export const writeAuditSummary = (report: ReportDocument, first: Page): Page =>
  section('Executive Summary', [
    ...paragraph(summarizeAudit(report)),
    ...(first.length === 0 ? [] : [...paragraph('Fix first:'), ...first]),
  ]);

const OUTCOME_TITLES = {
  confirmed: 'Confirmed',
  needs_manual: 'Needs manual',
  unverified: 'Unverified',
  rejected: 'Rejected',
  before: 'Older',
} as const;

export function writeStatistics(report: ReportDocument): Page {
  const { columns, rows } = countOutcomes(report);
  return section(
    'Finding Statistics',
    table(
      ['', ...columns.map((outcome) => right(OUTCOME_TITLES[outcome]))],
      rows.map(({ severity, counts }) => [toned(severity, severity), ...counts.map(String)]),
    ),
  );
}

export function writeCoverageMatrix(report: ReportDocument): Page {
  const state = `${Math.floor(report.coverage.ratio * 100)}% covered, ${report.coverage.met ? 'met' : 'not met'}`;
  return section(
    `Coverage Matrix: ${state}`,
    table(
      ['', 'Dimension', 'Track', 'Coverage', 'Files or endpoints', { title: '', isBelow: true }],
      listDimensionRows(report).map((row) => [
        row.dimension,
        row.name,
        row.track,
        row.symbol,
        describeCells(row),
        toned('warn', [row.shortfall, row.claimed].filter((text) => text !== null).join('; ')),
      ]),
    ),
  );
}

export const writeRounds = (report: ReportDocument): Page =>
  section(
    'Rounds',
    table(
      ['Round', right('Agents'), right('Findings'), 'Gaps', { title: 'Decision', isBelow: true }],
      listRoundLines(report).map(({ name, agents, findings, gaps, decision }) => [
        name,
        String(agents),
        String(findings),
        gaps,
        decision,
      ]),
    ),
    'folded',
  );

export const writeAuditAgents = (audit: AuditDocument): Page =>
  section(`Agents (${audit.agents.length})`, tabulateAuditAgents(audit), 'folded');

export const writeLimitations = ({ limitations }: AuditDocument): Page =>
  section('Audit Limitations', list(limitations));

const LISTED_ENDPOINTS = 12;

export function writeControls({ control_evidence: evidence, permission_matrix: matrix }: AuditDocument): Page {
  const open = matrix.filter(({ sensitive, guards }) => sensitive && guards.length === 0);
  const verified = matrix.filter((endpoint) => endpoint.verified).length;
  return section('Control-driven Evidence', [
    ...list(evidence.flatMap(({ dimension, lines }) => lines.map((line) => [`${dimension} `, code(line)]))),
    ...paragraph(
      matrix.length === 0
        ? 'No HTTP endpoint was found.'
        : `${plural(matrix.length, 'endpoint')}, ${verified} verified, ${plural(open.length, 'sensitive endpoint')} without a guard that was found.`,
    ),
    ...list(
      open.map(({ endpoint, place: at }) => [place(at), ' ', code(endpoint)]),
      { brief: { most: LISTED_ENDPOINTS, noun: 'endpoints' } },
    ),
    ...section(
      `Endpoints and their guards (${matrix.length})`,
      table(
        [{ title: 'Endpoint', cut: 'end' }, 'Place', 'Resource', 'Sensitive', 'Guards', 'Verified'],
        matrix.map(({ endpoint, place: at, resource, sensitive, guards, verified: isVerified }) => [
          code(endpoint),
          code(at),
          resource ?? '',
          sensitive ? 'yes' : '',
          guards.length === 0 ? strong('none') : guards.join(', '),
          isVerified ? 'yes' : 'no',
        ]),
      ),
      'appendix',
    ),
  ]);
}

export const writeSemgrep = (report: ReportDocument, { semgrep }: AuditDocument): Page =>
  section('Semgrep Evidence', [
    ...paragraph(`Semgrep: ${describeSemgrep(report)}.`),
    ...section(
      'Verification of its findings',
      semgrep.verification.length === 0 ? [] : [{ kind: 'code', text: semgrep.verification.join('\n') }],
      'appendix',
    ),
  ]);

const LISTED_PATHS = 10;

export const writePathScores = (report: ReportDocument): Page =>
  section('Attack Path Scoring', [
    ...table(
      [
        'Finding',
        right('Authentication'),
        right('Request'),
        right('Interaction'),
        right('Threshold'),
        right('Sum /12'),
      ],
      (report.audit?.path_scores ?? [])
        .toSorted(compareAttackPaths)
        .map((row) => [
          row.finding,
          ...[row.authentication, row.request, row.interaction, row.threshold].map(String),
          strong(String(row.total)),
        ]),
      { most: LISTED_PATHS, noun: 'paths' },
    ),
    ...paragraph(describeUnscored(report)),
  ]);

export const writeLog = ({ markers }: AuditDocument): Page =>
  section(
    `Log of the phases (${markers.length})`,
    markers.length === 0 ? [] : [{ kind: 'code', text: markers.join('\n') }],
    'appendix',
  );

const CELL_SIGNS: Readonly<Record<string, Text>> = { '✅': '✓', '⚠️': toned('warn', '~'), '❌': toned('bad', '✗') };
const LISTED_FILES = 20;

/** Files against dimensions, one sign per cell: emoji are not equally wide everywhere. */
export function writeCells(report: ReportDocument): Page {
  const { dimensions, rows } = arrangeCells(report);
  const open = rows.filter(({ isOpen }) => isOpen).length;
  return section(
    `Dimension × file: ${plural(rows.length, 'file')}, ${open} open`,
    rows.length === 0
      ? []
      : [
          ...table(
            [{ title: 'File', cut: 'start' }, ...dimensions],
            rows.map(({ path, symbols }) => [
              code(path),
              ...symbols.map((symbol) => CELL_SIGNS[symbol ?? ''] ?? quiet('·')),
            ]),
            { most: LISTED_FILES, noun: 'files' },
          ),
          ...paragraph(quiet('✓ deep, ~ searched, ✗ untouched, · not relevant to the dimension')),
        ],
    'folded',
  );
}
