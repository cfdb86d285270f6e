/**
 * Composes the `agents` rows of an audit's report, one per hunt agent, retries and the emergency agent included: budget, tokens, files
 * read, status, verdict. Called by compose-audit.ts; `huntStatusOf` also by hunt-round.ts.
 */
import { remainingPercent, usedPercent } from '../../protocol/budget/mode.ts';
import type { ReportAgent } from '../../protocol/report/report-document.ts';
import { agentVerdict } from '../../protocol/report/verdict.ts';
import type { AuditState, HuntRecord } from './audit-state.ts';

export const composeAuditAgents = (state: AuditState, model: string | null): readonly ReportAgent[] =>
  state.hunts.map((hunt) => composeRow(hunt, model));

function composeRow(hunt: HuntRecord, model: string | null): ReportAgent {
  const { result } = hunt;
  const status = huntStatusOf(hunt);
  const read = new Set(result.trail.filesRead).size;
  const judged = { agent: hunt.agentId, canVeto: false, verdict: null, vetoReasons: [] };
  const { verdict } = agentVerdict(judged, hunt.findings);
  return {
    agent: hunt.agentId,
    round: hunt.round,
    wave: 1,
    budget_tokens: hunt.budgetTokens,
    used_tokens: result.usedTokens,
    partial: status !== 'completed',
    cutoff_reason:
      status === 'completed' ? null : (result.cutoffReason ?? (status === 'truncated' ? 'truncated' : 'error')),
    mode: result.budgetMode,
    budget_used_percent: usedPercent(result.usedTokens, hunt.budgetTokens),
    budget_remaining_percent: remainingPercent(result.usedTokens, hunt.budgetTokens),
    files_reviewed: read,
    files_skipped: 0,
    skipped_files: [],
    skipped: { medium_count: 0, low_count: 0 },
    verdict,
    veto_reasons: [],
    status,
    recommendation: null,
    model,
    files_recalled: 0,
  };
}

/** Who was stopped by the user, the deadline or a limit of the run did not fail: what it had is in the report. */
export const huntStatusOf = ({ result }: HuntRecord): ReportAgent['status'] => {
  if (result.ending === 'aborted' || (result.ending === 'failed' && result.cutoffReason === 'budget'))
    return 'truncated';
  if (result.ending !== 'replied') return 'failed';
  return result.output.truncation === 'none' ? 'completed' : 'truncated';
};
