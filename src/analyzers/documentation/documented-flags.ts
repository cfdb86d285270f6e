/**
 * Observes long flags that Markdown shows for a program of the project (named in package.json or pyproject.toml) and that no source
 * mentions. Silent where the source is too large to search. Called by documentation.ts, which also opens the FlagCatalog.
 */

import { detectLanguage, isSourceLanguage } from '../../protocol/source/language.ts';
import { isTestPath } from '../../protocol/source/test-path.ts';
import { asFields, parseJsonObject } from '../../protocol/text/json-object.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { ProjectTree } from '../source-text/project-tree.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { isShell, type MarkdownText, toCommand } from './markdown-text.ts';

/** Programs of the project by name, and where a flag of theirs is looked for. */
export interface FlagCatalog {
  readonly programs: ReadonlySet<string>;
  /** Those of the names that no source mentions; null where there is too much source to say. */
  findUnknown(flags: readonly string[]): Promise<ReadonlySet<string> | null>;
}

const FLAG = /(?<=\s)--(?:no-)?([a-z][a-z0-9]*(?:-[a-z0-9]+)*)(?=[\s=]|$)/gu;
/** Every parser of arguments knows these by itself. */
const USUAL = new Set(['help', 'version']);
const MAX_FILES = 2000;
const MAX_CHARACTERS = 20_000_000;

export async function readFlags(tree: ProjectTree): Promise<FlagCatalog> {
  const programs = new Set<string>();
  const root = parseJsonObject((await tree.readText('package.json')) ?? '') ?? {};
  if (typeof root.bin === 'string' && typeof root.name === 'string') programs.add(root.name.replace(/^@[^/]+\//u, ''));
  for (const name of Object.keys(asFields(root.bin))) programs.add(name);
  const python = (await tree.readText('pyproject.toml')) ?? '';
  const scripts = /^\[(?:project\.scripts|tool\.poetry\.scripts)\]\n((?:[^[\n].*\n?|\n)*)/mu.exec(python)?.[1] ?? '';
  for (const [, name = ''] of scripts.matchAll(/^"?([\w-]+)"?\s*=/gmu)) programs.add(name);
  return { programs, findUnknown: (flags) => findUnknown(flags, tree) };
}

async function findUnknown(flags: readonly string[], tree: ProjectTree): Promise<ReadonlySet<string> | null> {
  const unknown = new Set(flags);
  const sources = [...tree.paths].filter(
    (path) =>
      isSourceLanguage(detectLanguage(path)?.name ?? null) && !isTestPath(path) && !path.includes('node_modules/'),
  );
  if (sources.length > MAX_FILES) return null;
  let characters = 0;
  for (const path of sources) {
    if (unknown.size === 0) break;
    const text = (await tree.readText(path)) ?? '';
    characters += text.length;
    if (characters > MAX_CHARACTERS) return null;
    for (const flag of unknown) if (spellings(flag).some((word) => text.includes(word))) unknown.delete(flag);
  }
  return sources.length === 0 ? null : unknown;
}

/** `dry-run` may be written `dryRun` or `dry_run` where it is declared. */
const spellings = (flag: string): readonly string[] => [
  flag,
  flag.replace(/-(\w)/gu, (_all, letter: string) => letter.toUpperCase()),
  flag.replaceAll('-', '_'),
];

export async function observeFlags(
  document: TextDocument,
  markdown: MarkdownText,
  catalog: FlagCatalog,
): Promise<readonly Observation[]> {
  const shown = listFlags(markdown, catalog.programs);
  if (shown.length === 0) return [];
  const unknown = await catalog.findUnknown([...new Set(shown.map(({ flag }) => flag))]);
  const told = new Set<string>();
  return shown.flatMap(({ flag, line, program }) => {
    if (!unknown?.has(flag) || told.has(flag)) return [];
    told.add(flag);
    return [describe(document, line, program, flag)];
  });
}

interface ShownFlag {
  readonly program: string;
  readonly flag: string;
  readonly line: number;
}

function listFlags({ blocks, codes }: MarkdownText, programs: ReadonlySet<string>): readonly ShownFlag[] {
  const lines = [
    ...codes,
    ...blocks
      .filter((block) => isShell(block))
      .flatMap((block) => block.lines.map((text, index) => ({ text, line: block.line + index + 1 }))),
  ];
  return lines.flatMap(({ text, line }) => {
    const command = toCommand(text).replace(/\s[|#;&].*$/u, '');
    const program = /^(?:npx\s+(?:-y\s+|--yes\s+)?)?([\w-]+)(?=\s)/u.exec(command)?.[1] ?? '';
    if (!programs.has(program)) return [];
    return [...command.matchAll(FLAG)]
      .map(([, flag = '']) => ({ program, flag, line }))
      .filter(({ flag }) => !USUAL.has(flag) && command.indexOf(`--${flag}`) > command.indexOf(program));
  });
}

const describe = (document: TextDocument, line: number, program: string, flag: string): Observation => ({
  document,
  line,
  rule: 'missing-flag',
  severity: 'MEDIUM',
  category: 'accuracy',
  title: `${program} has no flag --${flag}`,
  issue: `The page shows \`${program}\` with \`--${flag}\`, but no source of the project mentions that name.`,
  recommendation: 'Name the flag that does this now, or remove it from the page.',
  impact: 'Anyone who copies the line gets an error about an unknown option.',
  confidence: 0.6,
});
