/** A provider on 127.0.0.1 that owns the bare socket: it can break HTTP itself, and counts the bytes it got rid of. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

export interface HostileProvider {
  /** Keys and addresses of all providers, to be used as an environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly port: number;
  /** First lines and headers of the requests, in the order of arrival. */
  readonly requests: readonly string[];
  readonly bytesSent: () => number;
  close(): Promise<void>;
}

/** Called once a request has arrived whole. */
export type Behave = (socket: Socket, provider: { readonly port: number }) => void;

const createEnvironment = (port: number): Readonly<Record<string, string>> => {
  const address = `http://127.0.0.1:${port}`;
  return {
    ANTHROPIC_API_KEY: 'hostile-key',
    ANTHROPIC_BASE_URL: `${address}/v1`,
    OPENAI_API_KEY: 'hostile-key',
    OPENAI_BASE_URL: `${address}/v1`,
    GEMINI_API_KEY: 'hostile-key',
    GOOGLE_GENERATIVE_AI_BASE_URL: `${address}/v1beta`,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'hostile-id',
    AWS_SECRET_ACCESS_KEY: 'hostile-key',
    BEDROCK_BASE_URL: address,
    OPENAI_COMPATIBLE_BASE_URL: `${address}/v1`,
    OPENAI_COMPATIBLE_API_KEY: 'hostile-key',
  };
};

/** True once the body is as long as the headers say. */
function isWhole(request: Buffer): boolean {
  const end = request.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/iu.exec(request.subarray(0, end).toString('latin1'))?.[1] ?? '0';
  return request.length >= end + 4 + Number(length);
}

export async function startHostileProvider(behave: Behave): Promise<HostileProvider> {
  const sockets = new Set<Socket>();
  const requests: string[] = [];
  let closedBytes = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closedBytes += socket.bytesWritten;
      sockets.delete(socket);
    });
    let received = Buffer.alloc(0);
    const take = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      if (!isWhole(received)) return;
      socket.off('data', take);
      socket.resume();
      requests.push(received.subarray(0, received.indexOf('\r\n\r\n')).toString('latin1'));
      behave(socket, { port });
    };
    socket.on('data', take);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    environment: createEnvironment(port),
    port,
    requests,
    bytesSent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, closedBytes),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
