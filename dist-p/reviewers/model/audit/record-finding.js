import { CONFIDENCE } from '../../../protocol/finding.js';
import { readFinding } from '../../../protocol/reviewer-claims.js';
import { FALSE_POSITIVE_REACH_LINES, isRuledOut } from '../../../protocol/state-transfer-rules.js';
import { REPORT_FINDING } from '../host-tools.js';
const { properties, ...frame } = REPORT_FINDING.parameters;
const text = { type: 'string' };
export const REPORT_AUDIT_FINDING = {
    name: REPORT_FINDING.name,
    description: REPORT_FINDING.description,
    inputSchema: {
        ...frame,
        required: [...frame.required, 'dimension', 'cwe', 'confidence', 'validation'],
        properties: {
            ...properties,
            dimension: { ...text, description: 'D1' },
            source: { ...text, description: 'expression and line where the data enters' },
            sink: { ...text, description: 'expression and line where it does harm' },
            flow: { ...text, description: ':42 → :45(what happens) → :50' },
            impact: text,
            proof: { ...text, description: 'a request or input that would show it; leave it out where you have none' },
            validation: { type: 'string', enum: ['pass', 'partial', 'skip'], description: 'how your own check went' },
            chain_status: { type: 'string', enum: ['complete', 'broken'] },
            chain_reason: {
                type: 'string',
                enum: ['reflection', 'dynamic_dispatch', 'callback', 'async_boundary', 'external_library'],
            },
        },
    },
};
const isSame = (a, b) => a.file === b.file && a.line === b.line && a.cwe === b.cwe && (a.cwe !== null || a.title === b.title);
export function recordFinding(args, { maxFindings, dimensions, transfer }, log) {
    const reading = readFinding(args);
    if (reading.kind === 'unusable')
        return { text: `rejected: ${reading.reason}`, isError: true };
    if (log.findings.some((known) => isSame(known, reading.finding)))
        return { text: 'recorded already', isError: false };
    if (maxFindings !== null && log.findings.length >= maxFindings)
        return { text: `refused: at most ${maxFindings} findings count here`, isError: true };
    const { finding } = reading;
    // A rule is an analyzer's word, which outranks a model's: no model may claim one.
    log.findings.push(limitConfidence({ ...finding, rule: null, dimension: finding.dimension ?? dimensions[0] ?? null }));
    return isAtFalsePositive(finding, transfer) ? flag(log) : { text: 'recorded', isError: false };
}
const isAtFalsePositive = ({ file, line, endLine }, transfer) => transfer !== null &&
    file !== null &&
    line !== null &&
    isRuledOut(transfer.history, { file, lines: { start: line, end: endLine ?? line }, isAnalyzers: false });
/** It stays in the record, where the host marks it as rejected; the agent learns it now (TRANSFER-15). */
function flag(log) {
    log.refusals += 1;
    return {
        text: `flagged: an earlier round has ruled out this place (within ${FALSE_POSITIVE_REACH_LINES} lines), so it is kept and not counted`,
        isError: true,
    };
}
/** A way that breaks off is never a sure one (FACT-04). */
const limitConfidence = (finding) => finding.extra.chain_status === 'broken'
    ? { ...finding, confidence: Math.min(finding.confidence, CONFIDENCE.medium) }
    : finding;
/**
 * Findings recorded on the way stand, whatever became of the answer: an output that would be discarded is kept for their
 * sake, and what the answer repeats counts once.
 */
export function mergeRecorded(output, log, task) {
    const said = output.findings.map((finding) => limitConfidence({ ...finding, rule: null }));
    const recorded = log.findings.filter((finding) => !said.some((other) => isSame(finding, other)));
    const findings = [...recorded, ...said];
    if (recorded.length === 0 || output.complete)
        return { ...output, findings };
    return { ...output, agent: output.agent ?? task.agentId, truncation: 'mild', findings };
}
