/**
 * Carries out the deep dive (Phase 3) without a model: follows each finding and hotspot over the call graph to an entry point, and
 * confirms an attack chain where the code links both findings (FACT-07). Returns flows, covered hotspots and chains. Called by
 * embedded-auditor.ts, and by model/audit/deepen.ts before a model is asked.
 */
import type { ChainAnswer, DeepDiveResult, DeepDiveTask, FlowOutcome } from '../../../ports/auditor.ts';
import { DIMENSION_PROFILES } from '../../../protocol/findings/dimension.ts';
import { CONFIDENCE, type Finding } from '../../../protocol/findings/finding.ts';
import { type AttackChain, LOGIN_BYPASS } from '../../../protocol/rounds/attack-chains.ts';
import { placeOf } from '../../../protocol/rounds/audit-recon.ts';
import type { Hotspot } from '../../../protocol/rounds/state-transfer.ts';
import type { AuditContext } from './audit-context.ts';
import { signsOf } from './weakness-signs.ts';

export function deepenEmbedded(task: DeepDiveTask, context: AuditContext): DeepDiveResult {
  const flows = new Map(task.findings.map((finding) => [finding.id, followFinding(finding, context)]));
  const ends = new Map(
    task.findings.map((place) => [place.id, { place, flow: flows.get(place.id) ?? followFinding(place, context) }]),
  );
  return {
    flows,
    hotspotsCovered: task.hotspots.filter((hotspot) => isFollowed(hotspot, task.findings, context)),
    chains: new Map(task.chains.flatMap((chain) => showChain(chain, ends, context))),
    reason: null,
  };
}

/**
 * Covered is a hotspot that an entry point was seen to reach, or whose flaw needs no way from there: it lies in one place, or
 * its rule saw source and sink itself. That no way was found is no cover (FACT-07).
 */
function isFollowed({ file, lines }: Hotspot, findings: readonly Finding[], context: AuditContext): boolean {
  if (context.trace({ file, line: lines.start }).kind === 'complete') return true;
  return findings.some((finding) => {
    if (finding.file !== file || finding.line > lines.end || finding.endLine < lines.start) return false;
    const { kind } = followFinding(finding, context);
    const isStated = finding.source !== null && finding.sink !== null && finding.confidence >= CONFIDENCE.high;
    return kind === 'complete' || kind === 'in-place' || isStated;
  });
}

/** A sink is followed to where the data comes in; a setting, a key, a version or a missing guard has no way to follow, only a way to it. */
export function followFinding({ file, line, dimension }: Finding, context: AuditContext): FlowOutcome {
  const track = dimension === null ? 'config' : DIMENSION_PROFILES[dimension].track;
  if (track === 'sink') return context.trace({ file, line });
  const way = context.isSource(file) ? context.trace({ file, line }) : null;
  return { kind: 'in-place', entry: way?.kind === 'complete' ? way.entry : null };
}

/** What the code links is a chain; what merely fits the pattern stays a candidate, and so do two flaws of one kind. */
function showChain(
  { id, title, findings: [opener, follower] }: AttackChain,
  ends: ReadonlyMap<string, End>,
  context: AuditContext,
): readonly (readonly [string, ChainAnswer])[] {
  const [first, second] = [ends.get(opener), ends.get(follower)];
  if (first === undefined || second === undefined || first.place.cwe === second.place.cwe) return [];
  const link = title === LOGIN_BYPASS ? findBypass(first, second, context) : findLink(first, second, context);
  return link === null ? [] : [[id, { holds: true, reason: link, isVerified: true }]];
}

interface End {
  readonly place: Finding;
  readonly flow: FlowOutcome;
}

/** The second lies behind a guard, and the first is a part of it. */
function findBypass({ place }: End, { flow, place: target }: End, context: AuditContext): string | null {
  if (signsOf(place.cwe)?.letsIn !== true) return null;
  const entry = ('entry' in flow ? flow.entry : null) ?? placeOf(target);
  const guard = context.findGuardAround(entry, place);
  return guard === null ? null : `${guard.name} before ${entry} rests on ${placeOf(place)}`;
}

/** One of the two has a way from an entry point, and whoever takes it runs the code of the other. */
function findLink(first: End, second: End, context: AuditContext): string | null {
  return findOnWay(first, second.place, context) ?? findOnWay(second, first.place, context);
}

/** A missing guard counts at the endpoint itself, everything else in what its function runs. */
function findOnWay({ flow }: End, place: Finding, context: AuditContext): string | null {
  const opening = flow.kind === 'complete' ? flow.steps[0] : undefined;
  if (flow.kind !== 'complete' || flow.entry === null || opening === undefined) return null;
  const { entry } = flow;
  const isControl = place.dimension !== null && DIMENSION_PROFILES[place.dimension].track === 'control';
  if (isControl && entry === placeOf(place)) return `the flow begins at ${entry}`;
  return context.leadsTo({ entry, what: opening.what }, place)
    ? `the flow from ${entry} passes ${placeOf(place)}`
    : null;
}
