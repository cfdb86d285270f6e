import { nameCaller } from '../../protocol/run-ledger.js';
/** Our count is of another tokenizer, and messages have a frame: the claim is never below the bill. */
const INPUT_MARGIN = 1.5;
const FRAME_TOKENS = 1000;
/** A conversation is asked again with every turn: what was counted once is not counted again. */
function createInputCounter(counter) {
    const known = new WeakMap();
    let system = { text: '', tokens: 0 };
    const countOnce = (part) => {
        const tokens = known.get(part) ?? counter.count(JSON.stringify(part));
        known.set(part, tokens);
        return tokens;
    };
    return (question) => {
        if (question.system !== system.text)
            system = { text: question.system, tokens: counter.count(question.system) };
        const messages = question.messages.reduce((sum, message) => sum + countOnce(message), 0);
        return Math.ceil((system.tokens + messages + countOnce(question.tools)) * INPUT_MARGIN) + FRAME_TOKENS;
    };
}
/** The next question goes on from the end of this one, and this one from the end of the last: a provider may keep both. */
const markPrefixes = (messages) => messages.map((message, index) => index === messages.length - 1 || index === messages.length - 3
    ? { ...message, endsCacheablePrefix: true }
    : message);
export function createAsk(options) {
    const { caller, key, agent, model, fallback, account, isTail = false, priceOf, counter, idleTimeoutMs } = options;
    // Seats of several models have labels of their own; the bill tells them apart by the model.
    const payer = nameCaller(`${key}/1`);
    const countInput = createInputCounter(counter);
    let calls = 0;
    return async (question, signal) => {
        calls += 1;
        const callKey = `${key}/${calls}`;
        const worst = {
            isTail,
            inputTokens: countInput(question),
            outputTokens: question.maxOutputTokens,
        };
        let claim = null;
        let booked = 0;
        const settle = ({ outcome, model: asked, waitMs, reusedFrom }) => {
            if (reusedFrom !== undefined)
                account.noteReused({ agent: payer, model: asked });
            if (outcome.mayBeBilled)
                claim?.settle(outcome.usage);
            else
                claim?.release();
            claim = null;
            if (waitMs !== null)
                question.onWait?.(`${asked} ${outcome.kind}, asked again in ${Math.ceil(waitMs / 1000)} s`);
        };
        const call = {
            key: callKey,
            agent,
            model,
            fallback,
            signal,
            request: {
                system: question.system,
                isSystemCacheable: true,
                messages: markPrefixes(question.messages),
                tools: question.tools,
                maxOutputTokens: question.maxOutputTokens,
                idleTimeoutMs,
                onText: question.onText,
            },
            mayAttempt: async (asked) => {
                const { model: name, attempt, isFree = false } = asked;
                question.onAttempt(name);
                if (isFree)
                    return true;
                const claimed = { ...worst, by: { agent: payer, model: name }, key: `${callKey}#${name}#${attempt}` };
                claim = await account.claim(claimed, priceOf(name));
                return claim !== null;
            },
            onAttempt: settle,
            // Nobody knows what they cost: their worst case is booked.
            onLost: (times) => {
                for (; booked < times; booked += 1)
                    account.bookLost({ ...worst, by: { agent: payer, model: model.name } }, priceOf(model.name));
            },
        };
        for (;;) {
            const result = await caller.call(call);
            // Refused for what others may use: they will use less, so it is asked again when one of them is done.
            const isFirst = result.kind === 'denied' && result.attempts === 0 && !signal.aborted;
            const room = isFirst ? account.untilRoom(worst, priceOf(model.name)) : null;
            if (room === null)
                return result;
            await orAborted(room, signal);
        }
    };
}
const orAborted = (room, signal) => new Promise((resolve) => {
    const end = () => {
        signal.removeEventListener('abort', end);
        resolve();
    };
    signal.addEventListener('abort', end, { once: true });
    room.then(end, end);
});
