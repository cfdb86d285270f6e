/**
 * Composes the `audit` part of the report from the state: what recon, hunt rounds, Semgrep, deep dive and validation saw, decided and
 * left open (FACT-11). Called by compose-audit.ts.
 */

import type { CoverageCell } from '../../ports/auditor.ts';
import { coverageOf } from '../../protocol/coverage/audit-coverage.ts';
import {
  type ControlEvidence,
  formatControlEvidence,
  isInapplicable,
} from '../../protocol/coverage/coverage-evidence.ts';
import { stateProof } from '../../protocol/findings/calibration.ts';
import {
  DIMENSIONS,
  type Dimension,
  type DimensionCoverage,
  formatCoverage,
  formatCoverageSymbol,
  isOfTrack,
} from '../../protocol/findings/dimension.ts';
import { scorePath } from '../../protocol/findings/risk-factors.ts';
import type { AuditDocument } from '../../protocol/report/audit-document.ts';
import { formatRegistryRow } from '../../protocol/rounds/agent-registry-wire.ts';
import { accessOf, placeOf } from '../../protocol/rounds/audit-recon.ts';
import {
  checkVerification,
  formatVerification,
  type SemgrepVerdict,
  summarizeVerification,
} from '../../protocol/rounds/semgrep-verify.ts';
import type { AuditOutcome, AuditParts } from './audit-parts.ts';
import { type AuditState, mergeCells } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import type { ValidationRecord } from './rate-findings.ts';
import { listSemgrep, SEMGREP_AGENT } from './scanned-findings.ts';
import type { Validation } from './validation-phase.ts';

export interface DocumentFacts extends AuditOutcome {
  readonly limitations: readonly string[];
  readonly finalIds: ReadonlyMap<string, string>;
}

export function composeAuditDocument({ state, dive, validation }: AuditParts, facts: DocumentFacts): AuditDocument {
  const { recon } = state;
  return {
    mode: state.plan.mode,
    watermarks: facts.watermarks,
    limitations: facts.limitations,
    markers: state.transcript,
    recon: {
      modules: recon.modules.length,
      entry_points: recon.entryPoints.map((entry) => ({ place: placeOf(entry), kind: entry.kind, label: entry.label })),
      dependencies: recon.dependencies.length,
      frameworks: recon.frameworks,
      library: recon.isLibrary,
      knowledge: recon.documents,
      notes: recon.notes,
      ...listParts(recon),
    },
    permission_matrix: composeMatrix(state),
    agents: composeAgents(state),
    evaluations: composeEvaluations(state),
    control_evidence: composeControls(state),
    semgrep: composeSemgrep(state, validation),
    deep_dive: composeDive(dive, facts.finalIds),
    validation: (validation?.records ?? []).map((record) => composeValidation(record, facts.finalIds)),
    path_scores: (validation?.records ?? []).flatMap((record) => composePath(record, facts.finalIds)),
    not_applicable: listInapplicable(state, facts.coverage),
    agent_registry: state.plan.mode === 'deep' ? state.registry.map(formatRegistryRow) : [],
  };
}

const LISTED_MODULES = 200;
const LISTED_DEPENDENCIES = 1000;

const listParts = ({
  modules,
  dependencies,
}: AuditState['recon']): Pick<AuditDocument['recon'], 'module_list' | 'dependency_list' | 'left_out'> => ({
  module_list: modules
    .toSorted((a, b) => b.loc - a.loc)
    .slice(0, LISTED_MODULES)
    .map(({ name, files, loc }) => ({ name, files, loc })),
  dependency_list: dependencies.slice(0, LISTED_DEPENDENCIES),
  left_out: {
    modules: Math.max(0, modules.length - LISTED_MODULES),
    dependencies: Math.max(0, dependencies.length - LISTED_DEPENDENCIES),
  },
});

const listEndpointCells = (hunts: AuditState['hunts']): readonly CoverageCell[] =>
  mergeCells(hunts).filter(({ endpoint }) => endpoint !== undefined);

