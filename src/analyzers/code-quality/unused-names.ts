/**
 * Finds imports and functions of a JavaScript or TypeScript module that are not exported and that nothing in the file names again, and
 * returns up to two observations. Silent in scripts without imports or exports, beside eval, in .d.ts files; a mention in a comment
 * counts as a use. Called by code-quality.ts.
 */
import { listSome } from '../../protocol/text/list-some.ts';
import type { MaskedSource } from '../source-text/mask-source.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';

const LANGUAGES = new Set(['javascript', 'typescript', 'tsx']);
const NAMES_SHOWN = 6;
const IMPORT = /^import\s+(?:type\s+)?([\w$*{][\w$\s{},*]*?)\s*from\s*"/gmu;
const FUNCTION = /^(?:async\s+)?function\s*\*?\s*([\w$]+)\s*[(<]/gmu;
const MODULE = /^(?:import|export)\b|\brequire\(|\bmodule\.exports\b|\bexports\.\w/mu;
const UNSEEN = /\beval\(|\bnew Function\(|^[^\S\n]*with\s*\(/mu;
/** Used by what the compiler makes of markup. */
const BY_MARKUP = new Set(['React', 'h', 'Fragment', 'jsx', 'preact', 'createElement']);
const MAX_CHARACTERS = 500_000;

interface Declared {
  readonly name: string;
  readonly at: number;
}

export function observeUnused(document: TextDocument, masked: MaskedSource): readonly Observation[] {
  const { code } = masked;
  const isReadable =
    LANGUAGES.has(document.language ?? '') && !/\.d\.[cm]?ts$/u.test(document.path) && code.length <= MAX_CHARACTERS;
  if (!isReadable || !MODULE.test(code) || UNSEEN.test(code)) return [];
  const counts = countWords(code, masked.comments);
  const isAlone = ({ name }: Declared): boolean => counts.get(name) === 1;
  const imports = listImports(code).filter((each) => isAlone(each) && !BY_MARKUP.has(each.name));
  const functions = listFunctions(code).filter(isAlone);
  return [...describe(document, 'unused-import', imports), ...describe(document, 'unused-function', functions)];
}

/** How often each name stands in code; a name that a comment mentions counts as used by it. */
function countWords(code: string, comments: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of [code, comments])
    for (const [word] of text.matchAll(/[A-Za-z_$][\w$]*/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function listImports(code: string): readonly Declared[] {
  return [...code.matchAll(IMPORT)].flatMap(({ 1: clause = '', index }) =>
    clause
      .split(/[{},]/u)
      .map((part) => /([\w$]+)\s*$/u.exec(part)?.[1])
      .filter((name) => name !== undefined && name !== 'type')
      .map((name) => ({ name: name ?? '', at: index })),
  );
}

const listFunctions = (code: string): readonly Declared[] =>
  [...code.matchAll(FUNCTION)].map(({ 1: name = '', index }) => ({ name, at: index }));

const SAID = {
  'unused-import': {
    what: 'import',
    issue: 'It makes readers look for a use that is not there, and may load a module for nothing.',
    recommendation: 'Remove it.',
  },
  'unused-function': {
    what: 'function',
    issue: 'Nothing in the file calls it and it is not exported: it is kept, read and changed for nobody.',
    recommendation: 'Remove it, or export it where it was meant for others.',
  },
} as const;

function describe(document: TextDocument, rule: keyof typeof SAID, names: readonly Declared[]): readonly Observation[] {
  const [first] = names;
  if (!first) return [];
  const { what, issue, recommendation } = SAID[rule];
  const quoted = names.map(({ name }) => `\`${name}\``);
  return [
    {
      document,
      line: document.lineAt(first.at),
      rule,
      severity: 'LOW',
      category: 'patterns',
      title: names.length === 1 ? `Unused ${what} ${first.name}` : `${names.length} unused ${what}s`,
      issue: `${listSome(quoted, NAMES_SHOWN)}: ${issue}`,
      recommendation,
      extra: { effort: 'trivial' },
    },
  ];
}
