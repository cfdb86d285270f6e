/**
 * Finds and runs the git program, always in a git directory of our own: arguments without a shell, an environment of our making, a
 * time limit and an output limit. Not by a process library: those pass the whole environment on and search `node_modules/.bin` first.
 * Called by every file of this folder that asks git.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { ReviewError } from '../../errors.ts';
import { endWithThisProcess } from '../end-orphans.ts';
import { mayBeContained } from '../files/contained-path.ts';
import { isProgram } from '../files/is-program.ts';

const TIMEOUT_MS = 120_000;
const MAX_OUTPUT_BYTES = 512_000_000;
const MAX_ERROR_CHARS = 2000;

const USUAL_FOLDERS =
  process.platform === 'win32'
    ? ['C:\\Program Files\\Git\\cmd', 'C:\\Program Files (x86)\\Git\\cmd']
    : ['/usr/local/bin', '/usr/bin', '/bin', '/opt/homebrew/bin', '/opt/local/bin'];

/** git on the search path, but never one that lies in the reviewed folder. */
export function findGitProgram(searchPath: string | undefined, root: string): string | null {
  const folders = searchPath === undefined ? USUAL_FOLDERS : searchPath.split(delimiter);
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const safe = folders.filter((folder) => isAbsolute(folder) && !mayBeContained(root, folder));
  return safe.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

/** A git program bound to a git directory of our own. */
export interface Git {
  readonly program: string;
  readonly dir: string;
  /** Index file to use, for the commands that need one. */
  readonly indexFile?: string;
  /** Commands that have not ended, for whoever stops them. */
  readonly running: Set<{ kill(signal: 'SIGKILL'): unknown }>;
  /** By both commits. Commits do not change, so neither does the answer. */
  readonly mergeBases: Map<string, Promise<string>>;
  /** Commits by the revision that was asked for. The refs are a copy, so they do not move. */
  readonly commits: Map<string, Promise<string>>;
}

const createEnvironment = (git: Git): NodeJS.ProcessEnv => ({
  PATH: USUAL_FOLDERS.join(delimiter),
  HOME: git.dir,
  LC_ALL: 'C',
  GIT_DIR: git.dir,
  GIT_INDEX_FILE: git.indexFile ?? join(git.dir, 'index'),
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: devNull,
  GIT_ATTR_NOSYSTEM: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'none',
});

const SAFE_CONFIG = ['core.fsmonitor=false', 'protocol.ext.allow=never'];

export function spawnGit(git: Git, args: readonly string[]): ChildProcessWithoutNullStreams {
  const config = SAFE_CONFIG.flatMap((setting) => ['-c', setting]);
  const child = spawn(git.program, ['--no-pager', '--literal-pathspecs', ...config, ...args], {
    cwd: git.dir,
    env: createEnvironment(git),
    shell: false,
    windowsHide: true,
    detached: process.platform !== 'win32',
  });
  endWithThisProcess(child);
  return child;
}

export interface GitOutcome {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs to the end. Resolves whatever the exit code; stderr also says why it was stopped. */
export function runGit(git: Git, args: readonly string[]): Promise<GitOutcome> {
  return new Promise((resolve) => {
    const child = spawnGit(git, args);
    git.running.add(child);
    const chunks: Buffer[] = [];
    let bytes = 0;
    let stderr = '';
    const stop = (problem: string): void => {
      stderr = problem;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(`git ${args[0]} did not finish in ${TIMEOUT_MS / 1000} s`), TIMEOUT_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) stop(`git ${args[0]} printed more than ${MAX_OUTPUT_BYTES} bytes`);
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < MAX_ERROR_CHARS) stderr += chunk.toString('utf8');
    });
    child.on('error', (error) => {
      stderr ||= error.message;
    });
    child.on('close', (exitCode) => {
      clearTimeout(timer);
      git.running.delete(child);
      resolve({ exitCode, stdout: Buffer.concat(chunks), stderr: stderr.trim().slice(0, MAX_ERROR_CHARS) });
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end();
  });
}

/** Output of a command that has to succeed. */
export async function readGit(git: Git, args: readonly string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await runGit(git, args);
  if (exitCode !== 0) throw new ReviewError('git-failed', `git ${args[0]} ended with ${exitCode}: ${stderr}`);
  return stdout.toString('utf8');
}