/** Endpoints that are deep in one of these dimensions, by place and name. */
const listVerified = (hunts: AuditState['hunts'], dimensions: readonly Dimension[]): ReadonlySet<string> =>
  new Set(
    listEndpointCells(hunts)
      .filter(({ dimension, status }) => status === 'covered' && dimensions.includes(dimension))
      .map(({ endpoint }) => `${endpoint?.place} ${endpoint?.label}`),
  );

/** Verified is what an agent was seen to do with it, in either control dimension; never what it says. */
function composeMatrix({ recon, hunts }: AuditState): AuditDocument['permission_matrix'] {
  const verified = listVerified(hunts, DIMENSIONS);
  return recon.endpoints.map((endpoint) => ({
    place: placeOf(endpoint),
    endpoint: endpoint.label,
    resource: endpoint.resource,
    verb: endpoint.verb,
    sensitive: endpoint.isSensitive,
    guards: endpoint.guards,
    handler: endpoint.handler === null ? null : placeOf(endpoint.handler),
    verified: verified.has(`${placeOf(endpoint)} ${endpoint.label}`),
  }));
}

/** By the rule for libraries, or by an agent's empty searches as it wrote them down. */
function listInapplicable(
  { plan, recon, hunts }: AuditState,
  coverage: DimensionCoverage,
): AuditDocument['not_applicable'] {
  const apis = accessOf(recon).entryPoints.filter(({ kind }) => kind === 'exported-api').length;
  const noted = hunts.flatMap(({ result }) => result.trail.inapplicable);
  return DIMENSIONS.filter((dimension) => coverage[dimension] === 'not-applicable').flatMap((dimension) => {
    if (plan.notApplicable.includes(dimension))
      return [{ dimension, reason: `a library: no HTTP entry point, ${apis} exported functions` }];
    const found = noted.find((each) => each.dimension === dimension && isInapplicable(each, recon.isLibrary));
    return found === undefined ? [] : [{ dimension, reason: found.note }];
  });
}

const composeAgents = (state: AuditState): AuditDocument['agents'] =>
  state.hunts.map((hunt) => {
    const row = state.registry.find(({ agentId }) => agentId === hunt.agentId);
    const { trail, output } = hunt.result;
    return {
      agent: hunt.agentId,
      round: hunt.round,
      status: row?.status ?? 'FAILED',
      output_status: row?.outputStatus ?? 'MISSING',
      dimensions: hunt.dimensions,
      retry_of: hunt.retryOf,
      emergency: hunt.emergency,
      restart: hunt.isRestart,
      findings: hunt.findings.length,
      reason: row?.reason ?? hunt.result.reason,
      max_turns: hunt.maxTurns,
      tool_calls: trail.toolCalls,
      files_read: new Set(trail.filesRead).size,
      rereads: trail.rereads,
      refused_calls: trail.refusals,
      modules_loaded: trail.documentsLoaded,
      claimed_coverage: Object.fromEntries(
        Object.entries(output.claimed.coverage).map(([dimension, status]) => [dimension, formatCoverageSymbol(status)]),
      ),
    };
  });

const composeEvaluations = ({ rounds }: AuditState): AuditDocument['evaluations'] =>
  rounds.map(({ round, emergency, evaluation, transferLosses }) => ({
    round,
    emergency,
    dimensions: formatCoverage(coverageOf(evaluation.ratings)),
    ratio: Math.floor(10_000 * evaluation.ratio) / 10_000,
    met: evaluation.met,
    questions:
      evaluation.answers === null
        ? null
        : {
            unsearched: evaluation.answers.unsearched,
            all_traced: evaluation.answers.allTraced,
            combinations: evaluation.answers.combinations,
          },
    transfer_losses: Object.fromEntries(Object.entries(transferLosses ?? {}).filter(([, count]) => count > 0)),
  }));

