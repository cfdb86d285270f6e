/** A finding as the host keeps it, for tests that say only what matters to them. */
import { trustClaim } from '../../src/engine/accept-claim.ts';
import { claimFinding, type Finding } from '../../src/protocol/findings/finding.ts';

export function sampleFinding(said: Partial<Finding> = {}): Finding {
  const claim = claimFinding({
    severity: 'HIGH',
    title: 'a flaw',
    issue: 'a flaw',
    file: 'src/a.ts',
    line: 1,
    ...said,
  });
  return { ...trustClaim(claim, { id: 'F001', agent: 'agent-r1-01', round: 1, model: null }, null), ...said };
}
