/**
 * Runs `init --host NAME`: prints as a diff what a coding agent (such as Claude Code or Codex) needs in the project's files, the entry
 * of the MCP server and the texts of its commands, and writes it after a yes on the terminal or with `--yes`. Called by
 * init-command.ts.
 */
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { EXIT, ReviewError } from '../../errors.ts';
import { isContained } from '../../repository/files/contained-path.ts';
import { type HostName, planHostFiles, writeHostFiles } from '../../wiring/write-host-files.ts';
import { readYes } from '../ask-yes.ts';
import type { Flags } from '../command-declaration.ts';
import { refuseLinks } from '../output-place.ts';
import { findRoot } from '../state-folder.ts';
import type { Terminal } from '../streams.ts';
import { type ChangedFile, writeDiff } from '../unified-diff.ts';

const BIN = resolve(import.meta.dirname, '../bin.js');

/** By its name where it is on PATH outside of the project, since others share the file; else this very program. */
function findLaunch({ environment }: Terminal, root: string) {
  const folders = (environment.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  const names = process.platform === 'win32' ? ['consensus-review.cmd', 'consensus-review.exe'] : ['consensus-review'];
  const isFound = folders.some(
    (folder) => !isContained(root, folder) && names.some((name) => existsSync(join(folder, name))),
  );
  return isFound ? { command: 'consensus-review', args: ['mcp'] } : { command: process.execPath, args: [BIN, 'mcp'] };
}

const NEXT: Readonly<Record<HostName, string>> = {
  claude: 'Start claude in this folder, allow the server, and type: /consensus-review',
  codex: 'Start codex in this folder (trust it), and type: $consensus-review',
  gemini: 'Start gemini in this folder, and type: /consensus-review',
  qwen: 'Start qwen in this folder, and type: /consensus-review',
  opencode: 'Start opencode in this folder, and type: /consensus-review',
  cursor: 'Open this folder in Cursor, allow the server in its settings, and type: /consensus-review',
  vscode: 'Open this folder in VS Code, start the server, and type in the chat: /consensus-review',
};

type Planned = Awaited<ReturnType<typeof planHostFiles>>[number];
type Written = Extract<Planned, { kind: 'write' }>;

/** The settings of a user hold tokens, and a diff is shown to whoever looks at the screen or the log. The files get what they had. */
async function hideSecrets(written: readonly Written[]): Promise<readonly ChangedFile[]> {
  const { createRunRedactor } = await import('../../wiring/redaction.ts');
  const redactor = createRunRedactor();
  return written.map(({ path, before, after }) => ({
    path,
    before: redactor.redactFile(path, before ?? ''),
    after: redactor.redactFile(path, after),
  }));
}

/** One sentence for a file that stays as it is. */
function describeKept(file: Planned): string {
  if (file.kind === 'same') return `${file.path}: nothing to change\n`;
  if (file.kind === 'write') return '';
  const add = file.add === null ? '' : ` To add it yourself:\n${file.add}`;
  return `${file.path}: left as it is, since ${file.reason}.${add}\n`;
}

/** Where nobody can be asked, only the diff is shown. */
async function isAgreed(terminal: Terminal, flags: Flags, files: number): Promise<boolean> {
  if (flags.yes === true) return true;
  const { stdin, stderr } = terminal;
  if (!(stdin.isTTY === true && stderr.isTTY === true)) return false;
  stderr.write(`Write ${files === 1 ? 'this file' : `these ${files} files`}? [y/N] `);
  return readYes(terminal);
}

export async function runInitHost(terminal: Terminal, flags: Flags): Promise<number> {
  const { stdout, stderr } = terminal;
  const host = flags.host as HostName;
  const root = findRoot(terminal, flags);
  const planned = await planHostFiles(root, host, findLaunch(terminal, root));
  const written = planned.filter((file) => file.kind === 'write');
  await refuseLinks(
    terminal,
    flags,
    written.map(({ path }) => join(root, path)),
  );
  stdout.write(await writeDiff(await hideSecrets(written)));
  stderr.write(planned.map(describeKept).join(''));
  if (written.length === 0) return EXIT.ok;
  if (!(await isAgreed(terminal, flags, written.length))) {
    stderr.write('Nothing was written. To write it: add --yes\n');
    return EXIT.ok;
  }
  const done = await writeHostFiles(root, planned);
  stderr.write(done.map((path) => `wrote ${path}\n`).join(''));
  const changed = written.map(({ path }) => path).filter((path) => !done.includes(path));
  if (changed.length > 0)
    throw new ReviewError('unwritable-output', `${changed.join(', ')} changed meanwhile and was left as it is.`, {
      advice: 'Run the command again.',
    });
  stderr.write(`${NEXT[host]}\n`);
  return EXIT.ok;
}
