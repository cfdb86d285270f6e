/**
 * The imports of a file with their lines, read from its text without a parse: what broken-imports.ts looks for. Comments and
 * strings hold no imports. Imports that expect to fail (`try … except ImportError`, `try { require … }`) are left out.
 */
import type { OutlineImport } from '../../ports/outline.ts';
import { readExports, readImports, readRequire } from '../outline/outline-imports.ts';
import { blankComments, maskSource } from './mask-source.ts';
import { findLine, findLineStarts } from './text-document.ts';

export type ImportLine = Pick<OutlineImport, 'local' | 'module' | 'member' | 'line'>;

interface Statement {
  readonly text: string;
  readonly at: number;
}

const SCRIPT_FROM = /^[ \t}]*((?:import|export)\b[^'"`;()]{0,5000}?\bfrom\s*(['"])[^'"\n]+\2)/gmu;
const SCRIPT_BARE = /^[ \t]*(import\s*(['"])[^'"\n]+\2)/gmu;
const SCRIPT_CALL =
  /((?:\b(?:const|let|var)\s+([\w$]+|\{[^{}]{0,2000}\})\s*=\s*)?(?:await\s+)?\b(?:require|import)\(\s*(['"])[^'"\n]+\3\s*\)(?:\.[\w$]+)?)/gu;
const PYTHON =
  /^[ \t]*(from[ \t]+[.\w]+[ \t]+import[ \t]+(?:\([^)]{0,20000}\)|(?:\\\n|[^\n;(])+)|import[ \t]+[^\n;]+)/gmu;
const GO_ONE = /^(import[ \t]+(?:[\w.]+[ \t]+)?"[^"\n]+")/gmu;
const GO_BLOCK = /^import[ \t]*\(([^)]*)\)/gmu;
const GO_ROW = /^[ \t]*((?:[\w.]+[ \t]+)?"[^"\n]+")/gmu;
const DOTTED = /^[ \t]*(import[ \t]+(?:static[ \t]+)?[\w.]+(?:\.\*)?(?:[ \t]+as[ \t]+\w+)?)/gmu;
const PHP_USE = /^[ \t]*use[ \t]+((?:function[ \t]+|const[ \t]+)?\\?[\w\\]+(?:[ \t]+as[ \t]+\w+)?)[ \t]*;/gmu;
const PHP_INCLUDE =
  /^[ \t]*((?:require|include)(?:_once)?\b[ \t(]*(?:__DIR__[ \t]*\.[ \t]*)?['"][^'"$\n]+['"])[ \t)]*;/gmu;
const RUBY = /^[ \t]*(require(?:_relative)?[ \t(]+['"][^'"#\n]+['"])/gmu;

/** Of other languages none. */
export function listImportLines(text: string, language: string): readonly ImportLine[] {
  const read = READERS[language];
  if (read === undefined) return [];
  const plain = blankComments(text, language);
  const { code } = maskSource(text, language);
  const starts = findLineStarts(text);
  const isCode = ({ text: words, at }: Statement): boolean => code[at] === words[0];
  return read(plain)
    .filter((statement) => isCode(statement) && !expectsFailure(plain, statement.at, language))
    .flatMap((statement) => readStatement(statement, language, findLine(starts, statement.at)));
}

/** The first group of each match. */
const matches = (text: string, pattern: RegExp, offset = 0): readonly Statement[] =>
  [...text.matchAll(pattern)].map(({ 0: whole, 1: words = '', index }) => ({
    text: words,
    at: offset + index + whole.indexOf(words),
  }));

const readScript = (text: string): readonly Statement[] => [
  ...matches(text, SCRIPT_FROM),
  ...matches(text, SCRIPT_BARE),
  ...matches(text, SCRIPT_CALL),
];

const readGo = (text: string): readonly Statement[] => [
  ...matches(text, GO_ONE),
  ...matches(text, GO_BLOCK).flatMap(({ text: rows, at }) => matches(rows, GO_ROW, at)),
];

const readDotted = (text: string): readonly Statement[] => matches(text, DOTTED);

const READERS: Readonly<Record<string, (text: string) => readonly Statement[]>> = {
  javascript: readScript,
  typescript: readScript,
  tsx: readScript,
  python: (text) => matches(text, PYTHON),
  go: readGo,
  java: readDotted,
  kotlin: readDotted,
  php: (text) => [...matches(text, PHP_USE), ...matches(text, PHP_INCLUDE)],
  ruby: (text) => matches(text, RUBY),
};

/** Languages whose imports are read. */
export const IMPORTING: ReadonlySet<string> = new Set(Object.keys(READERS));

function readStatement({ text }: Statement, language: string, line: number): readonly ImportLine[] {
  switch (language) {
    case 'python':
      return readImports(text, 'python', line);
    case 'go':
      return readImports(text.replace(/^import\s+/u, ''), 'go', line);
    case 'java':
    case 'kotlin':
      return readImports(text, language, line);
    case 'php':
      return readImports(text.replace(/^(?:function|const)\s+/u, ''), 'php', line);
    case 'ruby':
      return readRuby(text, line);
    default:
      return readScriptStatement(text, line);
  }
}

function readScriptStatement(text: string, line: number): readonly ImportLine[] {
  if (text.startsWith('export'))
    return readExports(text, line).flatMap(({ name, local, module }) =>
      module === null ? [] : [{ local: name, module, member: name === '*' ? null : (local ?? null), line }],
    );
  const [, target = '', value = ''] =
    /^(?:(?:const|let|var)\s+([\w$]+|\{[^{}]*\})\s*=\s*)?((?:await\s+)?(?:require|import)\([\s\S]*)$/u.exec(text) ?? [];
  if (value === '') return orWhole(readImports(text, 'javascript', line), text, line);
  return orWhole(readRequire(target, value, line), value, line);
}

/** An import that names nothing asks for the module all the same. */
function orWhole(found: readonly ImportLine[], text: string, line: number): readonly ImportLine[] {
  const module = /['"]([^'"]+)['"]/u.exec(text)?.[1];
  return found.length > 0 || module === undefined ? found : [{ local: '', module, member: null, line }];
}

function readRuby(text: string, line: number): readonly ImportLine[] {
  const module = /['"]([^'"]+)['"]/u.exec(text)?.[1] ?? '';
  const isRelative = text.startsWith('require_relative');
  return [{ local: '', module: isRelative && !module.startsWith('.') ? `./${module}` : module, member: null, line }];
}

const NEAR = 400;

function expectsFailure(text: string, at: number, language: string): boolean {
  const before = text.slice(Math.max(0, at - NEAR), at);
  if (language === 'python')
    return (
      /(?:^|\n)[ \t]*try:[ \t]*\n(?:(?:[ \t]+[^\n]*)?\n)*[ \t]*$/u.test(before) &&
      /\bexcept\b[^\n]*(?:ImportError|ModuleNotFoundError|Exception)|\bexcept[ \t]*:/u.test(text.slice(at, at + NEAR))
    );
  return (
    /\btry\s*\{[^{}]*$/u.test(before) && /^(?:[^{}]|\{[^{}]*\})*\}\s*(?:catch|rescue)/u.test(text.slice(at, at + NEAR))
  );
}
