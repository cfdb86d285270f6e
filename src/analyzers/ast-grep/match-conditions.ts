/**
 * Derives from an ast-grep rule what a node must look like to match: words of the file, kind of the node, texts of its fields. Errs
 * towards yes: a node that fits may still not match, one that does not fit never does. Used by file-search.ts.
 */
import type { NapiConfig, SgNode } from '@ast-grep/napi';
import type { RuleFamily } from '../syntax/rule-families.ts';
import { grammarKindOf } from '../syntax/tree-node.ts';
import { expandLetterCase } from './letter-case.ts';
import { type RequiredWords, readRequiredWords, wordsOf } from './required-words.ts';

type MayFit = (node: SgNode) => boolean;

/** One way to match: all of it holds. */
export interface Way {
  /** What the file must hold. */
  readonly words: RequiredWords;
  /** Null: any kind. */
  readonly kinds: ReadonlySet<string> | null;
  readonly tests: readonly MayFit[];
  /** The metavariable that stands for everything that is called, and the field of the call that holds it. */
  readonly callee: { readonly variable: string; readonly field: string } | null;
}

type RuleObject = Readonly<Record<string, unknown>>;

const ANY: Way = { words: [], kinds: null, tests: [], callee: null };
const MAX_WAYS = 40;
const MAX_DEPTH = 12;
/** Longer texts are not tried: an expression takes its time on them. */
const MAX_TEXT = 400;
const SIMPLE_CALL = /^(new )?((?:\$?[A-Za-z_]\w*\.)*\$?[A-Za-z_]\w*)\([\s\S]*\)$/u;
const SIMPLE_ASSIGNMENT = /^((?:\$?[A-Za-z_]\w*\.)+\$?[A-Za-z_]\w*) = \$[A-Z]\w*$/u;
const METAVARIABLE = /\$\$\$(?:[A-Z_][A-Z0-9_]*)?|\$+[A-Z_][A-Z0-9_]*/gu;
const RELATIONS = ['has', 'inside', 'precedes', 'follows'] as const;

/** How calls are spelled, in families where one can be written as a pattern without anything around it. */
interface Spelling {
  readonly call: readonly [kind: string, callee: string];
  readonly creation: readonly [kind: string, callee: string] | null;
  readonly assignment: readonly [kind: string, target: string] | null;
  readonly member: readonly [object: string, name: string];
}

const SPELLINGS: Readonly<Partial<Record<RuleFamily, Spelling>>> = {
  javascript: {
    call: ['call_expression', 'function'],
    creation: ['new_expression', 'constructor'],
    assignment: ['assignment_expression', 'left'],
    member: ['object', 'property'],
  },
  python: { call: ['call', 'function'], creation: null, assignment: null, member: ['object', 'attribute'] },
};

export const readWays = ({ rule, constraints, utils }: NapiConfig, family: RuleFamily): readonly Way[] =>
  new ConditionReader(SPELLINGS[family] ?? null, constraints ?? {}, utils ?? {}).read(rule as RuleObject, 0);

class ConditionReader {
  readonly #spelling: Spelling | null;
  readonly #constraints: RuleObject;
  readonly #utils: RuleObject;
  /** Metavariables whose constraint is being read: one may name itself. */
  readonly #underWay = new Set<string>();

  constructor(spelling: Spelling | null, constraints: RuleObject, utils: RuleObject) {
    this.#spelling = spelling;
    this.#constraints = constraints;
    this.#utils = utils;
  }

