/**
 * A model provider on 127.0.0.1 that speaks Anthropic Messages, OpenAI Chat Completions and OpenAI Responses, and answers
 * from a script. Strict: a request nobody scripted and a reply nobody asked for are both reported. Real HTTP, real sockets.
 */
import { createServer } from 'node:http';
import { anthropicWire } from './anthropic-wire.js';
import { chatWire } from './chat-wire.js';
import { responsesWire } from './responses-wire.js';
import { usageOf } from './script.js';
import { sendReply } from './send-reply.js';
const WIRES = {
    'anthropic-messages': anthropicWire,
    'openai-chat': chatWire,
    'openai-responses': responsesWire,
};
async function readBody(request) {
    const chunks = [];
    for await (const chunk of request)
        chunks.push(chunk);
    try {
        return JSON.parse(Buffer.concat(chunks).toString('utf8'));
    }
    catch {
        return null;
    }
}
const findFormat = (path) => Object.keys(WIRES).find((format) => WIRES[format].paths.includes(path)) ?? null;
const hasStreamed = ({ fault }) => fault === undefined || ['reset', 'stall', 'error-event', 'no-finish', 'garbage'].includes(fault.kind);
function sumBill(replies) {
    const sum = { inputTokens: 0, cachedInputTokens: 0, cacheWriteInputTokens: 0, outputTokens: 0 };
    for (const reply of replies.filter(hasStreamed)) {
        const usage = usageOf(reply);
        sum.inputTokens += usage.inputTokens;
        sum.cachedInputTokens += usage.cachedInputTokens ?? 0;
        sum.cacheWriteInputTokens += usage.cacheWriteInputTokens ?? 0;
        sum.outputTokens += usage.outputTokens;
    }
    return sum;
}
const createEnvironment = (baseUrl) => ({
    ANTHROPIC_API_KEY: 'loopback-key',
    ANTHROPIC_BASE_URL: baseUrl,
    OPENAI_API_KEY: 'loopback-key',
    OPENAI_BASE_URL: baseUrl,
    OPENAI_COMPATIBLE_BASE_URL: baseUrl,
    OLLAMA_BASE_URL: baseUrl,
    LMSTUDIO_BASE_URL: baseUrl,
    VLLM_BASE_URL: baseUrl,
    LLAMACPP_BASE_URL: baseUrl,
});
/** An address that no resolver knows, for the failure of name resolution. */
export const UNRESOLVABLE_BASE_URL = 'http://provider.invalid/v1';
/** Models of the three wire formats, as `--model` names them. */
export const LOOPBACK_MODELS = {
    'anthropic-messages': 'anthropic/loopback',
    'openai-chat': 'openai-compatible/loopback',
    'openai-responses': 'openai/loopback',
};
export async function startLoopbackProvider(...script) {
    const open = [...script];
    const played = [];
    const requests = [];
    const problems = [];
    let improvise = null;
    const takeReply = (request) => {
        const index = open.findIndex((reply) => reply.when?.(request) ?? true);
        const scripted = index < 0 ? improvise?.(request) : open.splice(index, 1)[0];
        if (scripted === undefined)
            return null;
        const reply = scripted.replyFor?.(request) ?? scripted;
        played.push(reply);
        const problem = scripted.check?.(request) ?? null;
        if (problem !== null)
            problems.push(`request ${requests.length}: ${problem}`);
        return reply.textFor === undefined ? reply : { ...reply, text: reply.textFor(request) };
    };
    const refuse = (response, problem) => {
        problems.push(problem);
        const body = JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: problem } });
        response.writeHead(400, { 'content-type': 'application/json' }).end(body);
    };
    const answer = async (message, response) => {
        const path = new URL(message.url ?? '/', 'http://127.0.0.1').pathname;
        const format = findFormat(path);
        const body = await readBody(message);
        if (format === null || body === null || message.method !== 'POST') {
            return refuse(response, `loopback: ${message.method} ${path} is not part of any wire format`);
        }
        const request = {
            format,
            model: String(body.model ?? ''),
            isStreaming: body.stream === true,
            body,
            headers: Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)])),
            atMs: Date.now(),
        };
        requests.push(request);
        const reply = takeReply(request);
        if (reply === null)
            return refuse(response, `loopback: request ${requests.length} (${format}) was not scripted`);
        await sendReply(response, reply, WIRES[format], request).finally(() => reply.onEnd?.());
    };
    const server = createServer((message, response) => {
        response.on('error', () => undefined);
        answer(message, response).catch((error) => {
            if (!response.destroyed)
                problems.push(`loopback: ${String(error)}`);
            response.destroy();
        });
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
    const listProblems = () => [
        ...problems,
        ...(open.length === 0 ? [] : [`loopback: ${open.length} scripted replies were never asked for`]),
    ];
    return {
        baseUrl,
        environment: createEnvironment(baseUrl),
        requests,
        billed: () => sumBill(played),
        enqueue: (...replies) => void open.push(...replies),
        otherwise(reply) {
            improvise = reply;
        },
        problems: listProblems,
        assertPlayed() {
            const found = listProblems();
            if (found.length > 0)
                throw new Error(found.join('\n'));
        },
        async close() {
            server.closeAllConnections();
            await new Promise((resolve) => server.close(() => resolve()));
        },
    };
}
