/**
 * Watches one HTTP exchange: silence on the wire ends it, so does an answer without end, and the status and headers are
 * kept. Bytes count, not parts: a provider that thinks in silence sends pings. No redirect is followed, for keys travel in
 * headers that a redirect would carry to a stranger.
 */
/** No answer of a model is that large: 256 MiB. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;
export class ResponseTooLarge extends Error {
    name = 'ResponseTooLarge';
}
export function createWireWatch(options) {
    const controller = new AbortController();
    const maxBytes = options.maxResponseBytes ?? MAX_RESPONSE_BYTES;
    let status = null;
    let headers = {};
    let sent = false;
    let isStalled = false;
    let timer = null;
    const stall = () => {
        isStalled = true;
        controller.abort(new Error(`nothing arrived for ${options.idleTimeoutMs} ms`));
    };
    const passOn = () => controller.abort(options.signal.reason);
    options.signal.addEventListener('abort', passOn, { once: true });
    if (options.signal.aborted)
        passOn();
    const watchBody = (body) => {
        let bytes = 0;
        return body.pipeThrough(new TransformStream({
            transform(chunk, output) {
                timer?.refresh();
                bytes += chunk.byteLength;
                if (bytes > maxBytes)
                    output.error(new ResponseTooLarge(`the answer is longer than ${maxBytes} bytes`));
                else
                    output.enqueue(chunk);
            },
        }));
    };
    return {
        signal: controller.signal,
        status: () => status,
        headers: () => headers,
        wasSent: () => sent,
        isStalled: () => isStalled,
        async fetch(input, init) {
            sent = true;
            timer = setTimeout(stall, options.idleTimeoutMs);
            const response = await options.fetch(input, { ...init, redirect: 'manual' });
            status = response.status;
            headers = Object.fromEntries(response.headers);
            timer.refresh();
            if (response.body === null)
                return response;
            return new Response(watchBody(response.body), { status: response.status, headers: response.headers });
        },
        stop() {
            if (timer !== null)
                clearTimeout(timer);
            options.signal.removeEventListener('abort', passOn);
        },
    };
}
