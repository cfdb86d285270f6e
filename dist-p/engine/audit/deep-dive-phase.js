import { chooseDepth, selectChains } from '../../protocol/attack-chains.js';
import { chooseTargets, judgeDeepDive } from '../../protocol/deep-dive.js';
import { DIMENSION_PROFILES } from '../../protocol/dimension.js';
import { CONFIDENCE } from '../../protocol/finding.js';
import { listCounted, listHotspots, toKnown, toModuleFinding, } from './audit-state.js';
import { deskForDive } from './open-desk.js';
import { listBaseline } from './validation-candidates.js';
export async function diveDeep(state, { thresholds }, ports) {
    const counted = [...listCounted(state), ...listBaseline(state)];
    const hotspots = listHotspots(state);
    const selection = selectChains(counted.filter(isGrave).map((finding) => toModuleFinding(state.recon, finding)));
    const task = {
        hotspots,
        findings: chooseFindings(counted, hotspots).map(toKnown),
        chains: selection.chains,
        recon: state.recon,
        files: state.survey.files,
    };
    const means = { snapshot: state.survey.snapshot, openTools: ports.openTools, thresholds };
    const desk = deskForDive(task, means);
    const result = await deepen(task, desk, ports);
    const judged = counted.map((finding) => toDiveFinding(finding, result.flows));
    const covered = new Set(result.hotspotsCovered.map(keyOf));
    const openHotspots = hotspots.filter((hotspot) => !covered.has(keyOf(hotspot)));
    const verdict = judgeDeepDive(judged, openHotspots.length);
    announceFlows(task, result, ports);
    const chains = selection.chains.flatMap((chain) => judgeChain(chain, result));
    for (const { id, title, findings, severity } of chains.filter(({ standing }) => standing === 'shown'))
        ports.emit({ kind: 'chain', chain: id, title, findings, severity });
    return {
        flows: result.flows,
        chains,
        refutedChains: selection.chains.length - chains.length,
        chainsLeftOut: selection.leftOut,
        hotspots: hotspots.length,
        openHotspots,
        verdict: result.reason === null ? verdict : { ...verdict, status: 'partial' },
        reason: result.reason,
        evidence: {
            depth: chooseDepth(counted.map(({ claim }) => claim)),
            hotspots: `${hotspots.length - openHotspots.length}/${hotspots.length}`,
            flows: String([...result.flows.values()].filter(({ kind }) => kind === 'complete').length),
            chains: String(chains.length),
        },
        filesExamined: new Set(task.findings.flatMap((finding) => listFiles(finding, result.flows))).size,
        usage: { used: desk.account.usedTokens, allowance: desk.account.budgetTokens },
    };
}
const keyOf = ({ file, lines }) => `${file}:${lines.start}-${lines.end}`;
/** Files a finding was followed through: those of the steps and its own; none where nobody followed it. */
function listFiles({ id, file }, flows) {
    const flow = flows.get(id);
    if (flow === undefined)
        return [];
    return [file, ...('steps' in flow ? flow.steps.map((step) => step.file) : [])];
}
const isGrave = ({ claim }) => claim.severity === 'CRITICAL' || claim.severity === 'HIGH';
/** Grave findings, and what lies at a hotspot; without hotspots the grave ones of D1–D3 are among the former anyway. */
function chooseFindings(counted, hotspots) {
    const targets = chooseTargets(hotspots, counted.map((finding) => toDiveFinding(finding, new Map())));
    const wanted = new Set(targets.kind === 'findings' ? targets.ids : []);
    const places = Map.groupBy(hotspots, ({ file }) => file);
    const isHot = ({ claim }) => (places.get(claim.file) ?? []).some(({ lines }) => lines.start <= claim.endLine && claim.line <= lines.end);
    return counted.filter((finding) => isGrave(finding) || wanted.has(finding.id) || isHot(finding));
}
function toDiveFinding({ id, claim }, flows) {
    const flow = flows.get(id);
    return {
        id,
        severity: claim.severity,
        dimension: claim.dimension,
        hasFullFlow: flow?.kind === 'complete' || flow?.kind === 'in-place' || hasStatedFlow(claim),
    };
}
/** What a configuration finding is about lies in one place; elsewhere source, sink and the way between must be stated. */
function hasStatedFlow(claim) {
    const track = claim.dimension === null ? null : DIMENSION_PROFILES[claim.dimension].track;
    if (track !== 'sink')
        return claim.status === 'confirmed';
    // A source that may be anybody's parameter is no way from outside: whoever stated it was not sure.
    const isSure = claim.confidence >= CONFIDENCE.high;
    return isSure && claim.status === 'confirmed' && claim.source !== null && claim.sink !== null && claim.flow !== null;
}
async function deepen(task, desk, { driver, host, signal }) {
    const failed = (reason) => ({
        flows: new Map(),
        hotspotsCovered: [],
        chains: new Map(),
        reason,
    });
    try {
        const kept = await host.run({ key: 'audit/deep-dive', kind: 'deepen', input: task, account: desk.account }, async () => {
            const { flows, chains, ...rest } = await driver.deepen(task, desk, signal);
            return { ...rest, flows: [...flows], chains: [...chains] };
        });
        return { ...kept, flows: new Map(kept.flows), chains: new Map(kept.chains) };
    }
    catch (error) {
        return failed(error instanceof Error ? error.message : String(error));
    }
}
function announceFlows(task, { flows }, { emit }) {
    for (const finding of task.findings) {
        const flow = flows.get(finding.id);
        emit({
            kind: 'deep-dive',
            target: finding.id,
            files: new Set(listFiles(finding, flows)).size,
            outcome: flow?.kind === 'complete' || flow?.kind === 'in-place' ? 'flow-complete' : 'flow-open',
        });
    }
}
function judgeChain(chain, { chains }) {
    const answer = chains.get(chain.id);
    if (answer === undefined)
        return [{ ...chain, standing: 'candidate', reason: null }];
    const { holds, reason, isVerified } = answer;
    if (!isVerified)
        return [{ ...chain, standing: holds ? 'unverified' : 'candidate', reason }];
    return holds ? [{ ...chain, standing: 'shown', reason }] : [];
}
