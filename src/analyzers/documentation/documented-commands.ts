/**
 * Observes commands in Markdown (code blocks of a shell, inline code) that name an npm script, a make target or a file to run which the
 * project does not have. readCatalog lists the scripts and targets of the project once per scan. Called by documentation.ts.
 */

import { directoryOf, fileNameOf, resolvePath } from '../../protocol/source/paths.ts';
import { asFields, parseJsonObject } from '../../protocol/text/json-object.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { ProjectTree } from '../source-text/project-tree.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { isShell, type MarkdownText, toCommand } from './markdown-text.ts';

/** Everything that can be called by name in this project. */
export interface CommandCatalog {
  /** Null where there is no package.json. */
  readonly scripts: ReadonlySet<string> | null;
  /** Null where there is no Makefile, or one whose targets cannot be listed. */
  readonly targets: ReadonlySet<string> | null;
}

interface DocumentedCommand {
  readonly text: string;
  readonly line: number;
  /** Whether the block changes the folder, so that relative paths mean something else. */
  readonly isElsewhere: boolean;
}

const LIFECYCLE = new Set(['test', 'start', 'stop', 'restart']);
const RUN_SCRIPT = /^(?:npm|pnpm|yarn|bun) run ([\w:.-]+)/u;
const SHORT_SCRIPT = /^(?:npm|pnpm|yarn) (?:t$|(test|start|stop|restart)\b)/u;
const MAKE = /^make ([a-zA-Z][\w.-]*)(?: |$)/u;
const RUN_FILE =
  /^(?:(?:node|python3?|bash|sh|ruby|deno run|tsx|ts-node)\s+)?(\.?\/?[\w.-]+(?:\/[\w.-]+)+\.(?:m?[jt]s|py|sh|rb))(?:\s|$)/u;
const BUILT = /(?:^|\/)(?:dist|build|out|lib|bin|target|node_modules|vendor|tmp|venv|\.venv)\//u;
const MANIFEST_LIMIT = 200;

export async function readCatalog(tree: ProjectTree): Promise<CommandCatalog> {
  const manifests = [...tree.paths].filter(
    (path) => fileNameOf(path) === 'package.json' && !path.includes('node_modules/'),
  );
  const makefiles = [...tree.paths].filter((path) => /^(?:GNUm|m|M)akefile$|\.mk$/u.test(fileNameOf(path)));
  return { scripts: await readScripts(manifests, tree), targets: await readTargets(makefiles, tree) };
}

async function readScripts(manifests: readonly string[], tree: ProjectTree): Promise<ReadonlySet<string> | null> {
  if (manifests.length === 0 || manifests.length > MANIFEST_LIMIT) return null;
  const scripts = new Set<string>();
  for (const path of manifests) {
    const manifest = parseJsonObject((await tree.readText(path)) ?? '');
    if (!manifest) return null;
    for (const name of Object.keys(asFields(manifest.scripts))) scripts.add(name);
  }
  return scripts;
}

async function readTargets(makefiles: readonly string[], tree: ProjectTree): Promise<ReadonlySet<string> | null> {
  if (makefiles.length === 0 || makefiles.length > MANIFEST_LIMIT) return null;
  const targets = new Set<string>();
  for (const path of makefiles) {
    const text = (await tree.readText(path)) ?? '';
    for (const line of text.split('\n')) {
      const names = /^([^\s#:=][^:=#]{0,300}):(?!=)/u.exec(line)?.[1];
      if (names === undefined) continue;
      if (/[%$]/u.test(names)) return null;
      for (const name of names.trim().split(/\s+/u)) targets.add(name);
    }
  }
  return targets;
}

export function observeCommands(
  document: TextDocument,
  markdown: MarkdownText,
  catalog: CommandCatalog,
  tree: ProjectTree,
): readonly Observation[] {
  const seen: Observation[] = [];
  const told = new Set<string>();
  for (const command of listCommands(markdown)) {
    const problem = judgeCommand(document, command, catalog, tree);
    if (!problem || told.has(problem.title)) continue;
    told.add(problem.title);
    seen.push(problem);
  }
  return seen;
}

function listCommands(markdown: MarkdownText): readonly DocumentedCommand[] {
  const commands: DocumentedCommand[] = markdown.codes.map(({ text, line }) => ({
    text: text.trim(),
    line,
    isElsewhere: true,
  }));
  for (const block of markdown.blocks) {
    if (!isShell(block, 'text')) continue;
    const isElsewhere = block.lines.some((line) => /^\s*(?:\$\s+)?(?:cd|git clone|pushd)\s/u.test(line.slice(0, 200)));
    block.lines.forEach((line, index) => {
      commands.push({ text: toCommand(line), line: block.line + index + 1, isElsewhere });
    });
  }
  return commands;
}

function judgeCommand(
  document: TextDocument,
  command: DocumentedCommand,
  catalog: CommandCatalog,
  tree: ProjectTree,
): Observation | null {
  const script = RUN_SCRIPT.exec(command.text)?.[1] ?? SHORT_SCRIPT.exec(command.text)?.[1];
  if (script !== undefined && catalog.scripts && !catalog.scripts.has(script) && !isOptionalScript(script, tree)) {
    return describe(
      document,
      command,
      `script \`${script}\``,
      'no package.json of the project has a script of that name',
    );
  }
  const target = MAKE.exec(command.text)?.[1];
  if (target !== undefined && catalog.targets && !catalog.targets.has(target)) {
    return describe(document, command, `make target \`${target}\``, 'no Makefile of the project has such a target');
  }
  const file = command.isElsewhere ? undefined : RUN_FILE.exec(command.text)?.[1];
  if (file === undefined || BUILT.test(file) || existsFrom(document, file, tree)) return null;
  return describe(document, command, `file \`${file}\``, 'the repository has no such file');
}

/** `npm start` without a script runs server.js. */
const isOptionalScript = (script: string, tree: ProjectTree): boolean =>
  LIFECYCLE.has(script) && script === 'start' && tree.paths.has('server.js');

/** A path counts as one of this repository only if its folder is. */
function existsFrom(document: TextDocument, file: string, tree: ProjectTree): boolean {
  const candidates = ['', directoryOf(document.path)].map((folder) => resolvePath(folder, file.replace(/^\.?\//u, '')));
  if (candidates.some((path) => path === null || tree.paths.has(path))) return true;
  return !candidates.some((path) => path !== null && tree.folders.has(directoryOf(path)));
}

const describe = (document: TextDocument, command: DocumentedCommand, what: string, why: string): Observation => ({
  document,
  line: command.line,
  rule: 'missing-command',
  severity: 'MEDIUM',
  category: 'accuracy',
  title: `The documented ${what} does not exist`,
  issue: `Readers are told to run \`${command.text.slice(0, 120)}\`, but ${why}.`,
  recommendation: 'Name the command that does this now, or add it.',
  impact: 'The first thing a newcomer tries fails.',
});
