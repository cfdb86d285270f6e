import { boundUsage, readUsage } from '../../protocol/turn-outcome-usage.js';
import { createTextCollector } from './text-collector.js';
/** A defect of the caller, not of the provider. */
export class CallbackFailed extends Error {
    name = 'CallbackFailed';
}
function notify(callback, value) {
    try {
        callback?.(value);
    }
    catch (cause) {
        throw new CallbackFailed('a callback of the call threw', { cause });
    }
}
function parseInput(text) {
    try {
        return { kind: 'json', value: JSON.parse(text === '' ? '{}' : text) };
    }
    catch {
        return { kind: 'invalid', text };
    }
}
const toReported = (usage) => ({
    inputTokens: usage.inputTokens.total,
    cachedInputTokens: usage.inputTokens.cacheRead,
    cacheWriteInputTokens: usage.inputTokens.cacheWrite,
    outputTokens: usage.outputTokens.total,
});
/** Anthropic counts the input before it writes the first word. */
function readEarlyUsage(part) {
    if (part.kind !== 'anthropic.message_start')
        return null;
    const metadata = part.providerMetadata;
    const usage = metadata?.anthropic?.usage;
    if (typeof usage?.input_tokens !== 'number')
        return null;
    const cached = Number(usage.cache_read_input_tokens ?? 0);
    const written = Number(usage.cache_creation_input_tokens ?? 0);
    return {
        inputTokens: usage.input_tokens + cached + written,
        cachedInputTokens: cached,
        cacheWriteInputTokens: written,
        outputTokens: undefined,
    };
}
const toOptions = (metadata) => (metadata === undefined ? {} : { providerOptions: metadata });
function toPart(item) {
    if (item.type !== 'tool-call')
        return { type: item.type, text: item.content.text(), ...toOptions(item.metadata) };
    const { id, name, input } = item.call;
    const value = input.kind === 'json' ? input.value : { invalid_arguments: input.text };
    return { type: 'tool-call', toolCallId: id, toolName: name, input: value, ...toOptions(item.metadata) };
}
/** The reply in the order in which it was written. A block of text is kept once. */
function createReplyItems() {
    const items = [];
    const open = new Map();
    const calls = [];
    const openBlock = (key, type) => {
        const block = { type, content: createTextCollector(), metadata: undefined };
        open.set(key, block);
        items.push(block);
        return block;
    };
    return {
        calls,
        addToBlock(part, type) {
            const key = `${type} ${part.id ?? ''}`;
            const block = open.get(key) ?? openBlock(key, type);
            if (part.providerMetadata !== undefined)
                block.metadata = part.providerMetadata;
            if (part.delta !== undefined)
                block.content.add(part.delta);
            if (part.type.endsWith('-end'))
                open.delete(key);
        },
        addCall(call, metadata) {
            calls.push(call);
            items.push({ type: 'tool-call', call, metadata });
        },
        text: () => items.map((item) => (item.type === 'text' ? item.content.text() : '')).join(''),
        isEmpty: () => items.every((item) => item.type !== 'tool-call' && item.content.isEmpty()),
        toContinuation() {
            const isNeeded = items.some(({ type, metadata }) => type === 'reasoning' || metadata !== undefined);
            if (calls.length === 0 || !isNeeded)
                return null;
            return structuredClone(items.map(toPart));
        },
    };
}
export function createReplyCollector(request) {
    const items = createReplyItems();
    let finish = null;
    let final = null;
    let early = null;
    let error;
    const takeText = (part) => {
        items.addToBlock(part, 'text');
        if (part.delta)
            notify(request.onText, part.delta);
    };
    // Without tools there is no next turn that would need the thoughts.
    const takeThought = (part) => {
        if (request.tools.length > 0)
            items.addToBlock(part, 'reasoning');
    };
    const takeCall = (part) => {
        if (part.providerExecuted === true)
            return;
        const input = parseInput(typeof part.input === 'string' ? part.input : JSON.stringify(part.input ?? {}));
        const call = { id: part.toolCallId ?? '', name: part.toolName ?? '', input };
        items.addCall(call, part.providerMetadata);
        notify(request.onToolCall, call);
    };
    const takers = {
        'text-start': takeText,
        'text-delta': takeText,
        'text-end': takeText,
        'reasoning-start': takeThought,
        'reasoning-delta': takeThought,
        'reasoning-end': takeThought,
        'tool-call': takeCall,
        custom: (part) => {
            early = readEarlyUsage(part) ?? early;
        },
        error: (part) => {
            error ??= part.error ?? new Error('the stream carried an error without a reason');
        },
        finish: (part) => {
            finish = { unified: part.finishReason?.unified ?? 'other', raw: part.finishReason?.raw ?? null };
            final = part.usage === undefined ? null : toReported(part.usage);
        },
    };
    const readTotals = () => {
        const usage = final === null ? null : readUsage(final, !items.isEmpty());
        return usage ?? (early === null ? null : boundUsage(early, request.maxOutputTokens));
    };
    return {
        take: (part) => takers[part.type]?.(part),
        receipt: (mayBeBilled) => ({ text: items.text(), toolCalls: items.calls, usage: readTotals(), mayBeBilled }),
        hasCalls: () => items.calls.length > 0,
        continuation: items.toContinuation,
        finish: () => finish,
        error: () => error,
    };
}