/** The best evidence of each control dimension, as the report shows it (FACT-02). */
function composeControls({ hunts }: AuditState): AuditDocument['control_evidence'] {
  const all = hunts.flatMap(({ result }) => result.trail.evidence).filter((evidence) => evidence.track === 'control');
  return DIMENSIONS.filter((dimension) => isOfTrack(dimension, 'control')).flatMap((dimension) => {
    const own = all.filter((evidence) => evidence.dimension === dimension);
    const best = own.reduce<ControlEvidence | null>(
      (most, evidence) => (most !== null && most.endpointsVerified >= evidence.endpointsVerified ? most : evidence),
      null,
    );
    if (best === null) return [];
    // Agents may have shared the endpoints: what counts is what they verified together.
    const endpoints = listEndpointCells(hunts).filter((cell) => cell.dimension === dimension).length;
    const together =
      endpoints < best.endpoints
        ? best
        : {
            ...best,
            endpoints,
            endpointsVerified: Math.max(best.endpointsVerified, listVerified(hunts, [dimension]).size),
          };
    return [{ dimension, lines: formatControlEvidence(together) }];
  });
}

function composeSemgrep(state: AuditState, validation: Validation | null): AuditDocument['semgrep'] {
  const { status, reason } = state.baseline?.semgrep ?? { status: 'absent' as const, reason: null };
  if (status === 'absent' || status === 'failed') return { status, reason, verification: [] };
  const verdicts = new Map((validation?.records ?? []).flatMap(listSemgrepVerdicts));
  const hits = listSemgrep(state);
  const summary = summarizeVerification(hits, verdicts);
  const problems = checkVerification(
    summary,
    status,
    hits.map(({ id }) => id),
  );
  return {
    status,
    reason: [...(reason === null ? [] : [reason]), ...problems].join('; ') || null,
    verification: formatVerification(summary).split('\n'),
  };
}

/** A hit that somebody looked at in vain is left to people; unresolved is one that nobody looked at. */
function listSemgrepVerdicts({
  finding: { status, members },
  verdict,
  validator,
}: ValidationRecord): readonly (readonly [string, SemgrepVerdict])[] {
  if (verdict === 'undecided' && validator === null) return [];
  const word = status === 'rejected' || status === 'confirmed' ? status : 'needs_manual';
  return members.filter(({ agent }) => agent === SEMGREP_AGENT).map(({ id }) => [id, word] as const);
}

const composeDive = (dive: DeepDive | null, finalIds: ReadonlyMap<string, string>): AuditDocument['deep_dive'] => ({
  status: dive?.verdict.status ?? 'skipped',
  hotspots: dive?.hotspots ?? 0,
  hotspots_covered: dive === null ? 0 : dive.hotspots - dive.openHotspots.length,
  flows: [...(dive?.flows ?? [])].map(([id, flow]) => ({
    finding: finalIds.get(id) ?? id,
    status: dive?.stated.has(id) ? 'stated' : flow.kind,
    reason: 'reason' in flow ? flow.reason : null,
    steps: 'steps' in flow ? flow.steps.map(({ file, line, what }) => `${file}:${line} ${what}`) : [],
  })),
  chains_refuted: dive?.refutedChains ?? 0,
  chains_left_out: dive?.chainsLeftOut ?? 0,
});

function composeValidation(
  record: ValidationRecord,
  finalIds: ReadonlyMap<string, string>,
): AuditDocument['validation'][number] {
  const { finding, calibration, proof: known } = record;
  const proof =
    'request' in known
      ? stateProof(finding.severity, known.request, '')
      : stateProof(finding.severity, null, known.reason);
  return {
    finding: finalIds.get(finding.id) ?? finding.id,
    verdict: record.verdict,
    validator: record.validator,
    method: record.method,
    verification: record.verification,
    reason: record.reason,
    stated_severity: record.statedSeverity,
    score: calibration.score,
    rating_dispute: calibration.ratingDispute,
    poc:
      proof.kind === 'not_reproducible'
        ? { status: 'not_reproducible', reason: proof.reason }
        : { status: proof.kind === 'provided' ? 'provided' : 'not_required', reason: null },
  };
}

function composePath(
  { finding: { id, status, severity, cwe }, factors }: ValidationRecord,
  finalIds: ReadonlyMap<string, string>,
): AuditDocument['path_scores'] {
  if (factors === null || status === 'rejected' || severity === 'LOW') return [];
  return [{ finding: finalIds.get(id) ?? id, ...scorePath(factors, cwe) }];
}
