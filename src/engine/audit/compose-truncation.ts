/**
 * Lists the hunt agents whose output was cut, how each was recovered (a retry or what was kept), and how many findings are known to be
 * lost, as the `truncation` part of the report (REPORT-01..03, AUD-16). Called by compose-audit.ts and hunt-round.ts.
 */

import type { DimensionCoverage } from '../../protocol/findings/dimension.ts';
import {
  formatRecovery,
  type LostFindings,
  listTruncationGaps,
  type TruncatedAgent,
} from '../../protocol/report/audit-disclosure.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import type { AuditState, HuntRecord } from './audit-state.ts';

export interface DisclosedTruncation extends TruncatedAgent {
  readonly recovery: string;
}

export function listTruncated({ hunts }: Pick<AuditState, 'hunts'>): readonly DisclosedTruncation[] {
  const retries = new Map(hunts.flatMap((hunt) => (hunt.retryOf === null ? [] : [[hunt.retryOf, hunt] as const])));
  return hunts.filter(isCut).map((hunt) => {
    const retry = retries.get(hunt.agentId);
    const agent: TruncatedAgent = {
      agentId: hunt.agentId,
      severity: hunt.result.output.truncation === 'severe' ? 'severe' : 'mild',
      keptFindings: hunt.findings.length,
      retry: retry === undefined ? null : endOf(retry),
      dimensions: hunt.dimensions,
    };
    return { ...agent, recovery: formatRecovery(agent) };
  });
}

/** Its output was cut, or the run was stopped while it worked. */
const isCut = ({ result }: HuntRecord): boolean =>
  result.ending === 'aborted' || (result.ending === 'replied' && result.output.truncation !== 'none');

function endOf(hunt: HuntRecord): 'completed' | 'truncated' | 'failed' {
  if (hunt.result.ending !== 'replied' && hunt.result.ending !== 'aborted') return 'failed';
  return isCut(hunt) ? 'truncated' : 'completed';
}

/** Findings begun and not usable, of every output, and those a reduced retry brought beyond its limit. */
export function countLost({ hunts }: Pick<AuditState, 'hunts'>): LostFindings {
  const lost = hunts.map(({ result }) => result.output.unrecovered);
  return {
    count: lost.reduce((sum, { count }) => sum + count, 0) + hunts.reduce((sum, hunt) => sum + hunt.refusedFindings, 0),
    isLowerBound: hunts.some((hunt) => isCut(hunt) && hunt.result.output.unrecovered.atLeast),
  };
}

export const composeTruncation = (state: AuditState, coverage: DimensionCoverage): ReportDocument['truncation'] => {
  const truncatedAgents = listTruncated(state);
  return {
    agents: truncatedAgents.map(({ agentId, severity, recovery }) => ({ agent: agentId, severity, recovery })),
    coverage_gaps: listTruncationGaps({ truncatedAgents, coverage }),
    unrecovered_findings: countLost(state).count,
    needs_reaudit: state.hunts.flatMap(({ agentId, needsReaudit }) =>
      needsReaudit.map(({ id, file }) => ({ agent: agentId, id, file })),
    ),
  };
};
