/**
 * Derives from an audit's report what formats for people show: rows of dimensions, lines of rounds, a count of findings by outcome,
 * and a summary in one paragraph. Returns texts and numbers. Called by pages/audit-parts.ts and html/charts.ts.
 */

import { type CoverageSymbol, DIMENSION_PROFILES, DIMENSIONS, type Dimension } from '../protocol/findings/dimension.ts';
import { isGrave, SEVERITIES, type Severity } from '../protocol/findings/severity.ts';
import { parseNotMet } from '../protocol/report/audit-disclosure.ts';
import type { AuditDocument } from '../protocol/report/audit-document.ts';
import type { ReportDocument } from '../protocol/report/report-document.ts';
import { listSome } from '../protocol/text/list-some.ts';
import { plural } from './numbers.ts';

/** Traced, verified or read whole; searched only; untouched. */
interface CellCounts {
  readonly covered: number;
  readonly shallow: number;
  readonly missing: number;
  /** Sinks in them whose data was not followed to its source or to a check. */
  readonly unresolved: number;
}

export interface DimensionRow {
  readonly dimension: Dimension;
  readonly name: string;
  readonly track: string;
  readonly symbol: CoverageSymbol;
  /** Cells by symbol; endpoints apart from files, as in the control dimensions. */
  readonly files: CellCounts;
  readonly endpoints: CellCounts;
  /** What agents claim, where it differs from the host's figure. */
  readonly claimed: string | null;
  /** Why it is N/A; null where it is not. */
  readonly reason: string | null;
  /** `not met`, and what it lacks; null where it is met or does not apply. */
  readonly shortfall: string | null;
}

export function listDimensionRows(report: ReportDocument): readonly DimensionRow[] {
  return DIMENSIONS.flatMap((dimension) => {
    const symbol = report.coverage.dimensions[dimension];
    if (symbol === undefined) return [];
    const cells = report.coverage.cells.filter((cell) => cell.dimension === dimension);
    const claims = new Set((report.audit?.agents ?? []).flatMap(({ claimed_coverage: said }) => said[dimension] ?? []));
    const { name, track } = DIMENSION_PROFILES[dimension];
    return [
      {
        dimension,
        name,
        track,
        symbol,
        files: countCells(cells.filter(({ endpoint }) => endpoint === null)),
        endpoints: countCells(cells.filter(({ endpoint }) => endpoint !== null)),
        claimed: claims.has('✅') && symbol !== '✅' ? 'claimed ✅' : null,
        reason: report.audit?.not_applicable.find((each) => each.dimension === dimension)?.reason ?? null,
        shortfall: describeShortfall(report, dimension, symbol),
      },
    ];
  });
}

function describeShortfall({ audit }: ReportDocument, dimension: Dimension, symbol: CoverageSymbol): string | null {
  if (symbol === '✅' || symbol === 'N/A') return null;
  const lacking = parseNotMet(dimension, audit?.limitations ?? []);
  return lacking === null ? 'not met' : `not met: ${lacking}`;
}

function countCells(cells: ReportDocument['coverage']['cells']): CellCounts {
  const count = (symbol: CoverageSymbol): number => cells.filter(({ status }) => status === symbol).length;
  const unresolved = cells.reduce((sum, cell) => sum + (cell.unresolved ?? 0), 0);
  return { covered: count('✅'), shallow: count('⚠️'), missing: count('❌'), unresolved };
}

const describeCounts = ({ covered, shallow, missing, unresolved }: CellCounts): string =>
  [
    covered > 0 ? `${covered} deep` : null,
    shallow > 0 ? `${shallow} searched` : null,
    missing > 0 ? `${missing} untouched` : null,
    unresolved > 0 ? `${unresolved} ${unresolved === 1 ? 'sink' : 'sinks'} unresolved` : null,
  ]
    .filter((part) => part !== null)
    .join(', ');

export function describeCells({ symbol, files, endpoints, reason }: DimensionRow): string {
  if (symbol === 'N/A') return reason ?? 'does not occur in this project';
  const [ofFiles, ofEndpoints] = [describeCounts(files), describeCounts(endpoints)];
  if (ofEndpoints === '') return ofFiles || 'no place in scope';
  return `endpoints: ${ofEndpoints}${ofFiles === '' ? '' : `; files: ${ofFiles}`}`;
}

export interface RoundLine {
  readonly name: string;
  readonly agents: number;
  readonly findings: number;
  readonly gaps: string;
  readonly decision: string;
}

export const listRoundLines = (report: ReportDocument): readonly RoundLine[] =>
  report.rounds.map(({ round, agents, findings, gaps, decision, reason }) => ({
    name: isEmergency(report.audit, round) ? `${round} (emergency)` : String(round),
    agents,
    findings,
    gaps: gaps.join(', ') || 'none',
    decision: `${decision}: ${reason}`,
  }));

const isEmergency = (audit: AuditDocument | null, round: number): boolean =>
  audit?.evaluations.some((evaluation) => evaluation.round === round && evaluation.emergency) ?? false;

interface OutcomeTable {
  /** Names of the counts, as `OUTCOMES` and, where a change left some aside, what stood there before. */
  readonly columns: readonly Outcome[];
  readonly rows: readonly { readonly severity: Severity; readonly counts: readonly number[] }[];
}

const OUTCOMES = ['confirmed', 'needs_manual', 'unverified', 'rejected'] as const;
type Outcome = (typeof OUTCOMES)[number] | 'before';

