/**
 * Says of the metavariable whose data a rule follows which nodes are worth following: untrusted data never comes out of a literal or a
 * function, unless a source of the rule is one. Most calls of a file end there, so they need no name and no search. Called by ast-grep.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { grammarKindOf } from '../syntax/tree-node.ts';
import { type Focus, readWays } from './match-conditions.ts';
import type { Rule, Vocabulary } from './rule-schema.ts';

/** Kinds of JavaScript, TypeScript and Python, whose patterns are read, that flow/walk.ts never finds a source in. */
const WRITTEN: ReadonlySet<string> = new Set([
  ...['string', 'number', 'integer', 'float', 'true', 'false', 'null', 'none', 'regex'],
  ...['arrow_function', 'function_expression', 'lambda'],
]);

/** A text of Python that takes in values. */
const FILLED = /^[a-z]*f/iu;

const foci = new WeakMap<Rule, Focus | null>();

/** Null where every node may be worth it. */
export function findFocus(rule: Rule, vocabulary: Vocabulary | null): Focus | null {
  const known = foci.get(rule);
  if (known !== undefined) return known;
  const focus = vocabulary ? readFocus(rule, vocabulary) : null;
  foci.set(rule, focus);
  return focus;
}

function readFocus({ taint }: Rule, { sources }: Vocabulary): Focus | null {
  const [name, ...others] = taint?.focus ?? [];
  if (!taint || name === undefined || others.length > 0) return null;
  const begins = taint.sources.flatMap((each) => sources[each] ?? []);
  const kinds = begins.length === 0 ? [] : readWays({ rule: { any: begins } }).map((way) => way.kinds);
  if (kinds.includes(null) || kinds.some((each) => [...(each ?? [])].some((kind) => WRITTEN.has(kind)))) return null;
  return { variable: `$${name}`, isOfUse: (node) => !isWritten(node) };
}

const isWritten = (node: SgNode): boolean => {
  const kind = grammarKindOf(node);
  return WRITTEN.has(kind) && (kind !== 'string' || !FILLED.test(node.text()));
};
