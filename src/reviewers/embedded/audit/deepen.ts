/** Phase 3 of the embedded auditor: flows completed over the call graph, chains shown where both ends are reached (FACT-07). */
import type { DeepDiveResult, DeepDiveTask, FlowOutcome, KnownFinding } from '../../../audit-port.ts';
import type { AttackChain } from '../../../protocol/attack-chains.ts';
import { DIMENSION_PROFILES } from '../../../protocol/dimension.ts';
import type { AuditScene } from './audit-scene.ts';

export function deepenEmbedded(task: DeepDiveTask, scene: AuditScene): DeepDiveResult {
  const flows = new Map(task.findings.map((finding) => [finding.id, followFinding(finding, scene)]));
  return {
    flows,
    hotspotsCovered: task.hotspots.filter(
      ({ file, lines }) => scene.trace({ file, line: lines.start }).kind !== 'broken',
    ),
    chains: new Map(task.chains.flatMap((chain) => judgeChain(chain, flows))),
    reason: null,
  };
}

/** A sink is followed to where the data comes in; what lies in a setting, a key or a version has no way to follow. */
export function followFinding({ file, line, dimension }: KnownFinding, scene: AuditScene): FlowOutcome {
  const track = dimension === null ? 'config' : DIMENSION_PROFILES[dimension].track;
  return track === 'config' ? { kind: 'in-place' } : scene.trace({ file, line });
}

function judgeChain(
  { id, findings }: AttackChain,
  flows: ReadonlyMap<string, FlowOutcome>,
): readonly (readonly [string, { readonly holds: boolean; readonly reason: string }])[] {
  const ends = findings.map((finding) => flows.get(finding)?.kind);
  const isReached = ends.every((kind) => kind === 'complete' || kind === 'in-place');
  const isHalf = ends.some((kind) => kind === 'complete');
  return isReached && isHalf ? [[id, { holds: true, reason: 'both flaws are reached from an entry point' }]] : [];
}
