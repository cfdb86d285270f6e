/**
 * Declares the interface of a wire format of the loopback provider: its path, its stream, its whole answer, its errors. All are
 * strings, because faults cut bytes. Implemented by the `*-wire.ts` files.
 */
import type { LoopbackReply } from './script.ts';

/** A piece of a stream. `text` events are paced and are where faults in the middle happen. */
export interface WireEvent {
  readonly kind: 'text' | 'frame' | 'finish';
  readonly data: string;
}

export interface WireError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export interface Wire {
  readonly paths: readonly string[];
  encodeStream(reply: LoopbackReply, model: string): Iterable<WireEvent>;
  encodeAnswer(reply: LoopbackReply, model: string): string;
  encodeError(error: WireError): string;
  /** An error inside a stream that began well. */
  encodeErrorEvent(error: WireError): string;
  readonly errors: {
    readonly rateLimit: WireError;
    readonly overloaded: WireError;
    readonly serverError: WireError;
    readonly contextExceeded: WireError;
  };
}

export const sse = (data: string, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;
