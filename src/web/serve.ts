/**
 * Serves the dashboard (app.ts) on 127.0.0.1 at the given or a free port, and returns its address with a fresh token. Called by
 * cli/commands/serve-command.ts.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp, type Dashboard } from './app.ts';

const ADDRESS = '127.0.0.1';

export interface ServedDashboard extends AsyncDisposable {
  /** With the token: who opens it is let in. */
  readonly address: string;
  /** Lets in once: whoever lists processes sees what a browser is started with. */
  addressOnce(): string;
}

const makeToken = (): string => randomBytes(24).toString('base64url');

/** Port 0 takes a free one. Rejects where the port is taken. */
export async function serveDashboard(
  port: number,
  dashboard: Omit<Dashboard, 'token' | 'codes' | 'hosts'>,
): Promise<ServedDashboard> {
  const token = makeToken();
  const [codes, hosts] = [new Set<string>(), new Set<string>()];
  const app = createApp({ ...dashboard, token, codes, hosts });
  const server = serve({ fetch: app.fetch, hostname: ADDRESS, port });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', reject);
  });
  const taken = (server.address() as AddressInfo).port;
  for (const name of [ADDRESS, 'localhost']) hosts.add(`${name}:${taken}`);
  const addressWith = (given: string): string => `http://${ADDRESS}:${taken}/?token=${given}`;
  return {
    address: addressWith(token),
    addressOnce() {
      const code = makeToken();
      codes.add(code);
      return addressWith(code);
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
