/**
 * What the loopback provider is told to answer: replies in order, each with its text, tool calls, usage, pace and fault.
 * Plain data, the same for every wire format.
 */
export const WIRE_FORMATS = ['anthropic-messages', 'openai-chat', 'openai-responses'];
export const DEFAULT_USAGE = { inputTokens: 100, outputTokens: 50 };
export const usageOf = (reply) => reply.usage ?? DEFAULT_USAGE;
export const finishOf = (reply) => reply.finish ?? ((reply.toolCalls ?? []).length > 0 ? 'tool-calls' : 'stop');
export const inputTextOf = ({ input }) => typeof input === 'string' ? input : JSON.stringify(input);
export const callIdOf = (call, index) => call.id ?? `call_${index + 1}`;
/** The text in pieces, never all of it at once. */
export function* splitText(reply) {
    const text = reply.text ?? '';
    const size = Math.max(1, reply.chunkChars ?? 16);
    for (let round = 0; round < (reply.repeat ?? 1); round += 1) {
        for (let at = 0; at < text.length; at += size)
            yield text.slice(at, at + size);
    }
}
/** Usage figures as they go over the wire: numbers, the word NaN, or nothing. */
export function writeUsage(reply, figures) {
    const how = reply.usageOnWire ?? 'reported';
    if (how === 'missing')
        return null;
    const json = JSON.stringify(figures);
    return how === 'nan' ? json.replace(/:\d+/gu, ':NaN') : json;
}
