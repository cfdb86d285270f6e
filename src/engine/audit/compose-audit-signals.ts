/**
 * Composes the return signals of an audit, one when each phase is over: recon and a hunt round `research`, the deep dive `debug`,
 * validation `testing`, the whole audit `implementer` (HOST-08, SIG-15..17). Each is counted from what the phase recorded. Called by
 * run-audit.ts, hunt-rounds.ts and compose-audit.ts.
 */

import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import { AUDIT_MODE_PROFILES } from '../../protocol/coverage/audit-mode.ts';
import { listGaps } from '../../protocol/coverage/gaps.ts';
import type { ReportSignal } from '../../protocol/report/report-document.ts';
import { toWireSignal } from '../../protocol/signals/signal.ts';
import {
  buildDebugSignal,
  buildImplementerSignal,
  buildResearchSignal,
  buildTestingSignal,
  highestUsagePercent,
} from '../../protocol/signals/signal-build.ts';
import type { AuditOutcome, AuditParts } from './audit-parts.ts';
import type { AuditState, RoundRecord } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import { judgeSurvey } from './prepare-audit.ts';
import type { Validation } from './validation-phase.ts';

export const composeAuditSignals = (parts: AuditParts, outcome: AuditOutcome): readonly ReportSignal[] => [
  ...parts.state.signals,
  composeRunSignal(parts, outcome),
];

const SURVEYED = { modules: 'modules', entryPoints: 'entry_points', dependencies: 'dependencies' } as const;

/** The host's own survey: one report, and no finding yet. What it could not learn stays open, and nobody looks again. */
export function composeSurveySignal({ recon }: Pick<AuditState, 'recon'>, usage: readonly UsageShare[]): ReportSignal {
  const verdict = judgeSurvey(recon);
  const missing = verdict.kind === 'accepted' ? [] : verdict.missing.map((name) => SURVEYED[name]);
  return toWireSignal(
    buildResearchSignal({
      topics: Object.values(SURVEYED).filter((name) => !missing.includes(name)),
      findingsTotal: 0,
      reportsCreated: 1,
      usagePercent: highestUsagePercent(usage),
      workRemaining: missing,
      requiresContinuation: false,
      next: 'Hunt round 1',
    }),
  );
}

/** Completed are dimensions of the round that it left without a gap; reports are agents whose output could be used. */
export function composeRoundSignal(
  state: Pick<AuditState, 'hunts' | 'plan'>,
  { round, evaluation, move }: RoundRecord,
  usage: readonly UsageShare[],
): ReportSignal {
  const hunts = state.hunts.filter((hunt) => hunt.round === round);
  const goesOn = move.kind === 'next-round' || move.kind === 'emergency';
  const after = AUDIT_MODE_PROFILES[state.plan.mode].fullProtocol ? 'Deep dive' : 'Report';
  return toWireSignal(
    buildResearchSignal({
      topics: [...new Set(hunts.flatMap(({ dimensions }) => dimensions))].filter(
        (dimension) => !evaluation.gaps.includes(dimension),
      ),
      findingsTotal: hunts.flatMap(({ findings }) => findings).length,
      reportsCreated: hunts.filter(({ result }) => result.ending === 'replied' && result.output.truncation !== 'severe')
        .length,
      usagePercent: highestUsagePercent(usage),
      workRemaining: evaluation.gaps,
      requiresContinuation: goesOn,
      next: move.kind === 'emergency' ? 'Emergency round' : goesOn ? 'Next round' : after,
    }),
  );
}

/** What remains are findings whose flow stayed incomplete and hotspots nobody covered. */
export const composeDiveSignal = (dive: DeepDive, usage: readonly UsageShare[]): ReportSignal =>
  toWireSignal(
    buildDebugSignal({
      issuesDebugged: dive.flows.size,
      filesExamined: dive.filesExamined,
      rootCauses: dive.chains.map(({ title }) => title),
      usagePercent: highestUsagePercent(usage),
      workRemaining: [
        ...dive.verdict.withoutFlow,
        ...dive.openHotspots.map(({ file, lines }) => `${file}:${lines.start}`),
      ],
      requiresContinuation: false,
      next: 'Validation',
    }),
  );

export function composeCheckSignal({ records, batches }: Validation, usage: readonly UsageShare[]): ReportSignal {
  const count = (...verdicts: readonly string[]): number =>
    records.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const undecided = records.filter(({ verdict }) => verdict === 'undecided').map(({ finding }) => finding.id);
  return toWireSignal(
    buildTestingSignal({
      batches: batches.length,
      confirmed: count('confirmed', 'accepted'),
      downgraded: count('downgraded'),
      rejected: count('rejected'),
      needsManual: undecided.length,
      usagePercent: highestUsagePercent(usage),
      workRemaining: undecided,
      requiresContinuation: false,
      next: 'Report',
    }),
  );
}

/** Waves are the hunt rounds that ran, tasks the hunt agents, deep dives and validators that ended. */
export function composeRunSignal(
  { state, dive, validation, facts }: Pick<AuditParts, 'state' | 'dive' | 'validation' | 'facts'>,
  { coverage, complete }: Pick<AuditOutcome, 'coverage' | 'complete'>,
): ReportSignal {
  return toWireSignal(
    buildImplementerSignal({
      waves: { first: 1, last: Math.max(1, state.rounds.length) },
      phasesCompleted: [1, 2, ...(dive === null ? [] : [3]), ...(validation === null ? [] : [4]), 5],
      tasksCompleted: state.hunts.length + (dive === null ? 0 : 1) + (validation?.batches.length ?? 0),
      artifacts: [],
      usagePercent: highestUsagePercent(facts.shares),
      workRemaining: complete ? 0 : listGaps(coverage),
      requiresContinuation: false,
      isFinal: complete,
      next: complete ? 'COMPLETE' : 'Audit uncovered cells',
    }),
  );
}
