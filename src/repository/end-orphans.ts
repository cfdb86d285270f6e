/**
 * Ends programs of others when this process is gone, however it ended, `kill -9` included. They cannot watch for that
 * themselves, so a shell waits at the end of a pipe, knows the groups that run, and ends them when the pipe closes. Started with the
 * first program. Windows has no such shell: there a program ends when its input or output closes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

const SHELL = '/bin/sh';

/** `+ GROUP` and `- GROUP` line by line; at the end of the input what is still listed is ended. */
const SCRIPT = `trap '' HUP INT QUIT TERM
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% "$group" *} \${groups#* "$group" }" ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done`;

let guard: ChildProcess | null = null;

function openGuard(): ChildProcess {
  const started = spawn(SHELL, ['-c', SCRIPT], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: {},
    cwd: '/',
  });
  const forget = (): void => {
    if (guard === started) guard = null;
  };
  started.on('error', forget).on('exit', forget);
  started.stdin.on('error', forget);
  started.unref();
  (started.stdin as Socket).unref();
  return started;
}

/** For a program that leads a group of its own (`detached`). What it started ends with it, unless it left the group. */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || process.platform === 'win32') return;
  guard ??= openGuard();
  guard.stdin?.write(`+ ${pid}\n`);
  child.once('exit', () => guard?.stdin?.write(`- ${pid}\n`));
}
