/**
 * Watches one HTTP exchange: silence on the wire ends it, so does an answer without end, and the status and headers are
 * kept. Bytes count, not parts: a provider that thinks in silence sends pings. No redirect is followed, for keys travel in
 * headers that a redirect would carry to a stranger.
 */

/** No answer of a model is that large: 256 MiB. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;

export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

export interface WireWatch {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Null until the provider answered. */
  readonly status: () => number | null;
  readonly headers: () => Readonly<Record<string, string>>;
  /** True once the request may have reached the provider. */
  readonly wasSent: () => boolean;
  readonly isStalled: () => boolean;
  /** Ends the timer and lets go of the caller's signal. */
  stop(): void;
}

export interface WireWatchOptions {
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
  readonly fetch: typeof globalThis.fetch;
  readonly maxResponseBytes?: number;
}

export function createWireWatch(options: WireWatchOptions): WireWatch {
  const controller = new AbortController();
  const maxBytes = options.maxResponseBytes ?? MAX_RESPONSE_BYTES;
  let status: number | null = null;
  let headers: Readonly<Record<string, string>> = {};
  let sent = false;
  let isStalled = false;
  let timer: NodeJS.Timeout | null = null;
  const stall = (): void => {
    isStalled = true;
    controller.abort(new Error(`nothing arrived for ${options.idleTimeoutMs} ms`));
  };
  const passOn = (): void => controller.abort(options.signal.reason);
  options.signal.addEventListener('abort', passOn, { once: true });
  if (options.signal.aborted) passOn();

  const watchBody = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
    let bytes = 0;
    return body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, output) {
          timer?.refresh();
          bytes += chunk.byteLength;
          if (bytes > maxBytes) output.error(new ResponseTooLarge(`the answer is longer than ${maxBytes} bytes`));
          else output.enqueue(chunk);
        },
      }),
    );
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
      if (response.body === null) return response;
      return new Response(watchBody(response.body), { status: response.status, headers: response.headers });
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      options.signal.removeEventListener('abort', passOn);
    },
  };
}
