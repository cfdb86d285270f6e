/**
 * Finds calls of an async function imported from another file of the project whose promise is not awaited: as a statement, as a
 * condition, or kept and used as if it were the result. JavaScript, TypeScript and Python; silent where the other file is not found.
 * Called by code-quality.ts.
 */
import { directoryOf, foldersUpward, joinPath, resolvePath } from '../../protocol/source/paths.ts';
import type { MaskedSource } from '../source-text/mask-source.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { ProjectTree } from '../source-text/project-tree.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import type { FunctionBlock } from './function-blocks.ts';

/** A name of this file that stands for an export of another. */
interface ImportedName {
  readonly local: string;
  /** Null for the default export. */
  readonly exported: string | null;
  readonly module: string;
}

interface UnawaitedUse {
  readonly at: number;
  readonly how: 'statement' | 'condition' | 'value';
}

const MAX_CHARACTERS = 300_000;
const MAX_NAMES = 200;

/** What is known of the file and of what lies around it. */
interface KnownCode extends Pick<MaskedSource, 'code'> {
  readonly blocks: readonly FunctionBlock[];
  readonly tree: ProjectTree;
}

export async function observeUnawaited(
  document: TextDocument,
  { code, blocks, tree }: KnownCode,
): Promise<readonly Observation[]> {
  const language = LANGUAGES[document.language ?? ''];
  if (language === undefined || code.length > MAX_CHARACTERS || !/\basync\b/u.test(code)) return [];
  const names = language.readImports(code, document.text).slice(0, MAX_NAMES);
  const looks = names.map(async (name) => {
    const uses = language.findUses(code, name.local, blocks);
    const target = uses.length === 0 ? null : language.findFile(document.path, name, tree);
    const text = target === null ? null : await tree.readText(target);
    const isFound = target !== null && text !== null && language.isAsync(text, name.exported);
    return isFound ? uses.map((use) => observe(document, use, name.local, target)) : [];
  });
  return (await Promise.all(looks)).flat();
}

/** How imports, calls and async functions read. */
interface AsyncLanguage {
  readImports(code: string, text: string): readonly ImportedName[];
  findUses(code: string, name: string, blocks: readonly FunctionBlock[]): readonly UnawaitedUse[];
  findFile(path: string, name: ImportedName, tree: ProjectTree): string | null;
  isAsync(text: string, exported: string | null): boolean;
}

const MEANING = {
  statement: 'The caller goes on before the work is done, and a failure is lost or ends the process.',
  condition: 'A promise is always true, so the condition decides nothing.',
  value: 'What is kept is the promise, so its fields are undefined.',
} as const;

const observe = (document: TextDocument, { at, how }: UnawaitedUse, name: string, target: string): Observation => ({
  document,
  line: document.lineAt(at),
  rule: 'call-not-awaited',
  severity: how === 'statement' ? 'MEDIUM' : 'HIGH',
  category: 'logic',
  title: `\`${name}\` is async and not awaited`,
  issue: `\`${name}\` is an async function of ${target}. ${MEANING[how]}`,
  recommendation: `Write \`await ${name}(…)\`.`,
  cwe: 'CWE-252',
  confidence: 0.8,
  extra: { effort: 'trivial' },
});

// ------------------------------------------------------------------------------------------------ JavaScript

