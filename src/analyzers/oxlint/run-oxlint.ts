/**
 * Opens a function that runs oxlint with given arguments and returns what it prints, null where it did not run. In a process of the
 * analyzer pool it calls the native module and redirects file descriptor 1 to a file (about a millisecond); elsewhere it starts a
 * program. Called by oxlint.ts.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEnvironment, runProgram } from '../../programs/external-process.ts';

/** What it prints for these arguments, or null where it did not run. */
export type RunOxlint = (args: readonly string[], signal: AbortSignal) => Promise<string | null>;

const STDOUT = 1;
const MAX_OUTPUT_BYTES = 16_000_000;
const TIMEOUT_MS = 60_000;

/** Throws where the package has no build for this machine. */
export function openOxlint(home: string, ownsOutput: boolean): Promise<RunOxlint> {
  const folder = dirname(createRequire(import.meta.url).resolve('oxlint/package.json'));
  return ownsOutput && process.platform !== 'win32' ? openInside(folder, home) : openOutside(folder, home);
}

type Lint = (args: readonly string[], ...callbacks: readonly ((...given: never[]) => unknown)[]) => Promise<boolean>;

async function openInside(folder: string, home: string): Promise<RunOxlint> {
  const { r: lint } = (await import(pathToFileURL(join(folder, 'dist/bindings.js')).href)) as { readonly r: Lint };
  captureOutput(home);
  return async (args) => {
    ftruncateSync(STDOUT, 0);
    await lint(args, REFUSE, REFUSE, REFUSE, ACCEPT, REFUSE, REFUSE);
    const bytes = Buffer.alloc(Math.min(fstatSync(STDOUT).size, MAX_OUTPUT_BYTES));
    readSync(STDOUT, bytes, 0, bytes.length, 0);
    return bytes.toString('utf8');
  };
}

/** Plugins and settings in JavaScript are loaded by functions that the caller hands over: ours load nothing. */
const REFUSE = (): null => null;
/** Opening a workspace is answered, and nothing is opened. */
const ACCEPT = (): Promise<void> => Promise.resolve();

/** Opening a file takes the lowest number that is free. The file has no name any more once it is open. */
function captureOutput(home: string): void {
  if (isCapturing) return;
  const path = join(home, 'output');
  closeSync(STDOUT);
  if (openSync(path, 'ax+', 0o600) !== STDOUT) throw new Error('the output of oxlint cannot be read on this machine');
  rmSync(path);
  isCapturing = true;
}

let isCapturing = false;

async function openOutside(folder: string, home: string): Promise<RunOxlint> {
  const program = process.execPath;
  return async (args, signal) => {
    const end = await runProgram(
      {
        program,
        args: [join(folder, 'bin/oxlint'), ...args],
        cwd: home,
        environment: createEnvironment(program, home),
        timeoutMs: TIMEOUT_MS,
        maxOutputBytes: MAX_OUTPUT_BYTES,
      },
      signal,
    );
    return end.kind === 'ended' ? end.stdout : null;
  };
}
