/**
 * Evaluates a hunt round: gathers how each agent ended, what it covered by the record of its reads and tool calls, and the facts for
 * the three questions, and returns the evaluation of protocol/rounds/evaluation.ts (EVALUATE-01, EVALUATE-02, AUD-10, AUD-18,
 * HOST-01). What an agent claims can only lower a rating. Called by hunt-rounds.ts.
 */
import type { HuntTrail } from '../../ports/auditor.ts';
import { type DimensionRating, lowerRating, type PartialRatings } from '../../protocol/coverage/audit-coverage.ts';
import { isInapplicable, rateEvidence } from '../../protocol/coverage/coverage-evidence.ts';
import type { Dimension } from '../../protocol/findings/dimension.ts';
import { areaOf, listPlannedAreas, moduleOf, placeOf } from '../../protocol/rounds/audit-recon.ts';
import {
  type AgentOutcome,
  type Evaluation,
  evaluateRound,
  type QuestionEvidence,
} from '../../protocol/rounds/evaluation.ts';
import { type AuditState, type HuntRecord, listCounted, roundRatingsOf, toModuleFinding } from './audit-state.ts';
import { listTakenOver } from './hunt-round.ts';

export function evaluate(
  state: AuditState,
  records: readonly HuntRecord[],
  asked: readonly Dimension[] | null,
): Evaluation {
  const { mode } = state.plan;
  const { isLibrary } = state.recon;
  return evaluateRound({
    mode,
    isLibrary,
    ...(asked === null ? {} : { asked }),
    agents: records.map((record) => toOutcome(record, records, state)),
    earlierRounds: [inapplicableByPlan(state), ...roundRatingsOf(state.rounds)],
    questions: gatherQuestions(state),
  });
}

/** A library has no login, no rights and sends no requests of its own (FACT-02). */
const inapplicableByPlan = ({ plan }: AuditState): PartialRatings =>
  Object.fromEntries(plan.notApplicable.map((dimension) => [dimension, 'not-applicable']));

function toOutcome(record: HuntRecord, records: readonly HuntRecord[], state: AuditState): AgentOutcome {
  const takenOver = listTakenOver(records, record);
  return {
    agentId: record.agentId,
    dimensions: record.dimensions.filter((dimension) => !takenOver.includes(dimension)),
    ending: endingOf(record),
    keptFindings: record.findings.length,
    ratings: { ...rateRecord(record, state), ...leaveToOthers(record, records) },
    retryOf: record.retryOf,
  };
}

/**
 * Agents who share a dimension by area answer for what is in their area: where recon saw nothing of it there and something in
 * another's, the other's word counts. Whoever searched for sinks and found none has done the work, so D1 is never left.
 */
function leaveToOthers(record: HuntRecord, records: readonly HuntRecord[]): PartialRatings {
  const others = records.filter(({ agentId }) => agentId !== record.agentId);
  return Object.fromEntries(
    record.dimensions
      .filter((dimension) => dimension !== 'D1' && !record.present.includes(dimension))
      .filter((dimension) => others.some(({ present }) => present.includes(dimension)))
      .map((dimension) => [dimension, 'not-applicable' as const]),
  );
}

function endingOf({ result }: HuntRecord): AgentOutcome['ending'] {
  if (result.ending === 'timeout') return 'timeout';
  if (result.ending !== 'replied') return 'failed';
  return result.output.truncation === 'none' ? 'completed' : 'truncated';
}

function rateRecord({ dimensions, result, claimedCoverage }: HuntRecord, state: AuditState): PartialRatings {
  const { anomalous, claimed } = result.output;
  return Object.fromEntries(
    dimensions.map((dimension) => {
      const evidenced = rateTrail(result.trail, dimension, state);
      const said = claimed.coverage[dimension] ?? null;
      const lowered =
        said === null || claimedCoverage[dimension] === undefined ? evidenced : lowerRating(said, evidenced);
      return [dimension, anomalous ? lowerRating('shallow', lowered) : lowered];
    }),
  );
}

function rateTrail(trail: HuntTrail, dimension: Dimension, { plan, recon }: AuditState): DimensionRating {
  const empty = trail.inapplicable.find((evidence) => evidence.dimension === dimension);
  if (empty !== undefined && isInapplicable(empty, recon.isLibrary)) return 'not-applicable';
  const evidence = trail.evidence.filter((entry) => entry.dimension === dimension);
  const ratings = evidence.map((entry) => rateEvidence(entry, plan.mode));
  if (ratings.length === 0) return 'missing';
  return (['covered', 'shallow'] as const).find((rating) => ratings.includes(rating)) ?? 'missing';
}

/** The last round that could follow a chain: somebody was shown code in it. 0 where none was. */
const latestReading = (hunts: readonly HuntRecord[]): number =>
  Math.max(
    0,
    ...hunts
      .filter(({ result: { trail } }) => trail.filesRead.length > 0 || Object.keys(trail.delivered ?? {}).length > 0)
      .map(({ round }) => round),
  );

const listCellAreas = ({ plan, recon }: AuditState): ReadonlySet<string> =>
  new Set(
    plan.dimensions.flatMap((dimension) =>
      (plan.cellPaths?.[dimension] ?? []).map((path) => areaOf(dimension, moduleOf(recon, path))),
    ),
  );

/** Q1, Q2 and Q3 from the record: areas with a cell, entry points with a trace, findings nobody has combined yet. */
function gatherQuestions(state: AuditState): QuestionEvidence {
  const trails = state.hunts.map(({ result }) => result.trail);
  const { dimensions, cellPaths } = state.plan;
  const asked = cellPaths === null ? null : listCellAreas(state);
  const planned = listPlannedAreas(state.recon).filter((area) =>
    asked === null ? dimensions.some((dimension) => area.startsWith(`${dimension}@`)) : asked.has(area),
  );
  const files = new Set(state.survey.files.map(({ path }) => path));
  const latest = latestReading(state.hunts);
  const counted = listCounted(state);
  return {
    plannedAreas: planned,
    searchedAreas: trails.flatMap(({ cells }) =>
      cells
        .filter(({ status }) => status !== 'missing')
        .map(({ dimension, path }) => areaOf(dimension, moduleOf(state.recon, path))),
    ),
    entryPoints: state.recon.entryPoints.filter(({ file }) => files.has(file)).map(placeOf),
    tracedEntryPoints: trails.flatMap(({ tracedEntryPoints }) => tracedEntryPoints),
    findings: counted.map((finding) => toModuleFinding(state.recon, finding)),
    followedFindings: counted.filter(({ round }) => round < latest).map(({ id }) => id),
  };
}
