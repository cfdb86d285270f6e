import { planValidation, reopenPasses } from '../../protocol/validation-plan.js';
import { rateAll, rejectByHost } from './rate-findings.js';
import { listCandidates, listSetAside } from './validation-candidates.js';
import { ValidationDesk } from './validation-desk.js';
export async function validateFindings(state, dive, seed, ports) {
    const candidates = listCandidates(state);
    const own = candidates.filter(({ isSemgrepOnly }) => !isSemgrepOnly);
    const plan = planValidation(own, {
        status: state.baseline?.semgrep.status === 'partial' ? 'partial' : 'completed',
        ids: candidates.filter(({ isSemgrepOnly }) => isSemgrepOnly).map(({ id }) => id),
    }, seed);
    const desk = new ValidationDesk(candidates, state, ports);
    await desk.run(plan.batches);
    const wrong = plan.batches
        .filter(({ purpose }) => purpose === 'spot-check')
        .flatMap(({ ids }) => ids.filter((id) => desk.held.has(id) || (desk.decisions.get(id)?.verdict ?? 'confirmed') !== 'confirmed'));
    const reopened = reopenPasses(own, wrong).filter((id) => !desk.decisions.has(id));
    if (reopened.length > 0)
        await desk.run([{ track: '4c', purpose: 'findings', by: 'agent', steps: [1, 2, 3, 4], ids: reopened }]);
    const accepted = new Set(plan.accepted.filter((id) => !reopened.includes(id)));
    const findings = [
        ...rateAll(candidates, { decisions: desk.decisions, undecided: desk.undecided, accepted }, { state, dive }),
        ...listSetAside(state).map(rejectByHost),
    ];
    for (const finding of findings)
        announce(finding, ports);
    const undecided = findings.filter(({ verdict }) => verdict === 'undecided').length;
    return {
        status: undecided > 0 || desk.failed.length > 0 ? 'partial' : 'completed',
        findings,
        batches: desk.batches,
        failedBatches: desk.failed,
        evidence: {
            candidates: String(candidates.length),
            decided: String(findings.length - undecided),
            rejected: String(findings.filter(({ verdict }) => verdict === 'rejected').length),
            batches: String(desk.batches.length),
        },
        usage: desk.usage,
    };
}
function announce(finding, { emit }) {
    const outcome = finding.verdict === 'accepted' ? 'confirmed' : finding.verdict === 'undecided' ? 'needs_manual' : finding.verdict;
    emit({
        kind: 'validation',
        finding: finding.candidate.id,
        validator: finding.validator ?? 'host',
        outcome,
        severity: finding.severity,
        reason: finding.reason ?? (finding.verdict === 'accepted' ? 'accepted on its own check' : 'nobody decided it'),
    });
}
