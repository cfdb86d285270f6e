/** Phase 3 of the embedded auditor: flows completed over the call graph, chains shown where both ends are reached (FACT-07). */
import type { ChainAnswer, DeepDiveResult, DeepDiveTask, FlowOutcome, KnownFinding } from '../../../audit-port.ts';
import type { AttackChain } from '../../../protocol/attack-chains.ts';
import { DIMENSION_PROFILES } from '../../../protocol/dimension.ts';
import { CONFIDENCE } from '../../../protocol/finding.ts';
import type { Hotspot } from '../../../protocol/state-transfer.ts';
import type { AuditScene } from './audit-scene.ts';

export function deepenEmbedded(task: DeepDiveTask, scene: AuditScene): DeepDiveResult {
  const flows = new Map(task.findings.map((finding) => [finding.id, followFinding(finding, scene)]));
  const places = new Map(task.findings.map((finding) => [finding.id, finding]));
  return {
    flows,
    hotspotsCovered: task.hotspots.filter((hotspot) => isFollowed(hotspot, task.findings, scene)),
    chains: new Map(task.chains.flatMap((chain) => showChain(chain, flows, places))),
    reason: null,
  };
}

/**
 * Covered is a hotspot that an entry point was seen to reach, or whose flaw needs no way from there: it lies in one place, or
 * its rule saw source and sink itself. That no way was found is no cover (FACT-07).
 */
function isFollowed({ file, lines }: Hotspot, findings: readonly KnownFinding[], scene: AuditScene): boolean {
  if (scene.trace({ file, line: lines.start }).kind === 'complete') return true;
  return findings.some((finding) => {
    if (finding.file !== file || finding.line > lines.end || finding.endLine < lines.start) return false;
    const { kind } = followFinding(finding, scene);
    const isStated = finding.source !== null && finding.sink !== null && finding.confidence >= CONFIDENCE.high;
    return kind === 'complete' || kind === 'in-place' || isStated;
  });
}

/** A sink is followed to where the data comes in; a setting, a key, a version or a missing guard has no way to follow, only a way to it. */
export function followFinding({ file, line, dimension }: KnownFinding, scene: AuditScene): FlowOutcome {
  const track = dimension === null ? 'config' : DIMENSION_PROFILES[dimension].track;
  if (track === 'sink') return scene.trace({ file, line });
  const way = scene.isSource(file) ? scene.trace({ file, line }) : null;
  return { kind: 'in-place', entry: way?.kind === 'complete' ? way.entry : null };
}

/** Two flaws on one way are a chain; what merely fits the pattern stays a candidate. */
function showChain(
  { id, findings: [opener, follower] }: AttackChain,
  flows: ReadonlyMap<string, FlowOutcome>,
  places: ReadonlyMap<string, KnownFinding>,
): readonly (readonly [string, ChainAnswer])[] {
  const link = findLink([flows.get(opener), places.get(opener)], [flows.get(follower), places.get(follower)]);
  return link === null ? [] : [[id, { holds: true, reason: link, isVerified: true }]];
}

type End = readonly [FlowOutcome | undefined, KnownFinding | undefined];

function findLink([first, firstPlace]: End, [second, secondPlace]: End): string | null {
  if (first?.kind === 'complete' && second?.kind === 'complete')
    return first.entry !== null && first.entry === second.entry ? `both are reached from ${first.entry}` : null;
  if (first?.kind === 'complete' && second?.kind === 'in-place') return findOnWay(first, secondPlace);
  if (first?.kind === 'in-place' && second?.kind === 'complete') return findOnWay(second, firstPlace);
  return null;
}

/** A missing guard counts at the endpoint itself, everything else in a file the data passes. */
function findOnWay(
  { entry, steps }: Extract<FlowOutcome, { kind: 'complete' }>,
  place: KnownFinding | undefined,
): string | null {
  if (place === undefined) return null;
  const here = `${place.file}:${place.line}`;
  const isControl = place.dimension !== null && DIMENSION_PROFILES[place.dimension].track === 'control';
  const isOnWay = isControl ? entry === here : steps.some(({ file }) => file === place.file);
  return isOnWay ? `the way from ${entry ?? 'the entry point'} passes ${here}` : null;
}
