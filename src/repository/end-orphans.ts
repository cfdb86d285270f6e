/**
 * Ends programs that this process has started when it is gone, however it ended, `kill -9` included, and removes its temporary folder.
 * They cannot watch for that themselves, so a shell waits at the end of a pipe, knows the groups that run, and ends them when the pipe
 * closes. Started with the first program. Windows has no such shell: there a program ends when its input or output closes. Called by
 * programs/, git/program.ts and temporary-folder.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

const SHELL = '/bin/sh';

/** `+ GROUP`, `- GROUP` and `= FOLDER` line by line; at the end of the input what is still listed is ended, then removed. */
const SCRIPT = `trap '' HUP INT QUIT TERM
groups=' '
folder=
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% "$group" *} \${groups#* "$group" }" ;;
    =) folder=$group ;;
  esac
done
for group in $groups; do kill -s KILL -- "-$group"; done
[ -z "$folder" ] || rm -rf -- "$folder" || { sleep 1; rm -rf -- "$folder"; }`;

let guard: ChildProcess | null = null;
let folder: string | null = null;

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
  if (folder !== null) started.stdin.write(`= ${folder}\n`);
  return started;
}

/** One for each process; the last that is named. It is removed after what runs has been ended. */
export function removeWithThisProcess(path: string): void {
  if (process.platform === 'win32' || path.includes('\n')) return;
  folder = path;
  if (guard === null) guard = openGuard();
  else guard.stdin?.write(`= ${path}\n`);
}

/** For a program that leads a group of its own (`detached`). What it started ends with it, unless it left the group. */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined || process.platform === 'win32') return;
  guard ??= openGuard();
  guard.stdin?.write(`+ ${pid}\n`);
  child.once('exit', () => guard?.stdin?.write(`- ${pid}\n`));
}
