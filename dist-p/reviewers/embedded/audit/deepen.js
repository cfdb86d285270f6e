import { DIMENSION_PROFILES } from '../../../protocol/dimension.js';
import { CONFIDENCE } from '../../../protocol/finding.js';
export function deepenEmbedded(task, scene) {
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
function isFollowed({ file, lines }, findings, scene) {
    if (scene.trace({ file, line: lines.start }).kind === 'complete')
        return true;
    return findings.some((finding) => {
        if (finding.file !== file || finding.line > lines.end || finding.endLine < lines.start)
            return false;
        const { kind } = followFinding(finding, scene);
        const isStated = finding.source !== null && finding.sink !== null && finding.confidence >= CONFIDENCE.high;
        return kind === 'complete' || kind === 'in-place' || isStated;
    });
}
/** A sink is followed to where the data comes in; a setting, a key, a version or a missing guard has no way to follow. */
export function followFinding({ file, line, dimension }, scene) {
    const track = dimension === null ? 'config' : DIMENSION_PROFILES[dimension].track;
    return track === 'sink' ? scene.trace({ file, line }) : { kind: 'in-place' };
}
/** Two flaws on one way are a chain; what merely fits the pattern stays a candidate. */
function showChain({ id, findings: [opener, follower] }, flows, places) {
    const link = findLink([flows.get(opener), places.get(opener)], [flows.get(follower), places.get(follower)]);
    return link === null ? [] : [[id, { holds: true, reason: link, isVerified: true }]];
}
function findLink([first, firstPlace], [second, secondPlace]) {
    if (first?.kind === 'complete' && second?.kind === 'complete')
        return first.entry !== null && first.entry === second.entry ? `both are reached from ${first.entry}` : null;
    if (first?.kind === 'complete' && second?.kind === 'in-place')
        return findOnWay(first, secondPlace);
    if (first?.kind === 'in-place' && second?.kind === 'complete')
        return findOnWay(second, firstPlace);
    return null;
}
/** A missing guard counts at the endpoint itself, everything else in a file the data passes. */
function findOnWay({ entry, steps }, place) {
    if (place === undefined)
        return null;
    const here = `${place.file}:${place.line}`;
    const isControl = place.dimension !== null && DIMENSION_PROFILES[place.dimension].track === 'control';
    const isOnWay = isControl ? entry === here : steps.some(({ file }) => file === place.file);
    return isOnWay ? `the way from ${entry ?? 'the entry point'} passes ${here}` : null;
}
