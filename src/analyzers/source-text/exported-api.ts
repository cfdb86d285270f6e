/**
 * Lists the exported functions, classes and values of a JavaScript, TypeScript, Python or Go file with offset and parameters, and says
 * whether it re-exports names that are not written in it. Used by documentation/documentation.ts and user-persona/breaking-changes.ts.
 */
import { maskSource } from './mask-source.ts';
import { type Parameter, readParameters } from './parameter-list.ts';

export interface ExportedName {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'other';
  /** Offset of its declaration. */
  readonly at: number;
  readonly parameters: readonly Parameter[] | null;
  /** Go results as written; empty elsewhere. */
  readonly results: string;
}

const SCRIPT_DECLARED =
  /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:(async\s+)?(function)\s*\*?|(class|interface|type|enum|const|let|var|namespace))\s+([\w$]+)/gmu;
const SCRIPT_LIST = /^export\s+(?:type\s+)?\{([^}]{0,5000})\}/gmu;
const PYTHON_DECLARED = /^(?:async[ \t]+)?(def|class)[ \t]+([A-Za-z]\w*)/gmu;
const GO_DECLARED =
  /^(?:func[ \t]+(?:\([^()\n]*?(\w+)(?:\[[^\]\n]*\])?\)[ \t]*)?([A-Z]\w*)|(?:type|var|const)[ \t]+([A-Z]\w*))/gmu;

export function readExports(text: string, language: string): readonly ExportedName[] {
  const { code } = maskSource(text, language);
  if (language === 'go') return readGo(code);
  if (language === 'python') return readPython(code);
  return ['typescript', 'tsx', 'javascript'].includes(language) ? readScript(code, language) : [];
}

/** Whether the file passes on names that are not written in it. */
export const hasOpenExports = (text: string): boolean =>
  /^export\s+\*/mu.test(text) || /module\.exports|^__all__|import \*/mu.test(text);

const other = (name: string, at: number): ExportedName => ({ name, kind: 'other', at, parameters: null, results: '' });

function readScript(code: string, language: string): readonly ExportedName[] {
  const found: ExportedName[] = [];
  for (const match of code.matchAll(SCRIPT_DECLARED)) {
    const [whole, , isFunction, word, name = ''] = match;
    const kind = isFunction ? 'function' : word === 'class' ? 'class' : 'other';
    found.push({
      ...other(name, match.index),
      kind,
      parameters: isFunction ? readAt(code, match.index + whole.length, language) : null,
    });
  }
  for (const match of code.matchAll(SCRIPT_LIST)) {
    for (const item of (match[1] ?? '').split(',')) {
      const name = /(?:\bas\s+)?([\w$]+)\s*$/u.exec(item.slice(-200))?.[1];
      if (name !== undefined) found.push(other(name, match.index));
    }
  }
  return found;
}

function readPython(code: string): readonly ExportedName[] {
  return [...code.matchAll(PYTHON_DECLARED)].map((match) => {
    const [whole, word, name = ''] = match;
    const isFunction = word === 'def';
    const parameters = isFunction ? readAt(code, match.index + whole.length, 'python') : null;
    return { ...other(name, match.index), kind: isFunction ? ('function' as const) : ('class' as const), parameters };
  });
}

function readGo(code: string): readonly ExportedName[] {
  return [...code.matchAll(GO_DECLARED)].flatMap((match) => {
    const [whole, receiver, func, declared] = match;
    if (declared !== undefined) return [other(declared, match.index)];
    const isReachable = receiver === undefined || /^[A-Z]/u.test(receiver);
    if (func === undefined || !isReachable) return [];
    const name = receiver === undefined ? func : `${receiver}.${func}`;
    return [
      { ...other(name, match.index), kind: 'function' as const, ...readGoSignature(code, match.index + whole.length) },
    ];
  });
}

function readGoSignature(code: string, from: number): Pick<ExportedName, 'parameters' | 'results'> {
  const open = code.indexOf('(', from);
  const list = open < 0 ? null : readParameters(code, open, 'go');
  if (!list) return { parameters: null, results: '' };
  const [results = ''] = code.slice(list.end, list.end + 300).split(/[{\n]/u, 1);
  return { parameters: list.parameters, results: results.replace(/\s+/gu, ' ').trim() };
}

/** Parameters behind a declared name; null where type parameters or anything else stands between. */
function readAt(code: string, from: number, language: string): readonly Parameter[] | null {
  const gap = /^\s*(?:<[^()]{0,300}>)?\s*\(/u.exec(code.slice(from, from + 400));
  return gap ? (readParameters(code, from + gap[0].length - 1, language)?.parameters ?? null) : null;
}
