import { formatFindings, formatValidationPrompt, VALIDATION_MUST_RETURN } from '../../../prompts/audit-validate.js';
import { isCovered } from '../../../protocol/coverage.js';
import { parseLocation } from '../../../protocol/location.js';
import { parseValidationResult } from '../../../protocol/result-blocks.js';
import { VALIDATOR_TURNS, validatorCallLimit } from '../../../protocol/validation-plan.js';
import { validateEmbedded } from '../../embedded/audit/validate.js';
import { talkToAgent } from './agent-talk.js';
import { describeTools } from './describe-tools.js';
import { feedPlaces } from './feed.js';
const NOTHING_RECORDED = new Set();
export async function validateWithModel(task, desk, signal, options) {
    const second = await validateEmbedded(task, await options.openScene(desk.snapshot));
    if (signal.aborted)
        return standIn(second, 'the run was stopped');
    const nonce = options.createNonce(`validate/${task.agentId}`);
    const isFed = task.batch.by === 'inline' || !options.hasTools;
    const first = await askValidator(task, desk, signal, { options, nonce, isFed });
    const end = first.lacksTools ? await askValidator(task, desk, signal, { options, nonce, isFed: true }) : first;
    const result = parseValidationResult(readMarked(end.text, nonce));
    if (result === null) {
        const reason = end.reason ?? 'no decisions in the agreed form';
        // An agent that fails leaves its batch to the inline call, which may still be made; behind that there is nobody else.
        return task.batch.by === 'agent' && end.kind !== 'denied' && end.kind !== 'aborted'
            ? { kind: 'failed', reason, decisions: [], method: `model ${options.modelName}` }
            : standIn(second, reason);
    }
    const delivered = desk.context().delivered();
    const read = new Set(task.findings
        .filter(({ file, line }) => isCovered(delivered.get(file) ?? [], [{ start: line, end: line }]))
        .map(({ id }) => id));
    const said = result.validations.map(toDecision);
    const own = said.filter(({ id }) => read.has(id));
    const decisions = task.findings.flatMap(({ id, rule }) => {
        const heard = own.find((decision) => decision.id === id) ?? null;
        const checked = second.decisions.find((decision) => decision.id === id) ?? null;
        const decision = rule === null ? heard : keepHigher(heard, checked);
        return decision === null ? [] : [decision];
    });
    const decided = new Set(decisions.map(({ id }) => id));
    return {
        kind: 'decided',
        reason: end.reason,
        method: `model ${end.model ?? options.modelName}`,
        decisions,
        undecided: task.findings
            .filter(({ id }) => !decided.has(id))
            .map((finding) => explainOpen(finding, said, second.undecided ?? [])),
    };
}
/** Why a finding stays open: it was judged unread, the second analysis could not tell either, or nobody spoke of it. */
function explainOpen({ id, rule }, said, second) {
    const unread = said.find((decision) => decision.id === id);
    const checked = rule === null ? undefined : second.find((each) => each.id === id);
    if (unread !== undefined && unread.verdict !== 'rejected')
        return { id, verification: '', reason: `called ${unread.verdict} without having read its lines` };
    const objection = unread === undefined ? '' : `; the model objects: ${unread.reason}`;
    if (checked !== undefined)
        return { ...checked, reason: `second analysis: ${checked.reason}${objection}` };
    return { id, verification: '', reason: `the validator did not decide it${objection}` };
}
const standIn = (second, reason) => ({
    ...second,
    reason,
    method: `${second.method} (no model: ${reason})`,
});
/** An analyzer's finding stands on the better of two words, and no model rejects it. */
function keepHigher(said, checked) {
    const heard = said?.verdict === 'rejected' ? null : said;
    if (heard?.verdict === 'confirmed')
        return heard;
    const objection = said === null || said === heard ? '' : `; the model objects: ${said.reason}`;
    if (checked === null || (heard !== null && checked.verdict !== 'confirmed'))
        return heard;
    return { ...checked, reason: `second analysis: ${checked.reason}${objection}` };
}
async function askValidator({ agentId, batch, findings }, desk, signal, { options, nonce, isFed }) {
    const limit = validatorCallLimit(findings.length);
    const maxTurns = isFed ? 1 : VALIDATOR_TURNS;
    let calls = 0;
    return talkToAgent({
        desk,
        ask: options.openAsk(isFed && batch.by === 'agent' ? `${agentId}/fed` : agentId),
        counter: options.counter,
        thresholds: options.thresholds,
        maxOutputTokens: options.maxOutputTokens,
        system: formatValidationPrompt({
            agentId,
            round: Math.max(1, ...findings.map((finding) => finding.round)),
            sources: [...new Set(findings.map(({ agent }) => agent))],
            steps: batch.steps,
            maxToolCalls: limit,
            maxTurns,
            isFed,
            nonce,
        }),
        briefing: formatFindings(findings, isFed ? await feedPlaces(desk, findings) : [], options.fenceName),
        maxTurns,
        lastExplorationTurn: maxTurns - 2,
        tools: isFed ? [] : describeTools(desk),
        recording: NOTHING_RECORDED,
        mustReturn: VALIDATION_MUST_RETURN,
        answer: async (name, args) => {
            calls += 1;
            if (calls > limit)
                return { text: `refused: your ${limit} readings are used up`, isError: true };
            const answer = await desk.context().call(name, args);
            return { text: answer.text, isError: answer.kind === 'failed' };
        },
        isResult: (text) => parseValidationResult(readMarked(text, nonce))?.complete === true,
        signal,
    });
}
const END = '===VALIDATION_RESULT_END';
/** Only the end marker with our nonce ends the block; a plain one stands in quoted code (HOST-03). */
function readMarked(text, nonce) {
    const own = `${END}:${nonce}===`;
    const lines = text.split('\n').filter((line) => line.trimEnd() !== `${END}===`);
    const at = lines.findIndex((line) => line.trimEnd() === own);
    return at < 0 ? lines.join('\n') : [...lines.slice(0, at), `${END}===`, ''].join('\n');
}
function toDecision({ id, verdict, verification, evidenceFile, reason }) {
    const [where = '', ...quote] = evidenceFile.split(' — ');
    const location = parseLocation(where);
    return {
        id,
        verdict,
        verification,
        evidenceFile,
        reason,
        contradiction: location === null || location.line === null || quote.length === 0
            ? null
            : { file: location.file, line: location.line, quote: quote.join(' — ') },
    };
}
