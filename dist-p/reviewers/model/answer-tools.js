import { isRecord, readFinding, readText } from '../../protocol/reviewer-claims.js';
import { formatFate, REPORT_FINDING, serveNextFile } from './host-tools.js';
export async function* answerTools(talk, progress, calls) {
    const results = [];
    for (const call of calls) {
        const { text, isError } = yield* answerTool(talk, progress, call);
        results.push({ toolCallId: call.id, toolName: call.name, text, isError });
    }
    talk.messages.push({ role: 'tool', results });
}
export const writtenBy = ({ model }) => (model === null ? {} : { model });
/** Whether a reduced retry has all the findings it may have; whatever asks is counted as refused (TRUNC-12). */
export function isFull({ maxFindings }, progress) {
    if (maxFindings === null || progress.findings < maxFindings)
        return false;
    progress.refused += 1;
    return true;
}
/** Of an answer that was lost: the findings whose calls had arrived whole. */
export async function* keepFindings(talk, progress, outcome) {
    if (outcome === null || outcome.kind === 'replied')
        return;
    for (const { name, input } of outcome.toolCalls) {
        if (name !== REPORT_FINDING.name || input.kind !== 'json')
            continue;
        const isPaid = talk.tools.account.claim(talk.counter.count(`${name} ${JSON.stringify(input.value)}`));
        yield* recordFinding(talk, progress, input.value, isPaid);
    }
}
const answerWith = (text, isError = false) => ({ text, isError });
async function* answerTool(talk, progress, { name, input }) {
    const { assignment, tools, ledger, counter } = talk;
    const written = input.kind === 'json' ? JSON.stringify(input.value) : input.text;
    // The call itself is text the agent wrote.
    const isPaid = tools.account.claim(counter.count(`${name} ${written}`));
    if (input.kind === 'invalid')
        return answerWith('the arguments are not JSON', true);
    if (name === REPORT_FINDING.name)
        return answerWith(yield* recordFinding(talk, progress, input.value, isPaid));
    if (!isPaid)
        return answerWith('the budget is used up', true);
    if (name === 'file_done')
        return answerWith(yield* closeFile(assignment, input.value));
    if (name === 'next_file')
        return answerWith(await serveNextFile(assignment, tools.context(), ledger));
    const answer = await tools.context().call(name, input.value);
    return answerWith(answer.text, answer.kind === 'failed');
}
async function* recordFinding(talk, progress, args, isPaid) {
    const reading = readFinding(args);
    if (reading.kind === 'unusable')
        return `rejected: ${reading.reason}`;
    if (isFull(talk, progress))
        return `refused: at most ${talk.maxFindings} findings this time`;
    let fate = { kind: 'refused' };
    yield {
        kind: 'finding',
        finding: reading.finding,
        isPaid,
        ...writtenBy(progress),
        tell: (told) => {
            fate = told;
        },
    };
    if (fate.kind === 'recorded')
        progress.findings += 1;
    return formatFate(fate);
}
async function* closeFile({ files }, args) {
    const path = isRecord(args) ? readText(args.path) : null;
    if (!files.some((file) => file.path === path) || path === null)
        return 'that is none of your files';
    yield { kind: 'file-done', path };
    return 'noted';
}
