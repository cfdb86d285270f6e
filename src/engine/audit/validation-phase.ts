/**
 * Runs phase 4 of an audit: has the candidates checked by validators who did not report them, re-checks a sample, and rates all
 * (FACT-08, AUD-23, AUD-32). Returns a record per candidate, with a decision or the reason why there is none (CONVERGE-03). Called by
 * run-audit.ts.
 */

import type { UsageShare } from '../../protocol/budget/usage-recorder.ts';
import { planValidation, reopenPasses, type ValidationBatch } from '../../protocol/rounds/validation-plan.ts';
import type { AuditPorts } from './audit-request.ts';
import type { AuditState } from './audit-state.ts';
import type { DeepDive } from './deep-dive-phase.ts';
import { rateAll, rejectByHost, type ValidationRecord } from './rate-findings.ts';
import { isSemgrepOnly, listCandidates, listSetAside, toPlanned } from './validation-candidates.ts';
import { type ValidationPorts, ValidationQueue } from './validation-queue.ts';

export interface Validation {
  readonly status: 'completed' | 'partial';
  readonly records: readonly ValidationRecord[];
  readonly batches: readonly ValidationBatch[];
  readonly failedBatches: readonly string[];
  readonly evidence: Readonly<Record<string, string>>;
  readonly usage: UsageShare;
}

export async function validateFindings(
  state: AuditState,
  dive: DeepDive,
  seed: string,
  ports: ValidationPorts,
): Promise<Validation> {
  const candidates = listCandidates(state);
  const own = candidates.filter((candidate) => !isSemgrepOnly(candidate)).map(toPlanned);
  const plan = planValidation(
    own,
    {
      status: state.baseline?.semgrep.status === 'partial' ? 'partial' : 'completed',
      ids: candidates.filter(isSemgrepOnly).map(({ id }) => id),
    },
    seed,
  );
  const queue = new ValidationQueue(candidates, state, ports);
  await queue.run(plan.batches);
  const wrong = plan.batches
    .filter(({ purpose }) => purpose === 'spot-check')
    .flatMap(({ ids }) =>
      ids.filter((id) => queue.unproven.has(id) || (queue.decisions.get(id)?.verdict ?? 'confirmed') !== 'confirmed'),
    );
  const reopened = reopenPasses(own, wrong).filter((id) => !queue.decisions.has(id));
  if (reopened.length > 0)
    await queue.run([{ track: '4c', purpose: 'findings', by: 'agent', steps: [1, 2, 3, 4], ids: reopened }]);
  const accepted = new Set(plan.accepted.filter((id) => !reopened.includes(id)));
  const records = [
    ...rateAll(candidates, { decisions: queue.decisions, undecided: queue.undecided, accepted }, { state, dive }),
    ...listSetAside(state).map(rejectByHost),
  ];
  for (const record of records) announce(record, ports);
  const undecided = records.filter(({ verdict }) => verdict === 'undecided').length;
  return {
    status: undecided > 0 || queue.failed.length > 0 ? 'partial' : 'completed',
    records,
    batches: queue.batches,
    failedBatches: queue.failed,
    evidence: {
      candidates: String(candidates.length),
      decided: String(records.length - undecided),
      rejected: String(records.filter(({ verdict }) => verdict === 'rejected').length),
      batches: String(queue.batches.length),
    },
    usage: queue.usage,
  };
}

function announce({ finding, verdict, validator, reason }: ValidationRecord, { emit }: Pick<AuditPorts, 'emit'>): void {
  emit({
    kind: 'validation',
    finding: finding.id,
    validator: validator ?? 'host',
    outcome: verdict === 'accepted' ? 'confirmed' : verdict === 'undecided' ? 'needs_manual' : verdict,
    severity: finding.severity,
    reason: reason ?? (verdict === 'accepted' ? 'accepted on its own check' : 'nobody decided it'),
  });
}
