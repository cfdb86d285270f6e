/** Runs the command line as a user does: a real process, real files, its own state folder and no colours. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const main = join(import.meta.dirname, '../../src/cli/main.ts');

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** By a user whom rights of files hold back, also where the tests run as root. */
  readonly isBound?: boolean;
}

const NOBODY = 65_534;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What is installed on this machine, or was run on it before, must not decide what a test sees. */
export const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: tmpdir(),
  CONSENSUS_REVIEW_STATE_DIR: createFolder(),
  NO_COLOR: '1',
  CI: 'true',
  CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none',
};

export function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: options.cwd ?? import.meta.dirname,
      env: { ...ENVIRONMENT, ...options.env },
      ...(options.isBound && process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
}

/** A fresh folder with these files; removed after the tests. */
export function createFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'cr-e2e-'));
  folders.push(folder);
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
