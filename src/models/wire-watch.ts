/**
 * Watches one HTTP exchange: bounds silence, time and size, keeps status and headers, and remembers why it ended, because the
 * provider package reports that in other words. Any byte ends a silence. Used by create-model.ts, which hands its `fetch` and
 * `signal` to the package.
 */
import { type AnswerBounds, AnswerOverrun } from './answer-bounds.ts';
import { type AnswerGuard, createAnswerGuard } from './answer-guard.ts';
import { UnreadableAnswer } from './bounded-fetch.ts';
import { listCauses } from './read-problem.ts';
import { CallbackFailed } from './reply-collector.ts';
import { createWireTimers, type TimeBound } from './wire-timers.ts';

/** Why the wire ended the call; null where it did not. */
export type WireEnd =
  | { readonly kind: TimeBound; readonly afterMs: number }
  | { readonly kind: 'overrun'; readonly overrun: AnswerOverrun }
  | { readonly kind: 'unreadable'; readonly message: string }
  /** The connection ended before the answer did. */
  | { readonly kind: 'cut' };

export interface WireWatch {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Null until the provider answered. */
  readonly status: () => number | null;
  readonly headers: () => Readonly<Record<string, string>>;
  /** True once the request may have reached the provider. */
  readonly wasSent: () => boolean;
  readonly end: () => WireEnd | null;
  /** True where a sound answer ended in the middle of an event. */
  readonly endedInEvent: () => boolean;
  /** True where a sound answer had a body, and nothing in it was an event. */
  readonly lacksEvents: () => boolean;
  /** Ends what is left of the exchange, its timers, and lets go of the caller's signal. */
  stop(): void;
}

export interface WireWatchOptions {
  readonly bounds: AnswerBounds;
  readonly idleTimeoutMs: number;
  /** Until the first byte, where calls wait in a queue of the server. */
  readonly queueMs?: number;
  readonly signal: AbortSignal;
  readonly fetch: typeof globalThis.fetch;
  readonly hasSpoken: () => boolean;
  /** With every piece of an answer, unpacked. */
  readonly onBytes: (bytes: number) => void;
}

export function createWireWatch(options: WireWatchOptions): WireWatch {
  const { bounds, signal } = options;
  const controller = new AbortController();
  let status: number | null = null;
  let headers: Readonly<Record<string, string>> = {};
  let sent = false;
  let bytes = 0;
  let hasEnded = false;
  let end: WireEnd | null = null;
  let guard: AnswerGuard | null = null;
  const timers = createWireTimers({
    ...bounds,
    silenceMs: options.idleTimeoutMs,
    ...(options.queueMs === undefined ? {} : { queueMs: options.queueMs }),
    hasSpoken: options.hasSpoken,
    onEnd(kind, afterMs) {
      end ??= { kind, afterMs };
      controller.abort(new Error(kind));
    },
  });
  const passOn = (): void => controller.abort(signal.reason);
  signal.addEventListener('abort', passOn, { once: true });
  if (signal.aborted) passOn();

  const note = (error: unknown): never => {
    if (!controller.signal.aborted) end ??= explainBreak(error, status !== null);
    throw error;
  };
  const takeBytes = (chunk: Uint8Array): void => {
    timers.note();
    bytes += chunk.byteLength;
    options.onBytes(chunk.byteLength);
    guard?.take(chunk);
  };

  return {
    signal: controller.signal,
    status: () => status,
    headers: () => headers,
    wasSent: () => sent,
    end: () => end,
    endedInEvent: () => hasEnded && guard?.isInEvent() === true,
    lacksEvents: () => hasEnded && guard !== null && bytes > 0 && !guard.hasEvents(),
    async fetch(input, init) {
      sent = true;
      timers.begin();
      const response = await options.fetch(input, { ...init, redirect: 'manual' }).catch(note);
      status = response.status;
      headers = Object.fromEntries(response.headers);
      if (response.body === null) return response;
      // The body of an error is a message, and no stream.
      if (status < 300) guard = createAnswerGuard(headers['content-type'] ?? '', bounds);
      const body = ReadableStream.from(
        tap(response.body, { take: takeBytes, onError: note, onEnd: () => (hasEnded = true) }),
      );
      return new Response(body, { status, headers: response.headers });
    },
    stop() {
      timers.stop();
      signal.removeEventListener('abort', passOn);
      controller.abort(new Error('the call has ended'));
    },
  };
}

/** Every piece is looked at before it is handed on. */
async function* tap(
  body: ReadableStream<Uint8Array>,
  { take, onError, onEnd }: { take(chunk: Uint8Array): void; onError(error: unknown): never; onEnd(): void },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) {
      take(chunk);
      yield chunk;
    }
    onEnd();
  } catch (error) {
    onError(error);
  }
}

/** Null where it is for others to say: nobody answered, or a callback of ours failed. */
function explainBreak(error: unknown, hasAnswered: boolean): WireEnd | null {
  const causes: readonly unknown[] = listCauses(error);
  const overrun = causes.find((cause) => cause instanceof AnswerOverrun);
  const unreadable = causes.find((cause) => cause instanceof UnreadableAnswer);
  if (overrun !== undefined) return { kind: 'overrun', overrun };
  if (unreadable !== undefined) return { kind: 'unreadable', message: unreadable.message };
  return hasAnswered && !causes.some((cause) => cause instanceof CallbackFailed) ? { kind: 'cut' } : null;
}
