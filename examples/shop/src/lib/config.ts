import { readFileSync } from 'node:fs';

export interface DatabaseConfig {
  readonly host: string;
  readonly user: string;
  readonly password: string;
  readonly name: string;
}

export interface Config {
  readonly port: number;
  readonly database: DatabaseConfig;
  readonly session: { readonly secret: string; readonly hours: number };
  readonly storage: { readonly folder: string; readonly keyId: string };
  readonly carriers: readonly string[];
}

const DEFAULT_PORT = 8080;

/** Reads config/shop.json; `SHOP_PORT` and `SHOP_CONFIG` win over the file. */
export function loadConfig(): Config {
  const path = process.env.SHOP_CONFIG ?? 'config/shop.json';
  const parsed = JSON.parse(readFileSync(path, 'utf8')) as Config;
  const port = Number(process.env.SHOP_PORT ?? parsed.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new Error(`SHOP_PORT must be a port number from 1 to 65535, got "${process.env.SHOP_PORT ?? ''}"`);
  }
  if (!parsed.session?.secret) {
    process.exit(1);
  }
  return { ...parsed, port };
}
