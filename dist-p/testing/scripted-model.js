import { NOTHING_RECEIVED } from '../protocol/turn-outcome.js';
const toCalls = (calls) => (calls ?? []).map(({ name, args }, i) => ({
    id: `call${i + 1}`,
    name,
    input: { kind: 'json', value: JSON.parse(JSON.stringify(args)) },
}));
async function speak({ says = [] }, question, signal) {
    let text = '';
    for (const piece of typeof says === 'function' ? says(question) : says) {
        await Promise.resolve();
        if (signal.aborted)
            break;
        text += piece;
        question.onText(piece);
    }
    return text;
}
export function createScriptedModel(turns) {
    const questions = [];
    const ended = (outcome) => ({
        kind: 'ended',
        model: 'scripted/model',
        attempts: 1,
        outcome,
    });
    return {
        questions,
        async ask(question, signal) {
            const turn = turns[questions.length];
            questions.push(question);
            if (turn === undefined)
                throw new Error(`turn ${questions.length} is not in the script`);
            if (turn.denied)
                return { kind: 'denied', model: 'scripted/model', attempts: 0, outcome: null };
            const text = await speak(turn, question, signal);
            if (signal.aborted)
                return ended({ ...NOTHING_RECEIVED, text, kind: 'aborted', message: 'aborted' });
            const toolCalls = toCalls(turn.calls);
            const receipt = { ...NOTHING_RECEIVED, text, toolCalls };
            if (turn.end)
                return ended({ ...receipt, ...turn.end });
            const finish = toolCalls.length > 0 ? 'tool-calls' : 'stop';
            return ended({ ...receipt, kind: 'replied', finish, continuation: null });
        },
        assertPlayed() {
            if (questions.length < turns.length)
                throw new Error(`${turns.length - questions.length} turns were never asked for`);
        },
    };
}
