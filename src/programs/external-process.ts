/**
 * Runs an external program without a shell, with a given environment and limits of time, output and memory, and returns how it ended.
 * It and all it started end together. Also finds a program on PATH, never in the reviewed folder (`findProgram`). Used by the external
 * analyzers, models/command-model.ts and `signal loop`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { endWithThisProcess } from '../repository/end-orphans.ts';
import { mayBeContained } from '../repository/files/contained-path.ts';
import { isProgram } from '../repository/files/is-program.ts';
import { makeTemporaryFolder } from '../repository/temporary-folder.ts';
import { measureGroup } from './group-memory.ts';

export interface ProgramCall {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** Null for an empty folder of its own, which is removed afterwards. */
  readonly cwd: string | null;
  /** By name: lie in that folder of its own. */
  readonly files?: Readonly<Record<string, string>>;
  /** All of the environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
  /** Of the program and what it started, in megabytes. */
  readonly maxMemoryMb?: number;
  readonly input?: string;
  /** Bytes of standard output as they arrive. */
  readonly onStdout?: (chunk: Buffer) => void;
  readonly onStderr?: (chunk: Buffer) => void;
  /** Asked to end first, and given this long to obey; ended at once where it is left out. */
  readonly graceMs?: number;
}

export type ProgramEnd =
  | {
      readonly kind: 'ended';
      readonly exitCode: number | null;
      readonly stdout: string;
      /** The beginning of it. */
      readonly stderr: string;
    }
  | { readonly kind: 'stopped'; readonly reason: string }
  | { readonly kind: 'not-started'; readonly reason: string };

/** How the reason begins where time ran out. */
export const OUT_OF_TIME = 'no end within';
const MAX_ERROR_CHARS = 4000;
const MAX_MEMORY_MB = 4_000;
const MEMORY_LOOK_MS = 250;
const IS_WINDOWS = process.platform === 'win32';
const USUAL_FOLDERS = IS_WINDOWS
  ? ['C:\\Windows\\System32']
  : ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin', '/usr/local/go/bin'];

const follow = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const isInside = (root: string, path: string): boolean =>
  mayBeContained(root, path) || mayBeContained(follow(root), follow(path));

/** A program on the search path; never one that lies in the reviewed folder, however it is reached. */
export function findProgram(name: string, searchPath: string | undefined, root: string): string | null {
  const file = IS_WINDOWS ? `${name}.exe` : name;
  const candidates = (searchPath ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, file));
  return candidates.find((path) => isProgram(path) && !isInside(root, path)) ?? null;
}

/** What every program gets: its own folder and the usual ones to search, a private home, no keys, no proxies. */
export function createEnvironment(program: string, home: string): Readonly<Record<string, string>> {
  const own = dirname(program);
  return {
    PATH: [own, ...USUAL_FOLDERS].join(delimiter),
    HOME: home,
    TMPDIR: home,
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_CONFIG_HOME: join(home, 'config'),
    LC_ALL: 'C.UTF-8',
    NO_COLOR: '1',
    // A Python program installed for one user finds its packages beside itself, not in the private home.
    PYTHONUSERBASE: dirname(own),
    PYTHONDONTWRITEBYTECODE: '1',
    ...(IS_WINDOWS ? { SystemRoot: 'C:\\Windows', TEMP: home, TMP: home, USERPROFILE: home } : {}),
  };
}

/** Ends the whole group; a group that is gone already is no fault. */
function endGroup(child: ChildProcess, how: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): void {
  try {
    if (child.pid !== undefined && !IS_WINDOWS) process.kill(-child.pid, how);
    else child.kill(how);
  } catch {
    child.kill(how);
  }
}

function makeFolder(files: Readonly<Record<string, string>> = {}): string | null {
  try {
    const folder = makeTemporaryFolder('command');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  } catch {
    return null;
  }
}

/** Never rejects. */
export function runProgram(call: ProgramCall, signal: AbortSignal): Promise<ProgramEnd> {
  if (signal.aborted) return Promise.resolve({ kind: 'stopped', reason: 'aborted' });
  const cwd = call.cwd ?? makeFolder(call.files);
  if (cwd === null) return Promise.resolve({ kind: 'not-started', reason: 'no temporary folder can be made' });
  return new Promise((resolve) => {
    const child = spawn(call.program, [...call.args], {
      cwd,
      env: { ...call.environment },
      shell: false,
      windowsHide: true,
      detached: !IS_WINDOWS,
      stdio: 'pipe',
    });
    endWithThisProcess(child);
    const output = collectOutput(child, call.maxOutputBytes, () =>
      stop(`more than ${call.maxOutputBytes} bytes printed`),
    );
    if (call.onStdout) child.stdout?.on('data', call.onStdout);
    if (call.onStderr) child.stderr?.on('data', call.onStderr);
    let stopped: string | null = null;
    let fault: string | null = null;
    let grace: NodeJS.Timeout | undefined;
    const stop = (reason: string): void => {
      if (stopped !== null) return;
      stopped = reason;
      endGroup(child, call.graceMs === undefined ? 'SIGKILL' : 'SIGTERM');
      if (call.graceMs !== undefined) grace = setTimeout(() => endGroup(child), call.graceMs);
    };
    const timer = setTimeout(() => stop(`${OUT_OF_TIME} ${call.timeoutMs / 1000} s`), call.timeoutMs);
    const { maxMemoryMb = MAX_MEMORY_MB } = call;
    const memory = watchMemory(child, maxMemoryMb, () => stop(`more than ${maxMemoryMb} MB of memory used`));
    const onAbort = (): void => stop('aborted');
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('error', (error) => {
      fault = error.message;
    });
    child.on('exit', () => endGroup(child));
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      clearTimeout(grace);
      clearInterval(memory);
      signal.removeEventListener('abort', onAbort);
      if (call.cwd === null) rmSync(cwd, { recursive: true, force: true });
      if (stopped !== null) resolve({ kind: 'stopped', reason: stopped });
      else if (fault !== null) resolve({ kind: 'not-started', reason: fault });
      else resolve({ kind: 'ended', exitCode, ...output() });
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(call.input ?? '');
  });
}

/** Ends before the limit: memory grows on between two looks. */
const MEMORY_SHARE = 0.9;

function watchMemory(child: ChildProcess, maxMb: number, onTooMuch: () => void): NodeJS.Timeout {
  const look = async (): Promise<void> => {
    const used = child.pid === undefined ? null : await measureGroup(child.pid);
    if (used !== null && used > maxMb * MEMORY_SHARE) onTooMuch();
  };
  return setInterval(() => void look(), MEMORY_LOOK_MS);
}

function collectOutput(
  child: ChildProcess,
  maxBytes: number,
  onTooMuch: () => void,
): () => { readonly stdout: string; readonly stderr: string } {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) onTooMuch();
    else chunks.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    if (stderr.length < MAX_ERROR_CHARS) stderr += chunk.toString('utf8');
  });
  return () => ({
    stdout: Buffer.concat(chunks).toString('utf8'),
    stderr: stderr.trim().slice(0, MAX_ERROR_CHARS),
  });
}
