/**
 * What follows from a cut output: Rule 1 keeps, Rule 2 discards and retries once with half the work, and Phase 4 treats
 * each finding by how much of it arrived (TRUNC-08..16, HOST-05, AUD-14, AUD-15, AUD-18). The raw text is the journal's.
 */
import { RETRY_MAX_FINDINGS } from './agent-registry.js';
import { halveAssignment } from './halving.js';
export function recoverOutput(output, task) {
    if (output.truncation === 'none') {
        const shallowDimensions = output.anomalous ? task.dimensions : [];
        return { rule: 'none', findings: output.findings, shallowDimensions, retry: null };
    }
    const shallowDimensions = task.dimensions;
    if (output.truncation === 'mild')
        return { rule: 'keep', findings: output.findings, shallowDimensions, retry: null };
    return { rule: 'discard', findings: [], shallowDimensions, retry: planRetry(task) };
}
function planRetry({ dimensions, maxTurns, isRetry }) {
    if (isRetry || dimensions.length === 0)
        return null;
    return { ...halveAssignment(dimensions, maxTurns), maxFindings: RETRY_MAX_FINDINGS };
}
/** Findings accepted from a reduced retry, in the order given; the rest is refused and counted. */
export const limitRetryFindings = (findings, maxFindings = RETRY_MAX_FINDINGS) => ({
    accepted: findings.slice(0, maxFindings),
    refused: Math.max(0, findings.length - maxFindings),
});
/** How Phase 4 treats everything of an output; what is to be audited again stays out of the final report. */
export function listForPhaseFour({ findings, needsReaudit, }) {
    return [
        ...findings.map((finding) => ({ handling: finding.originallyTruncated ? 'supplementary' : 'normal', finding })),
        ...needsReaudit.map(({ id, file }) => ({ handling: 'reaudit', id, file })),
    ];
}
