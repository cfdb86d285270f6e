/**
 * Composes the attack chains of the report from those of the deep dive: with final ids and severities, each pair once, chains that
 * were followed first; a chain with a rejected or suppressed finding is left out (FACT-07). Called by compose-audit.ts.
 */

import type { MergedFinding } from '../../protocol/findings/finding.ts';
import { compareSeverity } from '../../protocol/findings/severity.ts';
import type { ReportDocument } from '../../protocol/report/report-document.ts';
import { combineSeverity } from '../../protocol/rounds/attack-chains.ts';
import type { DiveChain } from './deep-dive-phase.ts';

type ReportChain = ReportDocument['attack_chains'][number];

export function composeChains(
  chains: readonly DiveChain[],
  findings: readonly Pick<MergedFinding, 'id' | 'severity' | 'status'>[],
  finalIds: ReadonlyMap<string, string>,
): readonly ReportChain[] {
  const byId = new Map(findings.map((finding) => [finding.id, finding]));
  const kept = new Map<string, ReportChain>();
  for (const chain of chains) {
    const ids = chain.findings.map((id) => finalIds.get(id) ?? id);
    const [opener, follower] = ids.map((id) => byId.get(id));
    const isWhole = opener !== undefined && follower !== undefined && opener !== follower;
    if (!isWhole || isSetAside(opener) || isSetAside(follower)) continue;
    const key = `${chain.title}\0${ids.join('\0')}`;
    const known = kept.get(key);
    if (known !== undefined && rank(known) <= rank(chain)) continue;
    kept.set(key, toReport(chain, ids, combineSeverity(opener.severity, follower.severity)));
  }
  return [...kept.values()]
    .sort(compareChains)
    .map((chain, i) => ({ ...chain, id: `AC-${String(i + 1).padStart(2, '0')}` }));
}

const isSetAside = ({ status }: Pick<MergedFinding, 'status'>): boolean =>
  status === 'rejected' || status === 'suppressed';

const toReport = (chain: DiveChain, ids: readonly string[], severity: ReportChain['severity']): ReportChain => ({
  id: chain.id,
  title: chain.title,
  findings: ids,
  preconditions: chain.preconditions,
  steps: chain.steps.map((step, i) => step.replace(/^[A-Z]+-?\d+/u, ids[i] ?? '')),
  severity,
  standing: chain.standing,
  amplification: chain.amplification,
  reason: chain.reason,
});

const STANDINGS = ['shown', 'unverified', 'candidate'] as const;
const rank = ({ standing }: Pick<ReportChain, 'standing'>): number => STANDINGS.indexOf(standing);

const compareChains = (a: ReportChain, b: ReportChain): number =>
  rank(a) - rank(b) || compareSeverity(a.severity, b.severity);