const IMPORT = /^import\s+(?:([\w$]+)\s*,?\s*)?(?:\{([^}]{0,2000})\})?\s*from\s*["']/gmu;
const REQUIRE = /^(?:const|let|var)\s+(?:([\w$]+)|\{([^}]{0,2000})\})\s*=\s*require\(\s*["']/gmu;

/** Texts are blank in the code, so the module is read from the text at the same place. */
function readScriptImports(code: string, text: string): readonly ImportedName[] {
  return [...code.matchAll(IMPORT), ...code.matchAll(REQUIRE)].flatMap((match) => {
    const module = /^[^"'\n]{0,300}/u.exec(text.slice(match.index + match[0].length))?.[0] ?? '';
    if (!module.startsWith('.')) return [];
    const [, whole, list = ''] = match;
    const parts = list.split(',').flatMap((part) => {
      const [, exported, local] = /^\s*([\w$]+)(?:\s*(?:as|:)\s*([\w$]+))?\s*$/u.exec(part) ?? [];
      return exported === undefined ? [] : [{ local: local ?? exported, exported, module }];
    });
    return whole === undefined ? parts : [{ local: whole, exported: null, module }, ...parts];
  });
}

function findScriptUses(code: string, name: string, blocks: readonly FunctionBlock[]): readonly UnawaitedUse[] {
  const word = name.replaceAll('$', '\\$');
  const uses: UnawaitedUse[] = [];
  for (const { index: at, 0: found } of code.matchAll(new RegExp(`(?<=[;{}]\\s*)${word}\\(`, 'gu')))
    if (isInAsync(code, at, blocks) && endsStatement(code, at + found.length)) uses.push({ at, how: 'statement' });
  for (const { index: at } of code.matchAll(new RegExp(`(?<=\\b(?:if|while)\\s*\\(\\s*!?\\s*)${word}\\(`, 'gu')))
    uses.push({ at, how: 'condition' });
  for (const { index: at, 1: kept = '' } of code.matchAll(
    new RegExp(`\\b(?:const|let|var)\\s+([\\w$]+)\\s*=\\s*${word}\\(`, 'gu'),
  ))
    if (isUsedAsResult(code.slice(at), kept)) uses.push({ at, how: 'value' });
  return uses;
}

/** Whether the innermost function around the place is async: somebody who cannot await may mean not to. */
function isInAsync(code: string, at: number, blocks: readonly FunctionBlock[]): boolean {
  const around = blocks.find(({ bodyStart, end }) => bodyStart <= at && at < end);
  if (around === undefined) return false;
  const isInside = around.inner.some(({ bodyStart, end }) => bodyStart <= at && at < end);
  return isInside ? isInAsync(code, at, around.inner) : /\basync\b/u.test(code.slice(around.start, around.bodyStart));
}

/** Whether nothing is done with the result of the call whose arguments begin here. */
function endsStatement(code: string, from: number): boolean {
  let depth = 1;
  let at = from;
  for (; at < code.length && depth > 0; at += 1) {
    if (code[at] === '(') depth += 1;
    else if (code[at] === ')') depth -= 1;
  }
  return /^[ \t]*(?:;|\r?\n(?!\s*[.?[(])|\})/u.test(code.slice(at, at + 200));
}

/** Fields are read of it, and nowhere is it awaited or handed on. */
function isUsedAsResult(code: string, kept: string): boolean {
  const word = kept.replaceAll('$', '\\$');
  const isAwaited = new RegExp(
    `\\bawait\\s+${word}\\b|[([,]\\s*${word}\\s*[,)\\]]|\\breturn\\s+${word}\\b(?!\\.)`,
    'u',
  ).test(code);
  return !isAwaited && new RegExp(`(?<![\\w$.])${word}\\.(?!then\\b|catch\\b|finally\\b)[\\w$]`, 'u').test(code);
}

const ENDINGS = ['', '.ts', '.tsx', '.js', '.mjs', '.cjs', '.jsx', '/index.ts', '/index.js'];

function findScript(path: string, module: string, tree: ProjectTree): string | null {
  const base = resolvePath(directoryOf(path), module);
  if (base === null) return null;
  const written = base.replace(/\.[cm]?jsx?$/u, '');
  const candidates = [...ENDINGS.map((end) => `${base}${end}`), ...ENDINGS.slice(1).map((end) => `${written}${end}`)];
  return candidates.find((each) => tree.paths.has(each)) ?? null;
}

// ------------------------------------------------------------------------------------------------ Python

const LOOK_BACK = 4_000;
const FROM = /^from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(?:\(([^)]{0,2000})\)|([^\n(]{1,500}))/gmu;

const readPythonImports = (code: string): readonly ImportedName[] =>
  [...code.matchAll(FROM)].flatMap(([, module = '', long, short = '']) =>
    (long ?? short).split(',').flatMap((part) => {
      const [, exported, local] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/u.exec(part) ?? [];
      return exported === undefined ? [] : [{ local: local ?? exported, exported, module }];
    }),
  );

function findPythonUses(code: string, name: string): readonly UnawaitedUse[] {
  const uses: UnawaitedUse[] = [];
  for (const { index: at, 0: found } of code.matchAll(new RegExp(`^[ \\t]+${name}\\(`, 'gmu')))
    if (isInAsyncDef(code, at) && endsStatement(code, at + found.length)) uses.push({ at, how: 'statement' });
  for (const { index: at } of code.matchAll(new RegExp(`(?<=\\b(?:if|elif|while)\\s+(?:not\\s+)?)${name}\\(`, 'gu')))
    uses.push({ at, how: 'condition' });
  return uses;
}

/** The nearest function above that stands further left. */
function isInAsyncDef(code: string, at: number): boolean {
  const indent = /^[ \t]*/u.exec(code.slice(at))?.[0].length ?? 0;
  const heads = [...code.slice(Math.max(0, at - LOOK_BACK), at).matchAll(/^([ \t]*)(async[ \t]+)?def\b/gmu)];
  return heads.findLast(([, left = '']) => left.length < indent)?.[2] !== undefined;
}

function findModule(path: string, { module, exported }: ImportedName, tree: ProjectTree): string | null {
  const dots = /^\.*/u.exec(module)?.[0].length ?? 0;
  const rest = module.slice(dots).replaceAll('.', '/');
  const above = dots === 0 ? null : resolvePath(directoryOf(path), '../'.repeat(dots - 1) || '.');
  const bases = above === null ? foldersUpward(directoryOf(path)) : [above];
  const stems = [...bases, ''].map((base) => (rest === '' ? base : joinPath(base, rest)));
  const candidates = stems.flatMap((stem) => [`${stem}.py`, joinPath(stem, '__init__.py')]);
  return exported === null ? null : (candidates.find((each) => tree.paths.has(each)) ?? null);
}

// ------------------------------------------------------------------------------------------------ both

/** One that catches what fails inside may be left alone on purpose. */
function isAsyncScript(text: string, exported: string | null): boolean {
  const word = (exported ?? '').replaceAll('$', '\\$');
  const declared =
    exported === null
      ? /^export\s+default\s+async\b|\bmodule\.exports\s*=\s*async\b/mu
      : new RegExp(
          `\\basync\\s+function\\s+${word}\\b|\\b(?:const|let|exports\\.)\\s*${word}\\s*(?::[^=\\n]{0,100})?=\\s*async\\b`,
          'u',
        );
  const at = declared.exec(text)?.index;
  return at !== undefined && !/^[^{]{0,400}\{\s*try\b/u.test(text.slice(at));
}

const SCRIPT: AsyncLanguage = {
  readImports: readScriptImports,
  findUses: findScriptUses,
  findFile: (path, { module }, tree) => findScript(path, module, tree),
  isAsync: isAsyncScript,
};
const PYTHON: AsyncLanguage = {
  readImports: readPythonImports,
  findUses: findPythonUses,
  findFile: findModule,
  isAsync: (text, exported) => new RegExp(`^async[ \\t]+def[ \\t]+${exported}\\b`, 'mu').test(text),
};
const LANGUAGES: Readonly<Record<string, AsyncLanguage>> = {
  javascript: SCRIPT,
  typescript: SCRIPT,
  tsx: SCRIPT,
  python: PYTHON,
};
