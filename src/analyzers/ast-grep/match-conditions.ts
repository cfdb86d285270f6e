/**
 * Derives from an ast-grep rule what a node must look like to match: words of the file and of the node, its kind, its parts, what is
 * around it. Errs towards yes: a node that fits may still not match, one that does not fit never does. Used by file-search.ts.
 */
import type { NapiConfig, SgNode } from '@ast-grep/napi';
import { grammarKindOf, listKinds, mayHold } from '../syntax/tree-node.ts';
import { expandLetterCase } from './letter-case.ts';
import { type MayFit, type ParsePattern, type PatternShape, readPatternShape } from './pattern-shape.ts';
import { type RequiredWords, readRequiredWords, wordsOf } from './required-words.ts';

/** One way to match: all of it holds. */
export interface Way {
  /** What the file must hold. */
  readonly words: RequiredWords;
  /** What must be found in the text of the file, if it is plain. */
  readonly texts: readonly RegExp[];
  /** What the text of the node itself must hold. */
  readonly inner: RequiredWords;
  /** Null: any kind. */
  readonly kinds: ReadonlySet<string> | null;
  readonly tests: readonly MayFit[];
  readonly callee: PatternShape['callee'];
}

type RuleObject = Readonly<Record<string, unknown>>;

const ANY: Way = { words: [], texts: [], inner: [], kinds: null, tests: [], callee: null };
const MAX_WAYS = 40;
const MAX_DEPTH = 12;
/** Longer texts are not tried: an expression takes its time on them. */
const MAX_TEXT = 400;
const METAVARIABLE = /\$\$\$(?:[A-Z_][A-Z0-9_]*)?|\$+[A-Z_][A-Z0-9_]*/gu;
/** Kinds of which a file has so many that a walk is cheaper than a list. */
const FREQUENT =
  /identifier$|^(?:member_expression|attribute|selector_expression|field_access|member_access_expression|arguments|argument_list|string|string_literal|interpreted_string_literal|string_content|string_fragment|variable_name|argument|constant)$/u;
/** Letters that the two syntaxes of expressions do not treat differently. */
export const PLAIN: RegExp = /^[\n\t -~]*$/u;
const RELATIONS = ['has', 'inside', 'precedes', 'follows'] as const;

export const isFrequent = (kind: string): boolean => FREQUENT.test(kind);

/** A metavariable, with its dollar, of which only some nodes are of use to whoever asks. */
export interface Focus {
  readonly variable: string;
  readonly isOfUse: MayFit;
}

/** Without `parsePattern` patterns ask for words alone. */
export const readWays = (
  { rule, constraints, utils }: NapiConfig,
  parsePattern: ParsePattern | null = null,
  focus: Focus | null = null,
): readonly Way[] =>
  new ConditionReader(parsePattern, constraints ?? {}, utils ?? {}, focus).read(rule as RuleObject, 0);

class ConditionReader {
  readonly #parse: ParsePattern | null;
  readonly #constraints: RuleObject;
  readonly #utils: RuleObject;
  readonly #focus: Focus | null;
  /** Metavariables whose constraint is being read: one may name itself. */
  readonly #underWay = new Set<string>();

