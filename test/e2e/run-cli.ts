/**
 * Runs the command line as a user does: real files, its own state folder and no colours. `runCli` calls it as a function, which
 * spares the start of a process; `runProcess` is for what only a process can show.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { runCli as runHere } from '../../src/cli/run-command.ts';
import type { Terminal } from '../../src/cli/streams.ts';
import { keptCode, lendVocabulary } from '../support/kept-code.ts';

export const MAIN = join(import.meta.dirname, '../../src/cli/bin.js');

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const NOBODY = 65_534;

let ownState: string | null = null;

/** What is installed on this machine, or was run on it before, must not decide what a test sees. */
export function testEnvironment(env: CliOptions['env'] = {}): NodeJS.ProcessEnv {
  if (ownState === null) {
    ownState = createFolder();
    lendVocabulary(ownState);
  }
  return {
    PATH: process.env.PATH,
    HOME: tmpdir(),
    CONSENSUS_REVIEW_STATE_DIR: ownState,
    NO_COLOR: '1',
    CI: 'true',
    CONSENSUS_REVIEW_EXTERNAL_ANALYZERS: 'none',
    ...keptCode(),
    ...env,
  };
}

export type CliCall = CliOptions & Pick<Terminal, 'runPlace' | 'graceMs'>;

/** A command under way in this process. */
export interface RunningCommand {
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly hasEnded: () => boolean;
  readonly ended: Promise<number>;
  /** As Ctrl-C does. */
  interrupt(): void;
}

export function startCommand(args: readonly string[], options: CliCall = {}): RunningCommand {
  let stdout = '';
  let stderr = '';
  let hasEnded = false;
  const interruption = new AbortController();
  const { cwd = import.meta.dirname, input = '', env, ...rest } = options;
  const ended = runHere(args, {
    ...rest,
    stdin: Readable.from(input === '' ? [] : [input]),
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    environment: testEnvironment(env),
    workingDirectory: cwd,
    interrupt: interruption.signal,
  }).finally(() => {
    hasEnded = true;
  });
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    hasEnded: () => hasEnded,
    ended,
    interrupt: () => interruption.abort('interrupt'),
  };
}

/** In this process, to its end. */
export async function runCli(args: readonly string[], options: CliCall = {}): Promise<CliResult> {
  const command = startCommand(args, options);
  const code = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

export interface ProcessOptions extends CliOptions {
  /** By a user whom rights of files hold back, also where the tests run as root. */
  readonly isBound?: boolean;
}

/** In a process of its own. */
export function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: options.cwd ?? import.meta.dirname,
      env: testEnvironment(options.env),
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

/** A fresh folder with these files; it goes with the folder of the whole run. */
export function createFolder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'cr-e2e-'));
  writeFiles(folder, files);
  return folder;
}

export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
