/**
 * Composes the report document of an audit from its state, the deep dive, the validation and the facts of the run; decides whether it
 * is complete and lists its limitations (FACT-11, REPORT-01..04). Pure. Called by run-audit.ts at the end; its parts are in the
 * compose-*.ts files.
 */

import { ReviewError } from '../../errors.ts';
import { coverageOf, isCoverageMet } from '../../protocol/coverage/audit-coverage.ts';
import { AUDIT_MODE_PROFILES } from '../../protocol/coverage/audit-mode.ts';
import { listShortfalls } from '../../protocol/coverage/coverage-evidence.ts';
import {
  byDimension,
  type CoverageStatus,
  DIMENSION_PROFILES,
  DIMENSIONS,
  type Dimension,
  type DimensionCoverage,
} from '../../protocol/findings/dimension.ts';
import { listDisclosures } from '../../protocol/report/audit-disclosure.ts';
import { REPORT_SCHEMA } from '../../protocol/report/document-names.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { decideVerdict } from '../../protocol/report/verdict.ts';
import { checkReportGate } from '../../protocol/rounds/audit-markers.ts';
import { settleRatings } from '../../protocol/rounds/emergency.ts';
import { listSome } from '../../protocol/text/list-some.ts';
import { composeScope } from '../compose-scope.ts';
import { composeUsage, noteReusedCalls } from '../compose-usage.ts';
import { describePolicy } from '../finding-policy.ts';
import { noteLeftOut, warnOfLeftOut } from '../left-out.ts';
import { dayOf, toReportFinding } from '../report-findings.ts';
import { composeRun } from '../run-facts.ts';
import { warnOfCut } from '../survey.ts';
import type { AuditOutcome, AuditParts } from './audit-parts.ts';
import type { AuditState } from './audit-state.ts';
import { composeAuditAgents } from './compose-audit-agents.ts';
import { completeCells, composeAuditCoverage } from './compose-audit-coverage.ts';
import { composeAuditDocument } from './compose-audit-document.ts';
import { composeAuditFindings } from './compose-audit-findings.ts';
import { composeAuditSignals } from './compose-audit-signals.ts';
import { composeChains } from './compose-chains.ts';
import { composeTruncation, countLost, listTruncated } from './compose-truncation.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import { listOpenWork, withOpenWork } from './list-open-work.ts';
import { countUnasked, listRefuted } from './scanned-findings.ts';
import { suggestCells } from './suggest-cells.ts';
import { countUnplaced, listSetAside } from './validation-candidates.ts';
import type { Validation } from './validation-phase.ts';

export function composeAudit(parts: AuditParts): ReportDocument {
  const { state, validation, request, facts } = parts;
  const outcome = judgeAudit(parts);
  const { findings, finalIds } = composeAuditFindings(state, validation, facts);
  // Rules beside security do not take part: what matches nothing here may match in a review.
  const policy = facts.policy
    ? describePolicy(facts.policy, findings, {
        files: state.survey.files,
        looksForAll: false,
        isWhole: false,
        today: dayOf(facts.startedAt),
      })
    : { warnings: [], trace: [] };
  const agents = composeAuditAgents(state, request.model === 'embedded' ? null : request.model);
  const covered = composeAuditCoverage(state, outcome, agents);
  const coverage = withOpenWork(covered, listOpenWork(parts, outcome, covered.files, explainGaps(state)));
  const verdict = decideVerdict({
    findings: findings.map((finding) => ({ ...finding, vetoReason: vetoOf(finding) })),
    agents: [],
    ignoreVetoes: request.ignoreVetoes,
    hasReviewed: outcome.complete || findings.length > 0 || coverage.cells.some(({ status }) => status === '✅'),
    ...(coverage.cells.some(({ status }) => status === '⚠️') ? { nothing: 'no flow was followed to its end' } : {}),
  });
  const limitations = listLimitations(parts, outcome, finalIds);
  return {
    schema: REPORT_SCHEMA,
    run: composeRun(facts, { playbook: 'audit', mode: request.mode, model: request.model }),
    scope: composeScope(state.survey),
    budget: { total_tokens: state.survey.totalTokens, scale: 1, isolation: 'branch' },
    verdict: verdict.verdict,
    complete: outcome.complete,
    verdict_trace: outcome.complete
      ? [...verdict.trace, ...policy.trace]
      : [...verdict.trace, ...policy.trace, 'incomplete: the verdict covers only what was audited'],
    warnings: [
      ...request.warnings,
      ...state.survey.snapshot.warnings,
      ...warnOfCut(state.survey),
      ...warnOfLeftOut(state.survey),
      ...policy.warnings,
      ...verdict.warnings,
      ...outcome.watermarks.map((watermark) => `⚠️ ${watermark}`),
    ],
    notes: [...limitations, ...noteReusedCalls(facts.usage)],
    suggestions: suggestCells(state, outcome.coverage, request),
    agents,
    findings: findings.map(toReportFinding),
    coverage,
    rounds: composeRounds(state),
    attack_chains: composeChains(parts.dive?.chains ?? [], findings, finalIds),
    analyzers: [...(state.baseline?.analyzers ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1)),
    truncation: composeTruncation(state, outcome.coverage),
    signals: composeAuditSignals(parts, outcome),
    usage: composeUsage(facts.usage),
    audit: composeAuditDocument(parts, { ...outcome, limitations, finalIds }),
  };
}

