/** The report document of an audit: pure, from the state, the two late phases and the facts of the run (FACT-11, REPORT-01..04). */

import { coverageOf, isCoverageMet } from '../../protocol/audit-coverage.ts';
import { listDisclosures } from '../../protocol/audit-disclosure.ts';
import { checkReportGate } from '../../protocol/audit-markers.ts';
import { AUDIT_MODE_PROFILES } from '../../protocol/audit-mode.ts';
import { settleRatings } from '../../protocol/emergency.ts';
import { REPORT_SCHEMA, type ReportDocument } from '../../protocol/report-document.ts';
import { decideVerdict } from '../../protocol/verdict.ts';
import { composeFinding } from '../compose-findings.ts';
import { composeScope } from '../compose-scope.ts';
import { composeUsage } from '../compose-usage.ts';
import type { AuditOutcome, AuditParts } from './audit-parts.ts';
import type { AuditState } from './audit-state.ts';
import { composeAuditAgents } from './compose-audit-agents.ts';
import { composeAuditCoverage, suggestCells } from './compose-audit-coverage.ts';
import { composeAuditDocument } from './compose-audit-document.ts';
import { composeAuditFindings } from './compose-audit-findings.ts';
import { composeAuditSignals } from './compose-audit-signals.ts';
import { composeTruncation, countLost, listTruncated } from './compose-truncation.ts';

export function composeAudit(parts: AuditParts): ReportDocument {
  const { state, validation, request, facts } = parts;
  const outcome = judgeAudit(parts);
  const { findings, finalIds } = composeAuditFindings(state, validation);
  const verdict = decideVerdict({
    findings: findings.map((finding) => ({ ...finding, vetoReason: vetoOf(finding) })),
    agents: [],
    ignoreVetoes: request.ignoreVetoes,
  });
  const limitations = listLimitations(parts, outcome);
  return {
    schema: REPORT_SCHEMA,
    run: {
      id: facts.runId,
      playbook: 'audit',
      mode: request.mode,
      model: request.model,
      started_at: new Date(facts.startedAt).toISOString(),
      finished_at: new Date(facts.finishedAt).toISOString(),
      resumed: 0,
    },
    scope: composeScope(state.survey),
    budget: { total_tokens: state.survey.totalTokens, scale: 1, isolation: 'branch' },
    verdict: verdict.verdict,
    complete: outcome.complete,
    verdict_trace: outcome.complete
      ? verdict.trace
      : [...verdict.trace, 'incomplete: the verdict speaks of what was audited only'],
    warnings: [
      ...request.warnings,
      ...state.survey.snapshot.warnings,
      ...verdict.warnings,
      ...outcome.watermarks.map((watermark) => `⚠️ ${watermark}`),
    ],
    notes: limitations,
    suggestions: suggestCells(state, outcome.coverage),
    agents: composeAuditAgents(state),
    findings: findings.map(composeFinding),
    coverage: composeAuditCoverage(state, outcome),
    rounds: composeRounds(state),
    attack_chains: composeChains(parts, finalIds),
    analyzers: [...(state.baseline?.analyzers ?? [])].sort((a, b) => (a.name < b.name ? -1 : 1)),
    truncation: composeTruncation(state, outcome.coverage),
    signals: composeAuditSignals(parts, outcome),
    usage: composeUsage(facts.usage),
    audit: composeAuditDocument(parts, { ...outcome, limitations, finalIds }),
  };
}

const listLimitations = ({ state, dive, validation }: AuditParts, outcome: AuditOutcome): readonly string[] => [
  ...listDisclosures({
    truncatedAgents: listTruncated(state),
    lostFindings: countLost(state),
    coverage: outcome.coverage,
    incompleteReason: outcome.incompleteReason,
    validated: validation !== null,
  }),
  ...state.transferWarnings,
  ...state.recon.notes,
  ...(dive === null || dive.reason === null ? [] : [`deep dive: ${dive.reason}`]),
  ...(validation?.failedBatches ?? []).map((batch) => `validation failed: ${batch}`),
];

const composeRounds = (state: AuditState): ReportDocument['rounds'] =>
  state.rounds.map(({ round, evaluation, move }) => ({
    round,
    agents: state.registry.filter((row) => row.round === round).length,
    findings: state.hunts.filter((hunt) => hunt.round === round).flatMap((hunt) => hunt.findings).length,
    gaps: evaluation.gaps,
    decision: move.kind,
    reason: move.reason,
  }));

const composeChains = ({ dive }: AuditParts, finalIds: ReadonlyMap<string, string>): ReportDocument['attack_chains'] =>
  (dive?.chains ?? []).map((chain) => ({
    id: chain.id,
    title: chain.title,
    findings: chain.findings.map((id) => finalIds.get(id) ?? id),
    preconditions: chain.preconditions,
    steps: chain.steps.map((step) => renameStep(step, finalIds)),
    severity: chain.severity,
    standing: chain.standing,
    amplification: chain.amplification,
  }));

/** Audit VETO: a confirmed Critical. */
const vetoOf = ({ severity, status }: { readonly severity: string; readonly status: string }): string | null =>
  severity === 'CRITICAL' && status === 'confirmed' ? 'a confirmed Critical' : null;

const renameStep = (step: string, finalIds: ReadonlyMap<string, string>): string =>
  step.replace(/^[A-Z]+-?\d+/u, (id) => finalIds.get(id) ?? id);

function judgeAudit({ state, dive, validation, request }: AuditParts): AuditOutcome {
  const { fullProtocol } = AUDIT_MODE_PROFILES[request.mode];
  const last = state.rounds.at(-1);
  if (last === undefined) throw new Error('an audit report needs at least one round');
  const { ratings } = last.evaluation;
  const coverage = coverageOf(fullProtocol ? settleRatings(ratings) : ratings);
  const asked =
    request.cells === null ? request.dimensions : [...new Set(request.cells.map(({ dimension }) => dimension))];
  const met = isCoverageMet(coverage, {
    mode: request.mode,
    isLibrary: state.recon.isLibrary,
    ...(asked === null ? {} : { asked }),
  });
  const gate = fullProtocol ? checkReportGate(state.markers) : ({ kind: 'complete' } as const);
  const incompleteReason = state.huntFailure ?? (last.move.kind === 'incomplete' ? last.move.reason : null);
  const watermarks = [
    ...(incompleteReason === null ? [] : ['audit incomplete']),
    ...(gate.kind === 'INCOMPLETE' ? [`INCOMPLETE: phases ${gate.partialPhases.join(', ')} are partial`] : []),
    ...(dive?.verdict.watermark == null ? [] : [dive.verdict.watermark]),
    ...(validation === null ? ['findings were not validated (quick mode)'] : []),
  ];
  const complete =
    fullProtocol && met && gate.kind === 'complete' && incompleteReason === null && state.survey.owed.length === 0;
  return { coverage, met, complete, incompleteReason, watermarks, asked };
}
