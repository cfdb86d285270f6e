/**
 * Sends one scripted reply over a socket: paced, held back where the client is slow, and cut or broken where its fault says so. Called
 * by loopback-provider.ts.
 */

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoopbackFault, LoopbackReply } from './script.ts';
import { sse, type Wire, type WireError, type WireEvent } from './wire.ts';

const GARBAGE = [sse('{"type": "content_blo'), sse('<html>502 Bad Gateway</html>'), 'noise without a field\n\n'].join(
  '',
);

interface StatusReply {
  readonly error: WireError;
  readonly retryAfter: string | null;
}

function toStatusReply(fault: LoopbackFault, wire: Wire): StatusReply | null {
  switch (fault.kind) {
    case 'rate-limit': {
      const retryAfter =
        fault.retryAtMs !== undefined ? new Date(fault.retryAtMs).toUTCString() : fault.retryAfterSeconds?.toString();
      return { error: wire.errors.rateLimit, retryAfter: retryAfter ?? null };
    }
    case 'overloaded':
      return { error: wire.errors.overloaded, retryAfter: null };
    case 'server-error':
      return { error: wire.errors.serverError, retryAfter: null };
    case 'context-exceeded':
      return { error: wire.errors.contextExceeded, retryAfter: null };
    case 'status': {
      const { status, code = 'error', message = `status ${status}`, retryAfter = null } = fault;
      return { error: { status, code, message }, retryAfter };
    }
    default:
      return null;
  }
}

/** What a fault puts behind the second piece of text; null for nothing. */
function encodeIntrusion(fault: LoopbackFault | undefined, wire: Wire): string | null {
  if (fault?.kind === 'garbage') return GARBAGE;
  if (fault?.kind !== 'error-event') return null;
  const { overloaded } = wire.errors;
  const { code = overloaded.code, message = overloaded.message } = fault;
  return wire.encodeErrorEvent({ ...overloaded, code, message });
}

/** Faults of the content: an event too many, too few or too broken. */
function* bendEvents(events: Iterable<WireEvent>, fault: LoopbackFault | undefined, wire: Wire): Generator<WireEvent> {
  const intrusion = encodeIntrusion(fault, wire);
  let texts = 0;
  for (const event of events) {
    if (event.kind === 'finish' && fault?.kind === 'no-finish') return;
    yield event;
    if (event.kind === 'text') texts += 1;
    if (event.kind !== 'text' || texts !== 2 || intrusion === null) continue;
    yield { kind: 'frame', data: intrusion };
    if (fault?.kind === 'error-event') return;
  }
}

async function write(response: ServerResponse, data: Buffer | string): Promise<void> {
  if (response.destroyed || response.write(data)) return;
  await new Promise<void>((resolve) => {
    const goOn = (): void => {
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    response.on('drain', goOn).on('close', goOn);
  });
}

async function stopAt(response: ServerResponse, fault: LoopbackFault): Promise<void> {
  // The client has to see the bytes before the fault.
  await sleep(5);
  if (fault.kind === 'reset') response.socket?.resetAndDestroy();
  else await once(response, 'close');
}

async function sendStream(response: ServerResponse, reply: LoopbackReply, events: Iterable<WireEvent>): Promise<void> {
  const { fault } = reply;
  const limit = fault?.kind === 'reset' || fault?.kind === 'stall' ? fault.atByte : null;
  let sent = 0;
  for (const event of events) {
    if (response.destroyed) return;
    if (event.kind === 'text' && reply.chunkLatencyMs) await sleep(reply.chunkLatencyMs);
    const data = Buffer.from(event.data);
    if (limit !== null && fault !== undefined && sent + data.length >= limit) {
      if (limit > sent) await write(response, data.subarray(0, limit - sent));
      return stopAt(response, fault);
    }
    sent += data.length;
    await write(response, data);
  }
  response.end();
}

export async function sendReply(
  response: ServerResponse,
  reply: LoopbackReply,
  wire: Wire,
  request: { model: string; isStreaming: boolean },
): Promise<void> {
  if (reply.latencyMs) await sleep(reply.latencyMs);
  await reply.until;
  const status = reply.fault === undefined ? null : toStatusReply(reply.fault, wire);
  if (status !== null) {
    const headers = {
      'content-type': 'application/json',
      ...(status.retryAfter === null ? {} : { 'retry-after': status.retryAfter }),
    };
    response.writeHead(status.error.status, headers).end(wire.encodeError(status.error));
    return;
  }
  if (!request.isStreaming) {
    response.writeHead(200, { 'content-type': 'application/json' });
    return sendStream(response, reply, [{ kind: 'frame', data: wire.encodeAnswer(reply, request.model) }]);
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  return sendStream(response, reply, bendEvents(wire.encodeStream(reply, request.model), reply.fault, wire));
}