const listLimitations = (
  { state, dive, validation, request }: AuditParts,
  outcome: AuditOutcome,
  finalIds: ReadonlyMap<string, string>,
): readonly string[] => [
  ...listDisclosures({
    truncatedAgents: listTruncated(state),
    lostFindings: countLost(state),
    coverage: outcome.coverage,
    shortfalls: explainGaps(state),
    incompleteReason: outcome.incompleteReason,
    validated: validation !== null,
  }),
  ...describeUnresolved(state),
  ...describeUnasked(outcome.asked),
  ...describeUnaskedHits(state),
  ...explainPartial(dive, validation, finalIds),
  ...describeRefused(state),
  ...describeUnfollowed(dive),
  // Embedded agents are told nothing: what a prompt could not hold is lost to models alone.
  ...(request.model === 'embedded' ? [] : state.transferWarnings),
  ...state.recon.notes,
  ...(validation?.failedBatches ?? []).map((batch) => `validation failed: ${batch}`),
  ...noteLeftOut(state.survey),
];

/** What the best evidence of each dimension lacks, among agents in whose area recon saw something of it, where there are such. */
function explainGaps({ hunts, plan }: AuditState): Readonly<Partial<Record<Dimension, readonly string[]>>> {
  return Object.fromEntries(
    DIMENSIONS.flatMap((dimension) => {
      const asked = hunts.filter(({ dimensions }) => dimensions.includes(dimension));
      const concerned = asked.filter(({ present }) => present.includes(dimension));
      const lacking = (concerned.length > 0 ? concerned : asked)
        .flatMap(({ result }) => result.trail.evidence.filter((each) => each.dimension === dimension))
        .map((evidence) => listShortfalls(evidence, plan.mode))
        .filter((words) => words.length > 0)
        .toSorted((a, b) => a.length - b.length);
      return lacking[0] === undefined ? [] : [[dimension, lacking[0]] as const];
    }),
  );
}

const LISTED_PLACES = 10;

/** Sinks that are neither clean nor guarded nor reported, by dimension, with their places (FLOW-04). */
function describeUnresolved(state: AuditState): readonly string[] {
  const open = completeCells(state).flatMap(({ dimension, path, unresolved = [] }) =>
    unresolved.map((line) => ({ dimension, place: line === null ? path : `${path}:${line}` })),
  );
  return [...Map.groupBy(open, ({ dimension }) => dimension)].map(
    ([dimension, sinks]) =>
      `${dimension} ${DIMENSION_PROFILES[dimension].name}: ${sinks.length === 1 ? '1 sink whose data was' : `${sinks.length} sinks whose data was`} not followed to a source or a check: ${listSome(
        [...new Set(sinks.map(({ place }) => place))],
        LISTED_PLACES,
      )}`,
  );
}

/** An audit of a part says which dimensions it is silent about. */
function describeUnasked(asked: AuditOutcome['asked']): readonly string[] {
  const rest = DIMENSIONS.filter((dimension) => asked !== null && !asked.includes(dimension));
  return rest.length === 0 ? [] : [`Not requested, so not audited: ${rest.join(', ')}`];
}

/** What scanners saw beside the dimensions and cells of the audit is no finding of it, but it was seen. */
function describeUnaskedHits(state: AuditState): readonly string[] {
  const { semgrep, embedded } = countUnasked(state);
  const parts = [
    ...(semgrep > 0 ? [`${semgrep} of Semgrep`] : []),
    ...(embedded > 0 ? [`${embedded} of the embedded analyzers`] : []),
  ];
  return parts.length === 0 ? [] : [`Results outside the audited scope, not reported: ${parts.join(', ')}`];
}

/** Nothing an agent said goes without a word. */
function describeRefused(state: AuditState): readonly string[] {
  const refuted = listRefuted(state).length;
  const rejected = listSetAside(state).length - refuted;
  const homeless = countUnplaced(state);
  return [
    ...(rejected > 0 ? [`findings rejected by the host's own check, listed as rejected: ${rejected}`] : []),
    ...(refuted > 0 ? [`findings refuted because every caller is harmless, listed as rejected: ${refuted}`] : []),
    ...(homeless > 0 ? [`findings that name no file of the scope, not listed: ${homeless}`] : []),
  ];
}

const describeUnfollowed = (dive: DeepDive | null): readonly string[] => [
  ...(dive !== null && dive.chainsLeftOut > 0 ? [`candidate chains beyond the limit: ${dive.chainsLeftOut}`] : []),
];

const LISTED_IDS = 10;

