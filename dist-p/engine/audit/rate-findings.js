import { placeOf } from '../../protocol/audit-recon.js';
import { calibrateFindings } from '../../protocol/calibration.js';
import { CONFIDENCE } from '../../protocol/finding.js';
import { estimateFactors } from '../../protocol/risk-factors.js';
import { compareSeverity } from '../../protocol/severity.js';
import { applyVerdict } from '../../protocol/validation-plan.js';
export function rateAll(candidates, { decisions, undecided, accepted }, context) {
    // A chain that nobody followed makes nothing graver.
    const shown = context.dive.chains.filter(({ standing }) => standing === 'shown');
    const roots = new Set(shown.map(({ findings }) => findings[0]));
    const members = new Set(shown.flatMap(({ findings }) => findings));
    const capped = new Set(context.dive.verdict.cappedConfidence);
    const rated = candidates.map((candidate) => {
        const decision = decisions.get(candidate.id) ?? null;
        const rating = rate(candidate, decision, accepted.has(candidate.id));
        const flow = flowOf(candidate, context.dive);
        const ids = candidate.members.map(({ id }) => id);
        const chain = ids.some((id) => roots.has(id)) ? 'root' : ids.some((id) => members.has(id)) ? 'member' : 'none';
        const hasNoFlow = flow?.kind !== 'complete' && flow?.kind !== 'in-place' && ids.some((id) => capped.has(id));
        // Somebody looked, and a step did not pass: it is as sure as that, whatever its finder said.
        const isCapped = hasNoFlow || (decision?.openSteps ?? []).length > 0;
        const confidence = Math.min(candidate.lead.claim.confidence, isCapped ? CONFIDENCE.medium : 1);
        const factors = factorsOf(candidate, flow, chain, context.state);
        return {
            candidate,
            decision,
            ...rating,
            flow,
            factors,
            confidence,
            patternOnly: isPatternOnly(candidate, decision, flow),
        };
    });
    const calibrated = calibrateFindings(rated.map(({ candidate, severity, status, factors, decision, confidence, patternOnly }) => ({
        id: candidate.id,
        // A downgrade is the validator's word on this one finding; others of its type do not lift it again.
        type: status === 'confirmed' && decision?.verdict !== 'downgraded' ? candidate.lead.claim.cwe : null,
        severity,
        factors: status === 'confirmed' ? factors : null,
        confidence: wordOf(confidence),
        verified: decision?.verdict === 'confirmed' && status === 'confirmed' && decision.openSteps.length === 0,
        patternOnly,
        originallyTruncated: candidate.members.some(({ claim }) => claim.originallyTruncated),
    })));
    return rated.map(({ candidate, decision, severity, status, verdict, flow, factors, confidence, patternOnly }, i) => {
        const calibration = calibrated[i] ?? { id: candidate.id, severity, score: null, ratingDispute: null };
        return {
            candidate,
            // Only what was confirmed is calibrated: nothing that nobody decided may rise with others of its type.
            severity: status === 'confirmed'
                ? holdRaise(severity, calibration.severity, decision)
                : capUndecided(severity, status, patternOnly),
            status,
            verdict,
            ...describeLook(decision ?? undecided.get(candidate.id) ?? null),
            factors,
            calibration,
            confidence,
            flow,
        };
    });
}
const describeLook = (look) => ({
    validator: look?.validator ?? null,
    method: look?.method ?? null,
    verification: look === null || look.verification === '' ? null : look.verification,
    reason: look?.reason ?? null,
});
/** A rule spoke, nobody decided, and no way leads there: a pattern match, Low at most (FACT-10). */
const isPatternOnly = (candidate, decision, flow) => candidate.lead.claim.rule !== null && decision === null && (flow === null || flow.kind === 'unknown');
/** Nothing becomes Critical or High whose four steps did not all pass (FACT-08). */
function holdRaise(stated, rated, decision) {
    const isRaised = compareSeverity(rated, stated) < 0 && (rated === 'CRITICAL' || rated === 'HIGH');
    return isRaised && decision?.isWhole !== true ? stated : rated;
}
const capUndecided = (severity, status, patternOnly) => status === 'unverified' && patternOnly ? 'LOW' : severity;
/** What the host's own check turned down is in the report as rejected, with the reason. */
export const rejectByHost = (candidate) => {
    const { claim, isFlagged } = candidate.lead;
    return {
        candidate,
        severity: candidate.severity,
        status: 'rejected',
        verdict: 'rejected',
        validator: 'host',
        method: 'check against the code',
        verification: null,
        reason: isFlagged ? 'at the place of a known false positive' : (claim.doubt ?? 'not in the code'),
        factors: null,
        calibration: { id: candidate.id, severity: candidate.severity, score: null, ratingDispute: null },
        confidence: claim.confidence,
        flow: null,
    };
};
/** The host's own check comes first: what it could not find in the code is nobody's confirmed finding (AUD-32). */
function rate(candidate, decision, isAccepted) {
    const isSeen = candidate.members.some(({ claim }) => claim.status === 'confirmed');
    if (decision !== null) {
        const rating = applyVerdict(candidate.severity, decision.verdict);
        if (isSeen || rating.status === 'rejected')
            return { ...rating, verdict: decision.verdict };
        return { ...applyVerdict(candidate.severity, null), status: 'needs_manual', verdict: decision.verdict };
    }
    if (isAccepted)
        return { severity: candidate.severity, status: isSeen ? 'confirmed' : 'unverified', verdict: 'accepted' };
    return { ...applyVerdict(candidate.severity, null), verdict: 'undecided' };
}
const wordOf = (confidence) => confidence >= 0.75 ? 'high' : confidence >= 0.45 ? 'medium' : 'low';
const flowOf = (candidate, { flows }) => {
    const found = candidate.members.map(({ id }) => flows.get(id)).filter((flow) => flow !== undefined);
    return found.find(({ kind }) => kind === 'complete') ?? found[0] ?? null;
};
function factorsOf({ lead }, flow, chain, { recon }) {
    const steps = flow?.kind === 'complete' ? flow.steps : [];
    const entry = flow?.kind === 'complete' ? flow.entry : null;
    const endpoint = recon.endpoints.find((candidate) => placeOf(candidate) === entry);
    return estimateFactors({ cwe: lead.claim.cwe, guards: endpoint?.guards ?? null, steps: steps.length, chain });
}
