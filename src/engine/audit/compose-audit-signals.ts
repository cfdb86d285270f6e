/** The return signals of an audit: one for recon, one per round, one for the deep dive, one for validation, one for the run (HOST-08). */

import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import { listGaps } from '../../protocol/coverage/gaps.ts';
import type { ReportSignal } from '../../protocol/report/report-document.ts';
import {
  composeAuditSignal,
  composeDeepDiveSignal,
  composeHuntSignal,
  composeReconSignal,
  composeValidationSignal,
} from '../../protocol/signals/signal-audit.ts';
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

export function composeSurveySignal({ plan, recon }: AuditState, usage: readonly UsageShare[]): ReportSignal {
  const verdict = judgeSurvey(recon);
  const missing = verdict.kind === 'accepted' ? [] : verdict.missing.map((name) => SURVEYED[name]);
  const found = Object.values(SURVEYED).filter((name) => !missing.includes(name));
  return composeReconSignal({ mode: plan.mode, usage, found, missing });
}

export function composeRoundSignal(
  state: AuditState,
  { round, evaluation, move }: RoundRecord,
  usage: readonly UsageShare[],
): ReportSignal {
  const hunts = state.hunts.filter((hunt) => hunt.round === round);
  return composeHuntSignal({
    mode: state.plan.mode,
    usage,
    dimensions: [...new Set(hunts.flatMap(({ dimensions }) => dimensions))],
    findings: hunts.flatMap(({ findings }) => findings).length,
    reports: hunts.filter(({ result }) => result.ending === 'replied' && result.output.truncation !== 'severe').length,
    gaps: evaluation.gaps,
    decision: move.kind,
  });
}

export function composeDiveSignal(state: AuditState, dive: DeepDive, usage: readonly UsageShare[]): ReportSignal {
  return composeDeepDiveSignal({
    mode: state.plan.mode,
    usage,
    followed: dive.flows.size,
    filesExamined: dive.filesExamined,
    rootCauses: dive.chains.map(({ title }) => title),
    open: [...dive.verdict.withoutFlow, ...dive.openHotspots.map(({ file, lines }) => `${file}:${lines.start}`)],
  });
}

export function composeCheckSignal(
  state: AuditState,
  validation: Validation,
  usage: readonly UsageShare[],
): ReportSignal {
  const count = (...verdicts: readonly string[]): number =>
    validation.records.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return composeValidationSignal({
    mode: state.plan.mode,
    usage,
    batches: validation.batches.length,
    confirmed: count('confirmed', 'accepted'),
    downgraded: count('downgraded'),
    rejected: count('rejected'),
    undecided: validation.records.filter(({ verdict }) => verdict === 'undecided').map(({ finding }) => finding.id),
  });
}

function composeRunSignal({ state, dive, validation, facts }: AuditParts, outcome: AuditOutcome): ReportSignal {
  return composeAuditSignal({
    mode: state.plan.mode,
    usage: facts.shares,
    rounds: state.rounds.length,
    phases: [1, 2, ...(dive === null ? [] : [3]), ...(validation === null ? [] : [4]), 5],
    tasks: state.hunts.length + (dive === null ? 0 : 1) + (validation?.batches.length ?? 0),
    remaining: listGaps(outcome.coverage),
    complete: outcome.complete,
  });
}