/** Why the two late phases are partial, with the findings it is about. */
function explainPartial(
  dive: DeepDive | null,
  validation: Validation | null,
  finalIds: ReadonlyMap<string, string>,
): readonly string[] {
  const list = (ids: readonly string[]): string => {
    const names = [...new Set(ids.map((id) => finalIds.get(id) ?? id))].sort();
    return listSome(names, LISTED_IDS);
  };
  const withoutFlow = dive?.verdict.withoutFlow ?? [];
  const hotspots = dive?.openHotspots ?? [];
  const undecided = (validation?.records ?? []).flatMap(({ verdict, finding }) =>
    verdict === 'undecided' ? [finding.id] : [],
  );
  return [
    ...(withoutFlow.length === 0 ? [] : [`Phase 3 is partial: no full flow was found for ${list(withoutFlow)}`]),
    ...(hotspots.length === 0
      ? []
      : [
          `Phase 3 is partial: ${hotspots.length} of ${dive?.hotspots} hotspots ${hotspots.length === 1 ? 'was' : 'were'} not followed to an entry point: ${list(hotspots.map(({ file, lines }) => `${file}:${lines.start}`))}`,
        ]),
    ...(dive === null || dive.stated.size === 0
      ? []
      : [`Flow as stated by the agent, not followed to an entry point: ${list([...dive.stated])}`]),
    ...(dive?.reason == null ? [] : [`deep dive: ${dive.reason}`]),
    ...(undecided.length === 0 ? [] : [`Phase 4 is partial: no validator could confirm or refute ${list(undecided)}`]),
  ];
}

const composeRounds = (state: AuditState): ReportDocument['rounds'] =>
  state.rounds.map(({ round, evaluation, move }) => ({
    round,
    agents: state.registry.filter((row) => row.round === round).length,
    findings: state.hunts.filter((hunt) => hunt.round === round).flatMap((hunt) => hunt.findings).length,
    gaps: evaluation.gaps,
    decision: move.kind,
    reason: move.reason,
  }));

/** Audit VETO: a confirmed Critical. */
const vetoOf = ({ severity, status }: { readonly severity: string; readonly status: string }): string | null =>
  severity === 'CRITICAL' && status === 'confirmed' ? 'a confirmed Critical' : null;

/** Where the hunt was stopped, nothing is better than its cells: untouched as they are, or open as one of them. Without cells somebody must have looked. */
function lowerToCells(state: AuditState, coverage: DimensionCoverage): DimensionCoverage {
  if (state.huntFailure === null && state.hunts.every(({ result }) => result.ending !== 'aborted')) return coverage;
  const cells = Map.groupBy(completeCells(state), ({ dimension }) => dimension);
  const examined = new Set(
    state.hunts.flatMap(({ result }) => result.trail.evidence.map(({ dimension }) => dimension)),
  );
  const lower = (dimension: Dimension): CoverageStatus => {
    const status = coverage[dimension];
    const own = cells.get(dimension) ?? [];
    if (status === 'not-applicable') return status;
    if (own.length === 0) return examined.has(dimension) ? status : 'missing';
    if (own.every((cell) => cell.status === 'missing')) return 'missing';
    return status === 'covered' && own.some((cell) => cell.status === 'missing') ? 'shallow' : status;
  };
  return byDimension(lower);
}

function judgeAudit({ state, dive, validation, request }: AuditParts): AuditOutcome {
  const { fullProtocol } = AUDIT_MODE_PROFILES[request.mode];
  const last = state.rounds.at(-1);
  if (last === undefined) throw new Error('an audit report needs at least one round');
  const { ratings } = last.evaluation;
  const coverage = lowerToCells(state, coverageOf(fullProtocol ? settleRatings(ratings) : ratings));
  const asked =
    request.cells === null ? request.dimensions : [...new Set(request.cells.map(({ dimension }) => dimension))];
  const met = isCoverageMet(coverage, {
    mode: request.mode,
    isLibrary: state.recon.isLibrary,
    ...(asked === null ? {} : { asked }),
  });
  const gate = fullProtocol ? checkReportGate(state.markers) : ({ kind: 'complete' } as const);
  if (gate.kind === 'halt')
    throw new ReviewError('internal', `${gate.reason}: phases ${gate.skippedPhases.join(', ')} left no marker`);
  const incompleteReason = state.huntFailure ?? (last.move.kind === 'incomplete' ? last.move.reason : null);
  const watermarks = [
    ...(incompleteReason === null ? [] : ['audit incomplete']),
    ...(gate.kind === 'INCOMPLETE'
      ? [
          `INCOMPLETE: ${gate.partialPhases.length === 1 ? 'phase' : 'phases'} ${gate.partialPhases.join(', ')} partial, see the limitations`,
        ]
      : []),
    ...(dive?.verdict.watermark == null ? [] : [dive.verdict.watermark]),
    ...(validation === null ? ['findings were not validated (quick mode)'] : []),
  ];
  const complete =
    fullProtocol && met && gate.kind === 'complete' && incompleteReason === null && state.survey.owed.length === 0;
  return { coverage, met, complete, incompleteReason, watermarks, asked };
}