  constructor(parse: ParsePattern | null, constraints: RuleObject, utils: RuleObject, focus: Focus | null) {
    this.#focus = focus;
    this.#parse = parse;
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
      if (isRule(related)) parts.push([this.#readRelated(relation, related, depth)]);
    }
    return parts.reduce((all, part) => limit(all.flatMap((a) => part.map((b) => both(a, b)))), [ANY]);
  }

  #readOwn({ pattern, kind, regex, not }: RuleObject): Way {
    const tests = [
      ...(typeof regex === 'string' ? [readText(regex, false)] : []),
      ...(isRule(not) && Object.keys(not).join() === 'regex' ? [readText(String(not.regex), true)] : []),
    ];
    const words = typeof regex === 'string' ? readRequiredWords(regex) : [];
    const texts = typeof regex === 'string' ? findAnywhere(regex) : [];
    const own: Way = {
      ...ANY,
      words,
      texts,
      inner: words,
      tests,
      kinds: typeof kind === 'string' ? new Set([kind]) : null,
    };
    if (typeof pattern === 'string') return both(own, this.#readPattern(pattern));
    if (!isRule(pattern)) return own;
    const { context, selector, strictness } = pattern;
    if (typeof selector === 'string') return both(own, { ...ANY, kinds: new Set([selector]) });
    // A looser comparison may leave out words of the pattern.
    return typeof context === 'string' && strictness === undefined ? both(own, this.#readWords(context)) : own;
  }

  /** Words that are written in a pattern, and those that its metavariables ask for. */
  #readWords(pattern: string): Way {
    const names = [...pattern.matchAll(METAVARIABLE)].map(([name]) => name).filter((name) => !name.startsWith('$$'));
    const asked = names.map((name) => this.#constraint(name));
    const written = wordsOf(pattern.replaceAll(METAVARIABLE, ' '));
    return {
      ...ANY,
      words: [...written, ...asked.flatMap((ways) => shared(ways, 'words'))],
      inner: [...written, ...asked.flatMap((ways) => shared(ways, 'inner'))],
    };
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

  /** Inside of a constraint the name may stand for something else. */
  #testVariable(name: string): MayFit {
    const focus = this.#underWay.size === 0 && this.#focus?.variable === name ? this.#focus : null;
    const fits = oneOf(this.#constraint(name));
    return focus === null ? fits : (node) => focus.isOfUse(node) && fits(node);
  }

  #readPattern(pattern: string): Way {
    const asked = this.#readWords(pattern);
    const shape = this.#parse && readPatternShape(this.#parse, pattern, (name) => this.#testVariable(name));
    if (!shape) return asked;
    const { kind, test, callee } = shape;
    return { ...asked, kinds: kind === null ? null : new Set([kind]), tests: [test], callee };
  }

  /** Something beside the node: its words are in the file. What is in the node or around it can be asked. */
  #readRelated(relation: (typeof RELATIONS)[number], related: RuleObject, depth: number): Way {
    const ways = this.read(related, depth + 1);
    const words = shared(ways, 'words');
    if (relation === 'inside') return { ...ANY, words, tests: [isInside(ways, related.stopBy === undefined)] };
    if (relation !== 'has') return { ...ANY, words };
    const { field, stopBy } = related;
    const tests =
      stopBy === undefined ? (typeof field === 'string' ? [inField(field, oneOf(ways))] : []) : [holds(ways)];
    return { ...ANY, words, inner: shared(ways, 'inner'), tests };
  }
}

/** Whether something in the node fits, where that is of kinds that are listed. */
function holds(ways: readonly Way[]): MayFit {
  const kinds = new Set(ways.flatMap((way) => [...(way.kinds ?? [])]));
  if (ways.some((way) => way.kinds === null) || [...kinds].some(isFrequent)) return () => true;
  const fits = oneOf(ways);
  return (node) => kinds.size > 0 && listKinds(node, [...kinds], fits).length > 0;
}

/** Whether the parent fits, or where more may lie between, one of those around. */
function isInside(ways: readonly Way[], isNext: boolean): MayFit {
  if (ways.some(asksNothing)) return () => true;
  const fits = oneOf(ways);
  const known = new WeakMap<SgNode, boolean>();
  const isFound = (node: SgNode): boolean => {
    const passed: SgNode[] = [];
    let answer = false;
    for (let above = node.parent(); above && !answer; above = above.parent()) {
      const before = known.get(above);
      answer = before ?? fits(above);
      if (before !== undefined) break;
      passed.push(above);
    }
    for (const above of passed) known.set(above, answer);
    return answer;
  };
  return (node) => {
    if (!isNext) return isFound(node);
    const parent = node.parent();
    return parent !== null && fits(parent);
  };
}

const asksNothing = ({ kinds, tests, inner }: Way): boolean =>
  kinds === null && tests.length === 0 && inner.length === 0;

const inField =
  (field: string, test: MayFit): MayFit =>
  (node) => {
    const child = node.field(field);
    return child !== null && test(child);
  };

/** Whether a node may match in one of the ways, whatever the file holds. */
export const fitsWay = (node: SgNode, { kinds, tests, inner }: Way): boolean =>
  kinds?.has(grammarKindOf(node)) !== false &&
  // Words are looked up without asking the parser for the parts of the node.
  inner.every((anyOf) => anyOf.some((word) => mayHold(node, word))) &&
  tests.every((test) => test(node));

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
    return !PLAIN.test(text) || expression.test(text) !== isRefused;
  };
}

const ANCHOR = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|[\^$]/gu;
const UNBOUNDED = /[*+{]/u;

/** A search of a plain text for what a node in it must be; none where that may take long. */
function findAnywhere(regex: string): readonly RegExp[] {
  const open = regex
    .replaceAll(ANCHOR, (part) => (part === '^' || part === '$' ? '' : part))
    .replace(/(?<!\\)\+$/u, '');
  const expression = UNBOUNDED.test(open) ? null : toExpression(open, false);
  return expression === null ? [] : [expression];
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

const both = (a: Way, b: Way): Way => ({
  words: [...a.words, ...b.words],
  texts: [...a.texts, ...b.texts],
  inner: [...a.inner, ...b.inner],
  kinds: a.kinds && b.kinds ? new Set([...a.kinds].filter((kind) => b.kinds?.has(kind))) : (a.kinds ?? b.kinds),
  tests: [...a.tests, ...b.tests],
  callee: a.callee ?? b.callee,
});

/** Too many ways are one. */
function limit(ways: readonly Way[]): readonly Way[] {
  if (ways.length <= MAX_WAYS) return ways;
  const isAnyKind = ways.some(({ kinds }) => kinds === null);
  const kinds = isAnyKind ? null : new Set(ways.flatMap((way) => [...(way.kinds ?? [])]));
  return [{ ...ANY, words: shared(ways, 'words'), inner: shared(ways, 'inner'), kinds, tests: [oneOf(ways)] }];
}

/** Words that every way asks for; of several ways one word of each. */
function shared(ways: readonly Way[], where: 'words' | 'inner'): RequiredWords {
  const [only] = ways;
  if (ways.length === 1 && only) return only[where];
  const rarest = ways.map((way) =>
    way[where].reduce<readonly string[] | null>(
      (best, each) => (best && best.length <= each.length ? best : each),
      null,
    ),
  );
  return rarest.includes(null) ? [] : [[...new Set(rarest.flatMap((words) => words ?? []))]];
}
