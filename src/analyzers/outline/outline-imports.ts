/**
 * Reads the text of an import, `require` or export statement into the names, modules and members that it binds, per language family.
 * Never throws; leaves out what it cannot read. Used by outline-source.ts and project-flow/file-links.ts.
 */
import type { OutlineExport, OutlineImport } from '../../ports/outline.ts';
import type { RuleFamily } from '../syntax/rule-families.ts';

const SCRIPT_FROM = /\bfrom\s*['"]([^'"]+)['"]/u;
const unquote = (text: string): string => text.replace(/^['"`]|['"`]$/gu, '');

/** `b, c as d, e: f` as pairs of the name outside and the name here. */
const readAliases = (list: string): readonly (readonly [outside: string, local: string])[] =>
  list
    .slice(0, 20_000)
    .split(',')
    .flatMap((item) => {
      const [, outside, local] =
        /^\s*(?:type\s+)?([\p{L}\p{N}_$*.\\]+)(?:\s*(?:\bas\b|:)\s*([\p{L}\p{N}_$]+))?/u.exec(
          item.replace(/#.*$/gmu, ''),
        ) ?? [];
      return outside === undefined ? [] : [[outside, local ?? outside] as const];
    });

export function readImports(text: string, family: RuleFamily, line: number): readonly OutlineImport[] {
  switch (family) {
    case 'javascript':
      return readScriptImport(text, line);
    case 'python':
      return readPythonImport(text, line);
    case 'go':
      return readGoImport(text, line);
    case 'java':
    case 'kotlin':
    case 'csharp':
      return readDottedImport(text, line);
    case 'php':
      return readPhpImport(text, line);
    case 'rust':
      return readRustUse(text, line);
    default:
      return [];
  }
}

const MAX_USED = 200;

/** `use a::b::{self, c as d, e::F};`, each with the path before its last part; `mod a;` brings a file of that name along. */
function readRustUse(text: string, line: number): readonly OutlineImport[] {
  const declared = /^(?:pub(?:\([^)]*\))?\s+)?mod\s+(?<name>\w+)\s*(?<end>;?)/u.exec(text)?.groups;
  if (declared) {
    const { name = '', end } = declared;
    return end === ';' ? [{ local: name, module: 'self', member: name, line }] : [];
  }
  const tree = text
    .replace(/^(?:pub(?:\([^)]*\))?\s+)?use\s+|;\s*$/gu, '')
    .replace(/\/\/[^\n]*/gu, '')
    .replace(/\s+/gu, ' ');
  const found: OutlineImport[] = [];
  const open: string[] = [''];
  let part = '';
  const close = (): void => {
    const [path = '', alias] = part.trim().split(/ as /u);
    const whole = `${open.at(-1) ?? ''}${path}`.replace(/::self$/u, '');
    part = '';
    if (path === '' || found.length >= MAX_USED) return;
    const at = whole.lastIndexOf('::');
    const member = whole.slice(at < 0 ? 0 : at + 2);
    found.push({ local: alias ?? member, module: at < 0 ? '' : whole.slice(0, at), member, line });
  };
  for (const character of tree) {
    if (character === '{') {
      open.push(`${open.at(-1) ?? ''}${part.trim()}`);
      part = '';
    } else if (character === ',' || character === '}') {
      close();
      if (character === '}') open.pop();
    } else part += character;
  }
  close();
  return found;
}

function readScriptImport(text: string, line: number): readonly OutlineImport[] {
  const required = /^import\s+([\p{L}\p{N}_$]+)\s*=\s*require\(\s*['"]([^'"]+)['"]/u.exec(text);
  if (required) return [{ local: required[1] ?? '', module: required[2] ?? '', member: null, line }];
  const module = SCRIPT_FROM.exec(text)?.[1] ?? /^import\s*['"]([^'"]+)['"]/u.exec(text)?.[1];
  if (module === undefined) return [];
  const clause = text.replace(/^import\s+(?:type\s+)?/u, '').replace(/\bfrom\s*['"][\s\S]*$/u, '');
  const named = readAliases(/\{([^}]*)\}/u.exec(clause)?.[1] ?? '');
  const outside = clause.replace(/\{[^}]*\}/u, '');
  const whole = /\*\s*as\s+([\p{L}\p{N}_$]+)/u.exec(outside)?.[1];
  const standard = /^\s*([\p{L}\p{N}_$]+)/u.exec(outside)?.[1];
  return [
    ...(whole === undefined ? [] : [{ local: whole, module, member: null, line }]),
    ...(standard === undefined || /^['"]/u.test(clause) ? [] : [{ local: standard, module, member: 'default', line }]),
    ...named.map(([member, local]) => ({ local, module, member, line })),
  ];
}

/** `require(path.join(__dirname, 'lib', 'run'))` and `require(__dirname + '/lib/run')` as `require('./lib/run')`. */
function besideFile(value: string): string {
  if (!value.includes('__dirname')) return value;
  const [, list, tail] =
    /^require\(\s*(?:\w+\.)?(?:join|resolve)\(\s*__dirname\s*,\s*((?:['"][^'"]+['"]\s*,?\s*)+)\)\s*\)([\s\S]*)$/u.exec(
      value,
    ) ??
    /^require\(\s*(?:__dirname\s*\+\s*)(['"][^'"]+['"])\s*\)([\s\S]*)$/u.exec(value) ??
    /^require\(\s*(`\$\{__dirname\}[^`$]+`)\s*\)([\s\S]*)$/u.exec(value) ??
    [];
  if (list === undefined) return value;
  const parts = [...list.matchAll(/(['"`])(?:\$\{__dirname\})?([^'"`]+)\1/gu)].map(([, , part = '']) => part);
  return `require('./${parts.join('/').replace(/^\/+/u, '')}')${tail ?? ''}`;
}

/** `const x = require('m')` and `const { a, b: c } = require('m').d`. */
export function readRequire(target: string, value: string, line: number): readonly OutlineImport[] {
  const [, module, member] =
    /^(?:await\s+)?(?:require|import)\(\s*['"`]([^'"`]+)['"`]\s*\)(?:\.([\p{L}\p{N}_$]+))?/u.exec(besideFile(value)) ??
    [];
  if (module === undefined) return [];
  const list = /^\{([\s\S]*)\}$/u.exec(target.trim())?.[1];
  if (list !== undefined) return readAliases(list).map(([name, local]) => ({ local, module, member: name, line }));
  return /^[\p{L}\p{N}_$]+$/u.test(target) ? [{ local: target, module, member: member ?? null, line }] : [];
}

function readPythonImport(text: string, line: number): readonly OutlineImport[] {
  const plain = text
    .replace(/#.*$/gmu, '')
    .replace(/[()\\\s]+/gu, ' ')
    .trim();
  const [, module, list] = /^from ([\w. ]+?) import (.*)$/u.exec(plain) ?? [];
  if (module !== undefined)
    return readAliases(list ?? '').map(([member, local]) => ({
      local,
      module: module.replace(/ /gu, ''),
      member,
      line,
    }));
  return readAliases(plain.replace(/^import /u, '')).map(([name, local]) =>
    local === name
      ? { local: name.split('.')[0] ?? name, module: name, member: null, line }
      : { local, module: name, member: null, line },
  );
}

function readGoImport(text: string, line: number): readonly OutlineImport[] {
  const [, alias, module] = /^([\w.]+\s+)?["`]([^"`]+)["`]/u.exec(text.trim()) ?? [];
  if (module === undefined) return [];
  const last =
    module
      .replace(/\/v\d+$/u, '')
      .split('/')
      .at(-1) ?? module;
  return [{ local: alias?.trim() ?? last.replace(/^go-|\.go$|-go$/gu, ''), module, member: null, line }];
}

function readDottedImport(text: string, line: number): readonly OutlineImport[] {
  const [, name, alias] =
    /^(?:global\s+)?(?:import|using)\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.*]+)(?:\s+as\s+(\w+))?/u.exec(text) ?? [];
  if (name === undefined) return [];
  const dot = name.lastIndexOf('.');
  const isNamespace = text.includes('using');
  return isNamespace
    ? [{ local: '', module: name, member: null, line }]
    : [
        {
          local: alias ?? name.slice(dot + 1),
          module: name.slice(0, Math.max(0, dot)),
          member: name.slice(dot + 1),
          line,
        },
      ];
}

function readPhpImport(text: string, line: number): readonly OutlineImport[] {
  const file = /^(?:require|include)(?:_once)?\b[\s\S]*?['"]([^'"]+)['"]/u.exec(text)?.[1];
  if (file !== undefined) return [{ local: '', module: file, member: null, line }];
  const [, name, alias] = /^(?:function\s+)?\\?([\w\\]+)(?:\s+as\s+(\w+))?/u.exec(text.trim()) ?? [];
  if (name === undefined) return [];
  const slash = name.lastIndexOf('\\');
  const member = name.slice(slash + 1);
  return [{ local: alias ?? member, module: name.slice(0, Math.max(0, slash)), member, line }];
}

/** `export …` of JavaScript; `head` is enough of the statement to see what it names. */
export function readExports(statement: string, line: number): readonly OutlineExport[] {
  const head = statement.slice(Math.max(0, statement.search(/\bexport\b/u)));
  const module = SCRIPT_FROM.exec(head)?.[1] ?? null;
  const star = /^export\s+(?:type\s+)?\*(?:\s*as\s+([\p{L}\p{N}_$]+))?/u.exec(head);
  if (star) return [{ name: star[1] ?? '*', local: null, module, line }];
  const list = /^export\s+(?:type\s+)?\{([^}]*)\}/u.exec(head)?.[1];
  if (list !== undefined)
    return readAliases(list).map(([inside, name]) =>
      module === null ? { name, local: inside, module: null, line } : { name, local: inside, module, line },
    );
  const declared =
    /^export\s+(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class|const|let|var|enum)\s+([\p{L}\p{N}_$]+)/u.exec(
      withoutDecorators(head),
    )?.[1];
  if (declared !== undefined) return [{ name: declared, local: declared, module: null, line }];
  return readDefault(head, line);
}

const withoutDecorators = (head: string): string =>
  head.replace(/^export\s+(?:@[\w.]+(?:\([^()]*\))?\s*)+/u, 'export ');

function readDefault(head: string, line: number): readonly OutlineExport[] {
  const [, rest] = /^export\s+(?:default\b|=)\s*([\s\S]*)$/u.exec(head) ?? [];
  if (rest === undefined) return [];
  const named =
    /^(?:abstract\s+)?(?:async\s+)?(?:function\s*\*?|class)\s+([\p{L}\p{N}_$]+)/u.exec(rest)?.[1] ??
    /^([\p{L}\p{N}_$]+)\s*;?\s*$/u.exec(rest)?.[1];
  return [{ name: 'default', local: named ?? 'default', module: null, line }];
}

/** `module.exports = …` and `exports.x = …`. */
export function readAssignedExport(target: string, value: string, line: number): readonly OutlineExport[] {
  const assigned = /^(?:module\.)?exports(?:\.([\p{L}\p{N}_$]+))?$/u.exec(target);
  if (!assigned) return [];
  const [, name] = assigned;
  const local = /^([\p{L}\p{N}_$]+)$/u.exec(value)?.[1];
  if (name !== undefined) return [{ name, local: local ?? name, module: null, line }];
  const record = /^\{([\s\S]*)\}$/u.exec(value)?.[1];
  if (record !== undefined && !/=>|\bfunction\b/u.test(record))
    return readAliases(record).map(([outside, inside]) => ({ name: outside, local: inside, module: null, line }));
  const passed = /^require\(\s*['"]([^'"]+)['"]\s*\)$/u.exec(value)?.[1];
  if (passed !== undefined) return [{ name: '*', local: null, module: unquote(passed), line }];
  return [{ name: 'default', local: local ?? 'default', module: null, line }];
}