  read(rule: RuleObject, depth: number): readonly Way[] {
    if (depth > MAX_DEPTH) return [ANY];
    const parts: (readonly Way[])[] = [[this.#readOwn(rule)]];
    if (Array.isArray(rule.all)) parts.push(...rule.all.map((part) => this.read(part, depth + 1)));
    if (Array.isArray(rule.any)) parts.push(limit(rule.any.flatMap((part) => this.read(part, depth + 1))));
    const named = typeof rule.matches === 'string' ? this.#utils[rule.matches] : null;
    if (isRule(named)) parts.push(this.read(named, depth + 1));
    for (const relation of RELATIONS) {
      const related = rule[relation];
      if (isRule(related)) parts.push([this.#readRelated(relation === 'has', related, depth)]);
    }
    return parts.reduce((all, part) => limit(all.flatMap((a) => part.map((b) => both(a, b)))), [ANY]);
  }

  #readOwn({ pattern, kind, regex, not }: RuleObject): Way {
    const tests = [
      ...(typeof regex === 'string' ? [readText(regex, false)] : []),
      ...(isRule(not) && Object.keys(not).join() === 'regex' ? [readText(String(not.regex), true)] : []),
    ];
    const words = typeof regex === 'string' ? readRequiredWords(regex) : [];
    const own: Way = { ...ANY, words, tests, kinds: typeof kind === 'string' ? new Set([kind]) : null };
    if (typeof pattern === 'string') return both(own, this.#readPattern(pattern));
    if (!isRule(pattern)) return own;
    const { context, selector, strictness } = pattern;
    if (typeof selector === 'string') return both(own, { ...ANY, kinds: new Set([selector]) });
    // A looser comparison may leave out words of the pattern.
    return typeof context === 'string' && strictness === undefined
      ? both(own, { ...ANY, words: this.#wordsOf(context) })
      : own;
  }

  /** Words that are written in a pattern, and those that its metavariables ask for. */
  #wordsOf(pattern: string): RequiredWords {
    const variables = [...pattern.matchAll(METAVARIABLE)].map(([name]) => name);
    const asked = variables.filter((name) => !name.startsWith('$$')).flatMap((name) => shared(this.#constraint(name)));
    return [...wordsOf(pattern.replaceAll(METAVARIABLE, ' ')), ...asked];
  }

  /** What is asked of a metavariable. */
  #constraint(name: string): readonly Way[] {
    const constraint = this.#constraints[name.slice(1)];
    if (!isRule(constraint) || this.#underWay.has(name)) return [ANY];
    this.#underWay.add(name);
    const ways = this.read(constraint, MAX_DEPTH - 3);
    this.#underWay.delete(name);
    return ways;
  }

  #readPattern(pattern: string): Way {
    const words = this.#wordsOf(pattern);
    const call = isBalanced(pattern) ? SIMPLE_CALL.exec(pattern) : null;
    const assigned = SIMPLE_ASSIGNMENT.exec(pattern)?.[1];
    const shape = call ? this.#spelling?.[call[1] === undefined ? 'call' : 'creation'] : this.#spelling?.assignment;
    const written = call?.[2] ?? assigned;
    if (!shape || written === undefined) return { ...ANY, words };
    const [kind, field] = shape;
    const test = this.#readPath(written.split('.'));
    const variable = call && /^\$\w+$/u.test(written) ? written.slice(1) : null;
    return {
      words,
      kinds: new Set([kind]),
      tests: [inField(field, test)],
      callee: variable === null ? null : { variable, field },
    };
  }

  /** `$A.b.$C` as tests of a member and of the objects in it. */
  #readPath(names: readonly string[]): MayFit {
    const last = names.at(-1) ?? '';
    const named = last.startsWith('$') ? oneOf(this.#constraint(last)) : (node: SgNode) => node.text() === last;
    if (names.length === 1 || !this.#spelling) return named;
    const [object, member] = this.#spelling.member;
    const [isNamed, isBelow] = [inField(member, named), inField(object, this.#readPath(names.slice(0, -1)))];
    return (node) => isNamed(node) && isBelow(node);
  }

  /** Something beside the node: its words are in the file. What a field of the node must be can be asked. */
  #readRelated(isInside: boolean, related: RuleObject, depth: number): Way {
    const ways = this.read(related, depth + 1);
    const { field, stopBy } = related;
    const isAsked = isInside && typeof field === 'string' && stopBy === undefined;
    return { ...ANY, words: shared(ways), tests: isAsked ? [inField(field, oneOf(ways))] : [] };
  }
}

const inField =
  (field: string, test: MayFit): MayFit =>
  (node) => {
    const child = node.field(field);
    return child !== null && test(child);
  };

/** Whether a node may match in one of the ways, whatever the file holds. */
export const fitsWay = (node: SgNode, { kinds, tests }: Way): boolean =>
  kinds?.has(grammarKindOf(node)) !== false && tests.every((test) => test(node));

const oneOf =
  (ways: readonly Way[]): MayFit =>
  (node) =>
    ways.some((way) => fitsWay(node, way));

/** A test of the node's text. True where the two syntaxes of expressions may differ. */
function readText(regex: string, isRefused: boolean): MayFit {
  const expression = toExpression(regex, isRefused);
  if (expression === null) return () => true;
  return (node) => {
    const { start, end } = node.range();
    if (end.index - start.index > MAX_TEXT) return true;
    const text = node.text();
    return !/^[\n\t -~]*$/u.test(text) || expression.test(text) !== isRefused;
  };
}

/** Null where JavaScript does not write it in the same way. */
function toExpression(regex: string, isExact: boolean): RegExp | null {
  const plain = regex.replaceAll('(?-u:\\b)', '\\b');
  const ignoresCase = plain.includes('(?i)');
  if (isExact && ignoresCase && !plain.startsWith('(?i)')) return null;
  try {
    return new RegExp(expandLetterCase(plain.replaceAll('(?i)', '')), ignoresCase ? 'iu' : 'u');
  } catch {
    return null;
  }
}

const isRule = (value: unknown): value is RuleObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Whether the first bracket closes at the end: `$A($B)($C)` calls something else. */
function isBalanced(pattern: string): boolean {
  let depth = 0;
  for (const [at, character] of [...pattern].entries()) {
    depth += Number(character === '(') - Number(character === ')');
    if (depth === 0 && character === ')') return at === [...pattern].length - 1;
  }
  return false;
}

const both = (a: Way, b: Way): Way => ({
  words: [...a.words, ...b.words],
  kinds: a.kinds && b.kinds ? new Set([...a.kinds].filter((kind) => b.kinds?.has(kind))) : (a.kinds ?? b.kinds),
  tests: [...a.tests, ...b.tests],
  callee: a.callee ?? b.callee,
});

/** Too many ways ask for nothing together. */
const limit = (ways: readonly Way[]): readonly Way[] => (ways.length > MAX_WAYS ? [ANY] : ways);

/** Words that every way asks for; of several ways one word of each. */
function shared(ways: readonly Way[]): RequiredWords {
  const [only] = ways;
  if (ways.length === 1 && only) return only.words;
  const rarest = ways.map(({ words }) =>
    words.reduce<readonly string[] | null>((best, each) => (best && best.length <= each.length ? best : each), null),
  );
  return rarest.includes(null) ? [] : [[...new Set(rarest.flatMap((words) => words ?? []))]];
}