/** How many findings of each severity ended how; those that stood before the change are counted apart. */
export function countOutcomes({ findings }: ReportDocument): OutcomeTable {
  const { own, older } = splitByChange(findings);
  const columns = older.length === 0 ? OUTCOMES : ([...OUTCOMES, 'before'] as const);
  const count = (severity: Severity, outcome: Outcome): number =>
    (outcome === 'before' ? older : own).filter(
      (finding) => finding.severity === severity && (outcome === 'before' || finding.status === outcome),
    ).length;
  return {
    columns,
    rows: SEVERITIES.map((severity) => ({ severity, counts: columns.map((outcome) => count(severity, outcome)) })),
  };
}

/** What the change has brought, or was said of whole files; and what it left as it was. A rejected one never stood there. */
function splitByChange(findings: ReportDocument['findings']) {
  const isOlder = ({ introduced, status }: ReportDocument['findings'][number]): boolean =>
    !introduced && status !== 'rejected';
  return { own: findings.filter((finding) => !isOlder(finding)), older: findings.filter(isOlder) };
}

const countGrave = (findings: ReportDocument['findings']): number => findings.filter(isGrave).length;

/** One sentence for a reader who reads no further. */
export function summarizeAudit(report: ReportDocument): string {
  const { audit, coverage, rounds } = report;
  const { own, older } = splitByChange(report.findings);
  const confirmed = own.filter(({ status }) => status === 'confirmed');
  const open = coverage.gaps.length;
  const kind = audit?.recon.library ? 'a library' : 'an application';
  const endpoints = plural(audit?.permission_matrix.length ?? 0, 'HTTP endpoint');
  return [
    `${countAudited(report)} of ${kind} with ${endpoints} ${countExamined(report) === 1 ? 'was' : 'were'} audited in ${plural(rounds.length, 'round')}.`,
    describeConfirmed(confirmed.length, countGrave(confirmed), older.length > 0),
    ...describeOpenFindings(own),
    ...describeOlder(older),
    open === 0
      ? `Every dimension${Object.keys(coverage.dimensions).length < DIMENSIONS.length ? ' that was asked for' : ''} is covered.`
      : `${open} dimension${open === 1 ? ' is' : 's are'} not met: ${coverage.gaps.join(', ')}.`,
  ].join(' ');
}

/** Files in which somebody looked for something. */
const countExamined = ({ coverage }: ReportDocument): number =>
  new Set(coverage.cells.filter(({ status }) => status !== '❌').map(({ path }) => path)).size;

function countAudited(report: ReportDocument): string {
  const looked = countExamined(report);
  // Files too large to be read are no part of what was measured, but of what there is.
  const files = Math.max(report.scope.files, report.coverage.files.length);
  return looked === files ? plural(files, 'file') : `${looked} of ${plural(files, 'file')}`;
}

const describeConfirmed = (confirmed: number, grave: number, isOfChange: boolean): string => {
  const of = isOfChange ? ' of the change' : '';
  if (confirmed === 0) return `No finding${of} is confirmed.`;
  return confirmed === 1
    ? `1 finding${of} is confirmed${grave === 1 ? ', critical or high' : ''}.`
    : `${confirmed} findings${of} are confirmed, ${gradeOf(grave, confirmed)} critical or high.`;
};

const gradeOf = (grave: number, all: number): string =>
  grave === 0 ? 'none of them' : grave === all ? 'all of them' : `${grave} of them`;

/** Findings on lines that the change did not touch: known, and none of its doing. */
function describeOlder(older: ReportDocument['findings']): readonly string[] {
  const grave = countGrave(older);
  if (older.length === 0) return [];
  if (older.length === 1) return [`1 older finding${grave === 1 ? ', critical or high,' : ''} is not counted.`];
  return [`${older.length} older findings, ${gradeOf(grave, older.length)} critical or high, are not counted.`];
}

/** What a person still has to look at. */
function describeOpenFindings(findings: ReportDocument['findings']): readonly string[] {
  const manual = findings.filter(({ status }) => status === 'needs_manual').length;
  const unverified = findings.filter(({ status }) => status === 'unverified').length;
  if (manual + unverified === 0) return [];
  const parts = [
    ...(manual > 0 ? [`${manual} must be checked by hand`] : []),
    ...(unverified > 0 ? [`${unverified} ${unverified === 1 ? 'is' : 'are'} not verified`] : []),
  ];
  return [`${parts.join(', ')}.`];
}

const LISTED_IDS = 12;

/** Which grave findings have no score of their path, and why; null where all have one. */
export function describeUnscored({ audit, findings }: ReportDocument): string | null {
  const scored = new Set((audit?.path_scores ?? []).map(({ finding }) => finding));
  const open = findings.filter(
    (finding) => isGrave(finding) && finding.status === 'confirmed' && !scored.has(finding.id),
  );
  if (audit === null || open.length === 0) return null;
  const ids = open.map(({ id }) => id);
  return `Not scored, because the attacker is not known or an advisory rates it: ${listSome(ids, LISTED_IDS)}`;
}

/** The easiest path first; of equal ones the gravest finding. */
export const compareAttackPaths = (
  a: AuditDocument['path_scores'][number],
  b: AuditDocument['path_scores'][number],
): number => b.total - a.total || (a.finding < b.finding ? -1 : 1);
