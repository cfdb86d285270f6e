import { joinSignals } from '../../../protocol/join-signals.js';
import { createWritingMeter } from '../writing-meter.js';
const MIN_OUTPUT_TOKENS = 64;
/** Turns in a row without a call and without a result. */
const MAX_NUDGES = 2;
const GO_ON = 'Go on: look further with the tools, or write your result in the agreed form.';
export async function talkToAgent(talk) {
    const progress = { messages: [{ role: 'user', text: talk.briefing }], earlier: [], nudges: 0, model: null };
    let told = talk.tools.length === 0;
    for (let turn = 1; turn <= talk.maxTurns; turn += 1) {
        const { account } = talk.desk;
        const room = Math.min(talk.maxOutputTokens, Math.ceil(account.budgetTokens * talk.thresholds.forceReturn) - account.usedTokens - 1);
        if (room < MIN_OUTPUT_TOKENS)
            return endOf(progress, { kind: 'replied', text: '', reason: 'the budget is used up' });
        const isLast = turn > talk.lastExplorationTurn || account.mode === 'force_return';
        if (isLast && !told) {
            told = true;
            say(progress.messages, talk.mustReturn);
        }
        const reminder = talk.remind?.(turn) ?? null;
        if (reminder !== null)
            say(progress.messages, reminder);
        const taken = await takeTurn(talk, progress.messages, room);
        const end = await settle(talk, progress, taken, isLast);
        if (end !== null)
            return end;
        progress.earlier.push(taken.text);
    }
    const reason = `no result after ${talk.maxTurns} turns`;
    return endOf(progress, { kind: 'replied', text: progress.earlier.pop() ?? '', reason });
}
const endOf = ({ earlier, model }, end) => ({ earlier, model, isWhole: false, lacksTools: false, ...end });
function say(messages, text) {
    const last = messages.at(-1);
    if (last?.role === 'user')
        messages[messages.length - 1] = { ...last, text: `${last.text}\n\n${text}` };
    else
        messages.push({ role: 'user', text });
}
async function takeTurn(talk, messages, maxOutputTokens) {
    const stop = new AbortController();
    const meter = createWritingMeter(talk.desk.account, talk.counter, talk.thresholds);
    let text = '';
    const take = (piece) => {
        if (piece === null)
            stop.abort('budget');
        else
            text += piece;
    };
    const result = await talk.ask({
        system: talk.system,
        messages: [...messages],
        tools: talk.tools,
        maxOutputTokens,
        onText: (chunk) => take(meter.take(chunk)),
        // What a lost attempt has written is paid for and does not stand in front of the next one.
        onAttempt: () => {
            take(meter.end());
            text = '';
        },
    }, joinSignals([talk.signal, stop.signal]));
    take(meter.end());
    return { result, text, isStopped: stop.signal.aborted };
}
/** Null to go on. */
async function settle(talk, progress, { result, text, isStopped }, isLast) {
    progress.model = result.model;
    const end = (kind, reason, more = {}) => endOf(progress, { kind, text, reason, ...more });
    if (isStopped)
        return end('replied', 'the budget ended the answer');
    if (result.kind === 'denied')
        return end('denied', 'a limit of the run is reached');
    const { outcome } = result;
    if (outcome === null || result.kind === 'deferred')
        return end('failed', `${result.model} cannot be asked now`);
    if (outcome.kind !== 'replied')
        await keepRecorded(talk, outcome.toolCalls);
    switch (outcome.kind) {
        case 'replied':
            return takeReply(talk, progress, { ...outcome, text }, isLast);
        case 'truncated':
            return end('replied', 'the answer was cut at the length limit');
        case 'context-exceeded':
            return end('replied', 'the conversation does not fit the model');
        case 'timed-out':
        case 'stalled':
            return end('timeout', `${result.model} ${outcome.kind}`);
        case 'aborted':
            return end('aborted', null);
        default:
            return end('failed', `${result.model} ${outcome.kind}${'message' in outcome ? `: ${outcome.message}` : ''}`, {
                lacksTools: outcome.kind === 'failed' && outcome.reason === 'no-tools',
            });
    }
}
async function takeReply(talk, progress, { text, toolCalls, continuation }, isLast) {
    progress.messages.push({ role: 'assistant', text, toolCalls, continuation });
    if (toolCalls.length > 0)
        progress.messages.push({ role: 'tool', results: await answerAll(talk, toolCalls, isLast) });
    if (talk.isResult(text))
        return endOf(progress, { kind: 'replied', text, reason: null, isWhole: true });
    if (toolCalls.length === 0)
        return nudge(talk, progress, text, isLast);
    progress.nudges = 0;
    return null;
}
/** What a turn that broke off had handed over whole is kept. */
async function keepRecorded(talk, calls) {
    for (const { name, input } of calls)
        if (talk.recording.has(name) && input.kind === 'json')
            await talk.answer(name, input.value);
}
/** A checkpoint alone, or thoughts without a deed: the agent goes on, but not for ever. */
function nudge(talk, progress, text, isLast) {
    progress.nudges += 1;
    if (progress.nudges > MAX_NUDGES)
        return endOf(progress, { kind: 'replied', text, reason: 'the answer never took the agreed form' });
    say(progress.messages, isLast || talk.tools.length === 0 ? talk.mustReturn : GO_ON);
    return null;
}
async function answerAll(talk, calls, isLast) {
    const results = [];
    for (const call of calls) {
        const { id, name, input } = call;
        const written = input.kind === 'json' ? JSON.stringify(input.value) : input.text;
        const isPaid = talk.desk.account.claim(talk.counter.count(`${name} ${written}`));
        results.push({ toolCallId: id, toolName: name, ...(await answerOne(talk, call, isLast, isPaid)) });
    }
    return results;
}
async function answerOne(talk, { name, input }, isLast, isPaid) {
    if (input.kind === 'invalid')
        return { text: 'the arguments are not JSON', isError: true };
    if (talk.recording.has(name))
        return talk.answer(name, input.value);
    if (isLast)
        return { text: 'refused: the time to look is over. Write your result now.', isError: true };
    return isPaid ? talk.answer(name, input.value) : { text: 'the budget is used up', isError: true };
}
