/**
 * Lists what is open in an incomplete audit in two lists: what only a model could assess, and what could have been done without one
 * and was not. With `--accept-not-assessed` CI passes the first and not the second. Also adds both to the coverage. Called by
 * compose-audit.ts.
 */
import { DIMENSION_PROFILES, DIMENSIONS, type Dimension, MISSING_CHECKS } from '../../protocol/findings/dimension.ts';
import type { ReportDocument, ReportFileCoverage } from '../../protocol/report/report-document.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import type { AuditOutcome, AuditParts } from './audit-parts.ts';

const NAMED = 5;

export interface OpenWork {
  readonly notAssessed: readonly string[];
  readonly notDone: readonly string[];
}

export function listOpenWork(
  parts: AuditParts,
  outcome: AuditOutcome,
  files: readonly ReportFileCoverage[],
  shortfalls: Readonly<Partial<Record<Dimension, readonly string[]>>>,
): OpenWork {
  if (outcome.complete) return { notAssessed: [], notDone: [] };
  const open = (outcome.asked ?? DIMENSIONS).filter((dimension) =>
    ['shallow', 'missing'].includes(outcome.coverage[dimension]),
  );
  const describe = (dimension: Dimension): string =>
    [`${dimension} ${DIMENSION_PROFILES[dimension].name}`, (shortfalls[dimension] ?? []).join('; ')]
      .filter((part) => part !== '')
      .join(': ');
  const isModel = parts.request.model !== 'embedded';
  const undone = open.filter((dimension) => isModel || lacksAdvisories(parts, dimension, shortfalls[dimension] ?? []));
  return {
    notAssessed: [
      ...open.filter((dimension) => !undone.includes(dimension)).map(describe),
      ...(isModel ? [] : listUnjudged(parts)),
    ],
    notDone: [...undone.map(describe), ...listUndone(parts, files)],
  };
}

/** Advisories can be had without a model; where nothing is declared there is nothing to compare. */
const lacksAdvisories = ({ state }: AuditParts, dimension: Dimension, lacking: readonly string[]): boolean =>
  dimension === 'D10' &&
  state.recon.dependencies.length > 0 &&
  lacking.includes(MISSING_CHECKS['versions-against-cves']);

/** Late phases that need understanding. Like the dimensions they begin with their name, which tells them from the limits of rules. */
const listUnjudged = ({ dive, validation }: AuditParts): readonly string[] => [
  ...(validation === null ? ['Phase 4 (validation of findings) is not part of mode quick'] : []),
  ...(dive?.verdict.status === 'partial'
    ? ['Phase 3 is partial: flows from an entry point to every grave finding and hotspot']
    : []),
  ...(validation?.status === 'partial'
    ? ['Phase 4 is partial: findings that rules can neither confirm nor refute']
    : []),
];

function listUndone({ state, validation }: AuditParts, files: readonly ReportFileCoverage[]): readonly string[] {
  const unread = files.filter(({ status, reason }) => status !== 'reviewed' && reason !== 'no-dimension');
  const stopped = state.hunts.filter(({ result }) => result.ending !== 'replied');
  const failed = (state.baseline?.analyzers ?? []).filter(({ status }) => status === 'failed' || status === 'partial');
  return [
    ...(state.survey.isCut ? ['the scope was not read to its end'] : []),
    ...(state.huntFailure === null ? [] : [state.huntFailure]),
    ...(unread.length === 0
      ? []
      : [
          `${unread.length === 1 ? '1 file was' : `${unread.length} files were`} not examined: ${listSome(
            unread.map(({ path }) => path),
            NAMED,
          )}`,
        ]),
    ...stopped.map(({ agentId, result }) => `${agentId} ended early: ${result.ending}`),
    ...failed.map(({ name, status, reason }) => `${name} ${status}${reason === null ? '' : `: ${reason}`}`),
    ...(validation?.failedBatches ?? []).map((batch) => `validation failed: ${batch}`),
  ];
}

/** The coverage with it. */
export const withOpenWork = (
  coverage: ReportDocument['coverage'],
  { notAssessed, notDone }: OpenWork,
): ReportDocument['coverage'] => ({
  ...coverage,
  not_assessed: [...(coverage.not_assessed ?? []), ...notAssessed],
  not_done: notDone,
});
