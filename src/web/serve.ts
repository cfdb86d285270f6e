/** The dashboard on loopback, at a port of its own. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp, type Dashboard } from './app.ts';

const ADDRESS = '127.0.0.1';

export interface ServedDashboard extends AsyncDisposable {
  /** With the token: who opens it is let in. */
  readonly address: string;
}

/** Port 0 takes a free one. Rejects where the port is taken. */
export async function serveDashboard(
  port: number,
  dashboard: Omit<Dashboard, 'token' | 'hosts'>,
): Promise<ServedDashboard> {
  const token = randomBytes(24).toString('base64url');
  const hosts = new Set<string>();
  const app = createApp({ ...dashboard, token, hosts });
  const server = serve({ fetch: app.fetch, hostname: ADDRESS, port });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  const taken = (server.address() as AddressInfo).port;
  for (const name of [ADDRESS, 'localhost']) hosts.add(`${name}:${taken}`);
  return {
    address: `http://${ADDRESS}:${taken}/?token=${token}`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
