/**
 * Lists by patterns, without parsing, the words of a source text with those that it may call or declare, and the modules that it imports.
 * Errs towards yes, since this only decides which files are opened. Called by ast-grep/open-sinks.ts for each scanned file and by
 * linked-files.ts.
 */
import type { FileLinks } from '../../ports/open-flow.ts';
import { readImports } from '../outline/outline-imports.ts';
import type { RuleFamily } from '../syntax/rule-families.ts';

/** From its first letter on, so that a long one is read once. */
const NAME = '(?<![\\p{L}\\p{N}_$])[\\p{L}_$][\\p{L}\\p{N}_$]*';
const WORD = new RegExp(NAME, 'gu');
/** Followed by its arguments; type arguments and a template may stand before or in place of them. */
const CALLED = new RegExp(
  `${NAME}(?=\\s*(?:[!?]\\.?\\s*)?(?:[(<\`]|\\.(?:call|apply)\\s*\\(|\\[[^\\][\\n]{1,80}\\]\\())`,
  'gu',
);

/** Where a function or a class gets its name, by family: the name is the match, or its first group. */
const DECLARED: Partial<Record<RuleFamily, RegExp>> = {
  python: /\b(?:def|class)\s+([\p{L}_][\p{L}\p{N}_]*)|(?<![\p{L}\p{N}_])([\p{L}_][\p{L}\p{N}_]*)\s*=\s*lambda\b/gu,
  php: /\b(?:function\s*&?|class|trait|interface)\s+(\w+)|\b(\w+)\s*(?:=|=>)\s*(?:static\s+)?(?:function|fn)\b/gu,
  go: /\b(?:func(?:\s*\([^()\n]*\))?|type)\s+(\w+)|^[ \t]+(\w+)\(|\b(\w+)\s*:?[=:]\s*func\b/gmu,
};
/** Elsewhere a method looks like a call that is made on nothing, and a value like an assignment. */
const DECLARED_ELSEWHERE = new RegExp(`(?<![.\\p{L}\\p{N}_$])${NAME}(?=\\s*[(<])|${NAME}(?=\\s*[:=](?!=))`, 'gu');

/** Every word once with a blank before and after it; what may be called also as `name(`, what may be declared as `=name`. */
export function listWords(text: string, family: RuleFamily): string {
  const words = new Set<string>(text.match(WORD) ?? []);
  for (const name of new Set(text.match(CALLED) ?? [])) words.add(`${name}(`);
  for (const name of listDeclared(text, family)) words.add(`=${name}`);
  return ` ${[...words].join(' ')} `;
}

function listDeclared(text: string, family: RuleFamily): ReadonlySet<string> {
  if (family === 'ruby') return new Set();
  const pattern = DECLARED[family];
  if (pattern === undefined) return new Set(text.match(DECLARED_ELSEWHERE) ?? []);
  return new Set([...text.matchAll(pattern)].flatMap(([, ...names]) => names.filter((name) => name !== undefined)));
}

/** What is asked of a file that holds a word. */
export type WordUse = 'mentioned' | 'called' | 'declared';

/** Whether words of `listWords` hold a name in that use. Ruby calls without a sign. */
export function holdsWord(words: string, name: string, use: WordUse, family: RuleFamily): boolean {
  if (use === 'mentioned' || family === 'ruby') return words.includes(` ${name} `);
  return words.includes(use === 'called' ? ` ${name}( ` : ` =${name} `);
}

/** Families whose files reach each other by imports that name them. */
export const isImporting = (family: RuleFamily | null): boolean => family === 'javascript' || family === 'python';

const SCRIPT_MODULE = /(?:\b(?:from|import)|\b(?:require|import)\s*\()\s*['"`]([^'"`\n]+)['"`]/gu;
const SCRIPT_EXPORT = /\bexport\b|\bexports\b/u;
const SCRIPT_PASSES_ALL = /\bexport\s*\*|\bexports\s*=\s*require\b|\.\.\.\s*require\b/u;
const SCRIPT_DYNAMIC = /\b(?:require|import)\s*\(\s*(?!['"])[\w$`]/u;
/** At the beginning of a line, or behind another statement or a condition on it. */
const PYTHON_IMPORT =
  /(?<=^|[;:])[ \t]*(?:from[ \t]*[\p{L}\p{N}_.][\p{L}\p{N}_. \t]{0,300}?\bimport\b[ \t]*(?:(?<list>\()|[^\n;(]+)|import[ \t]+[^\n;]+)/gmu;
const PYTHON_LIST = /[^()]{0,20000}/uy;
const PYTHON_DYNAMIC = /\bimportlib\b|\b__import__\b|\bimport_string\b/u;

/** The modules that a text names. Of families that name none, nothing. */
export function listLinks(text: string, family: RuleFamily): FileLinks {
  if (family === 'javascript') return listScriptLinks(text);
  if (family === 'python') return listPythonLinks(text);
  return { modules: [], passesAll: false, isDynamic: false, isLoose: false };
}

function listScriptLinks(text: string): FileLinks {
  const modules = [...new Set([...text.matchAll(SCRIPT_MODULE)].map(([, module = '']) => module))];
  return {
    modules: modules.map((module) => ({ module, member: null })),
    passesAll: SCRIPT_PASSES_ALL.test(text),
    isDynamic: SCRIPT_DYNAMIC.test(text),
    isLoose: modules.length === 0 && !SCRIPT_EXPORT.test(text),
  };
}

function listPythonLinks(text: string): FileLinks {
  const lines = text.replace(/\\\r?\n/gu, ' ');
  const withoutComments = lines.replace(/#[^\n]*/gu, ({ length }) => ' '.repeat(length));
  const imports = [...lines.matchAll(PYTHON_IMPORT)].flatMap(({ 0: head, index, groups }) => {
    PYTHON_LIST.lastIndex = index + head.length;
    const list = groups?.list === undefined ? '' : (PYTHON_LIST.exec(withoutComments)?.[0] ?? '');
    return readImports(`${head}${list}`.trim(), 'python', 0);
  });
  const known = new Map(imports.map(({ module, member }) => [`${module} ${member}`, { module, member }]));
  return {
    modules: [...known.values()],
    passesAll: imports.some(({ member }) => member === '*'),
    isDynamic: PYTHON_DYNAMIC.test(text),
    isLoose: false,
  };
}
