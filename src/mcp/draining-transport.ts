/**
 * Creates an MCP transport over standard input and output that still answers what it was asked when its input ends, so that requests
 * can be piped into the server. The SDK's own drops what is under way at that moment. Called by cli/commands/mcp-command.ts.
 */
import { PassThrough, type Readable, type Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** How long requests under way may still take after the input has ended. */
const DRAIN_MS = 60_000;

export interface DrainingTransport {
  readonly transport: Transport;
  /** Input has ended and everything asked has been answered, or the output is gone. */
  readonly ended: Promise<void>;
}

type RequestKey = string | number;

/** The request a message asks, answers or cancels. */
function readKeys(message: JSONRPCMessage): { asked?: RequestKey; settled?: RequestKey } {
  if ('method' in message) {
    if ('id' in message) return { asked: message.id };
    const { requestId } = (message.params ?? {}) as { requestId?: RequestKey };
    return message.method === 'notifications/cancelled' && requestId !== undefined ? { settled: requestId } : {};
  }
  return 'id' in message && message.id !== undefined ? { settled: message.id } : {};
}

export function createDrainingTransport(stdin: Readable, stdout: Writable): DrainingTransport {
  const inbound = new PassThrough();
  const wire = new StdioServerTransport(inbound, stdout);
  const open = new Set<RequestKey>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let hasInputEnded = false;

  const note = (message: JSONRPCMessage): void => {
    const { asked, settled } = readKeys(message);
    if (asked !== undefined) open.add(asked);
    if (settled !== undefined) open.delete(settled);
    if (hasInputEnded && open.size === 0) end();
  };
  const endInput = (): void => {
    hasInputEnded = true;
    setTimeout(end, DRAIN_MS).unref();
    // What was read last is still on its way through the pipe.
    setImmediate(() => open.size === 0 && end());
  };

  const transport: Transport = {
    async start() {
      wire.onmessage = (message) => {
        note(message);
        transport.onmessage?.(message);
      };
      wire.onerror = (error) => transport.onerror?.(error);
      wire.onclose = () => {
        end();
        transport.onclose?.();
      };
      await wire.start();
      stdin.once('end', endInput).once('error', end).pipe(inbound, { end: false });
    },
    async send(message) {
      await wire.send(message);
      note(message);
    },
    close: () => wire.close(),
  };
  return { transport, ended };
}
