/**
 * Says what one test in a condition (a comparison, a pattern, a prefix, a list, a limit) proves of the value that is followed, for one
 * kind of sink: a Proof (proofs.ts), NOTHING for a half check such as a folder without its separator or a host by its end alone. Used by
 * checks.ts, call-checks.ts and element-checks.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { isHarmlessMatch, isHarmlessMiss, type TriedPattern } from './alphabets.ts';
import type { FileFacts } from './bindings.ts';
import { type CallSite, describeCall, memberKey, memberObject } from './calls.ts';
import { isConstant, isOwnCollection, isOwnValue } from './constants.ts';
import {
  both,
  CLAIMED,
  either,
  NO_PARENT,
  NOT_ABSOLUTE,
  NOTHING,
  ONE_SLASH,
  PROVEN,
  type Proof,
  ROOTED,
} from './proofs.ts';
import { definitionOf, pathFormOf, plainText, type Relation, relate, type Tracked, unwrap } from './relations.ts';
import { findScope } from './scopes.ts';
import type { Sink } from './sinks.ts';
import type { Trial } from './tried-patterns.ts';

const MAX_DEFINITIONS = 4;
const PARENT = /^\.\.(?:[/\\]|\\\\)?$/u;
const PARENT_PATTERN = /^(?:\\\.){2}(?:\\?[/\\]|\[[/\\]+\])?$/u;
const TYPES_WITHOUT_TEXT = /^['"](?:number|boolean|bigint|undefined)['"]$/u;
const FIXED_ADDRESS = /^(?:https?:)?\/\/[^/${}'"`]+\/|^\/[\w-]/u;
const SEPARATOR =
  /(?:[/\\]['"`]|(?:\bsep|[sS]eparator(?:Char)?|SEPARATOR|SeparatorChar)(?:\(\))?\}?['"`]?)\)*(?:\.ToString\(\)|\.to_s)?\)*$|,\s*(?:''|"")\)$/u;

const HOST_OF_REQUEST =
  /^(?:\w+(?:\.\w+)*\()?(?:self\.)?(?:req|request|r|Request|ctx|\$request|\$_SERVER)(?:(?:\.|->)(?:host|host_url|url_root|hostname|Host|get_host\(\)|getServerName\(\)|getHost\(\)|headers\.host|get\(['"]host['"]\))|\[['"](?:HTTP_HOST|SERVER_NAME)['"]\])\)?(?:\.\w+)?$|^(?:window\.|self\.|document\.)?location\.(?:host|hostname|origin)$/iu;

export class ValueChecks {
  readonly #facts: FileFacts;
  readonly sink: Sink;
  /** Checks that were believed by a name alone. */
  readonly claims: string[] = [];

  /** Whether the value is where a visitor is sent: the host that he asked for is the own one then. */
  readonly #isRedirect: boolean;

  constructor(facts: FileFacts, sink: Sink, isRedirect: boolean) {
    this.#facts = facts;
    this.sink = sink;
    this.#isRedirect = isRedirect;
  }

  /** How an expression is made of the value; an archive's entry stands for its name. */
  relate(node: SgNode | null | undefined, tracked: Tracked): Relation | null {
    const relation = node ? relate(node, tracked, this.#facts) : null;
    if (relation !== 'name') return relation;
    return this.sink === 'path' ? 'same' : 'part';
  }

  claim(text: string): Proof {
    this.claims.push(text.replace(/\s+/gu, ' ').slice(0, 80));
    return CLAIMED;
  }

  /** Whether knowing the expression is knowing enough of the value. */
  isSettledBy(relation: Relation | null): boolean {
    if (relation === 'same' || relation === 'number') return true;
    return (
      (relation === 'host' && this.sink === 'url') ||
      (/^(?:path|relative)$/u.test(relation ?? '') && this.sink === 'path')
    );
  }

  /** An empty value does no harm, nor does an address without host. */
  isEmptied(node: SgNode, tracked: Tracked): boolean {
    const relation = this.relate(node, tracked);
    return relation === 'same' || (relation === 'host' && this.sink === 'url');
  }

  isMadeOf(node: SgNode, tracked: Tracked): boolean {
    const relation = this.relate(node, tracked);
    return relation === 'elements' || relation === 'same';
  }

  /** The two are equal. */
  equal(a: SgNode, b: SgNode, tracked: Tracked): Proof {
    const begun = beginningOf(a, b, this.#facts) ?? beginningOf(b, a, this.#facts);
    if (begun) return this.#begins(begun.whole, begun.start, true, tracked);
    return both(this.#equals(a, b, tracked), this.#equals(b, a, tracked));
  }

  #equals(subject: SgNode, other: SgNode, tracked: Tracked): Proof {
    const typed = /^typeof\s*\(?([\s\S]+?)\)?$/u.exec(unwrap(subject).text())?.[1];
    if (typed !== undefined) return this.#hasType(typed, other, tracked);
    const relation = this.relate(subject, tracked);
    if (relation === null) return this.#isCommonFolder(subject, tracked) ? PROVEN : NOTHING;
    const made = this.relate(other, tracked);
    if (made !== null) return relation === 'same' ? this.#equalsMade(made) : NOTHING;
    if (relation === 'part') return this.sink === 'url' && isAt(subject, '0') && isSlash(other) ? ROOTED : NOTHING;
    return this.#equalsOwn(relation, subject, other) ? PROVEN : NOTHING;
  }

  #equalsOwn(relation: Relation, subject: SgNode, other: SgNode): boolean {
    if (!this.isSettledBy(relation)) return false;
    if (relation === 'host' && this.#isRedirect && this.#isHostOfRequest(other)) return true;
    if (relation !== 'path' && relation !== 'relative') return isOwnValue(other, this.#facts);
    if (relation === 'relative') return isConstant(other, this.#facts);
    return pathFormOf(subject, this.#facts) !== 'raw' && isOwnCollection(other, this.#facts);
  }

  /** `urlparse(request.host_url).netloc`, `req.headers.host`, through one name. */
  #isHostOfRequest(node: SgNode): boolean {
    const inner = unwrap(node);
    const object = memberObject(inner, this.#facts.grammar);
    const given = definitionOf(inner, this.#facts) ?? (object && definitionOf(unwrap(object), this.#facts));
    return HOST_OF_REQUEST.test((given?.value ?? inner).text());
  }

  #hasType(typed: string, other: SgNode, tracked: Tracked): Proof {
    const isTyped = plainText(typed) === plainText(tracked.text) && TYPES_WITHOUT_TEXT.test(other.text());
    return isTyped && this.sink !== 'amount' ? PROVEN : NOTHING;
  }

  /** `String(Number(x)) === x`, `basename(x) === x`. */
  #equalsMade(made: Relation): Proof {
    if (made === 'number') return this.sink === 'amount' ? NOTHING : PROVEN;
    return made === 'base' && this.sink === 'path' ? PROVEN : NOTHING;
  }

  unequal(left: SgNode, right: SgNode, tracked: Tracked): Proof {
    const isSecond = this.relate(left, tracked) === 'part' && isAt(left, '1') && isSlash(right);
    return isSecond && this.sink === 'url' ? ONE_SLASH : NOTHING;
  }

  /** A limit of the program's own: it counts for amounts alone. */
  isLimited(subject: SgNode, limit: SgNode, tracked: Tracked): boolean {
    return this.sink === 'amount' && this.relate(subject, tracked) === 'same' && isConstant(limit, this.#facts);
  }

  /** `os.path.commonpath([root, full]) == root`. */
  #isCommonFolder(node: SgNode, tracked: Tracked): boolean {
    const call = describeCall(unwrap(node), this.#facts.grammar);
    if (this.sink !== 'path' || call?.name !== 'commonpath') return false;
    const parts = call.arguments.flatMap((argument) => unwrap(argument).namedChildren());
    return parts.some((part) => this.isContained(part, 'text', tracked));
  }

  /** A path made of the value and free of `..`; as text it needs the separator besides. */
  isContained(node: SgNode, form: 'object' | 'text', tracked: Tracked): boolean {
    const relation = this.relate(node, tracked);
    if (this.sink !== 'path' || (relation !== 'same' && relation !== 'path')) return false;
    const found = (relation === 'same' ? tracked.form : undefined) ?? pathFormOf(node, this.#facts);
    return found === 'object' || (form === 'text' && found === 'text');
  }

  /** The first is one of the second. */
  member(subject: SgNode, collection: SgNode, tracked: Tracked): Proof {
    const relation = this.relate(subject, tracked);
    if (relation === 'same' || relation === 'number' || relation === 'host')
      return this.isSettledBy(relation) && isOwnCollection(collection, this.#facts) ? PROVEN : NOTHING;
    const inner = unwrap(collection);
    const object = memberObject(inner, this.#facts.grammar);
    const isParent = object !== null && memberKey(inner) === 'parents';
    return isParent && this.isContained(object, 'object', tracked) ? PROVEN : NOTHING;
  }

  /** A text that the value does not hold. */
  absent(subject: SgNode, text: SgNode, tracked: Tracked): Proof {
    const relation = this.relate(subject, tracked);
    const literal = unquote(text.text());
    if (this.sink === 'path' && relation === 'elements')
      return literal === '..' && this.#isSplit(subject) ? NO_PARENT : NOTHING;
    if (this.sink === 'path') return absentFromPath(relation, literal);
    if (relation !== 'same') return NOTHING;
    if (this.sink === 'line') return /^\\[rn]$/u.test(literal) ? PROVEN : NOTHING;
    return this.sink === 'url' && literal === '//' ? ONE_SLASH : NOTHING;
  }

  /** `name.split('/')`, through one name. */
  #isSplit(node: SgNode): boolean {
    const inner = unwrap(node);
    const given = definitionOf(inner, this.#facts);
    const name = describeCall(given ? unwrap(given.value) : inner, this.#facts.grammar)?.name;
    return name !== undefined && /^(?:[sS]plit|explode)$/u.test(name);
  }

  numeric(subject: SgNode | null | undefined, tracked: Tracked): Proof {
    const relation = this.relate(subject, tracked);
    return (relation === 'same' || relation === 'number') && this.sink !== 'amount' ? PROVEN : NOTHING;
  }

  words(subject: SgNode | null | undefined, tracked: Tracked): Proof {
    return this.relate(subject, tracked) === 'same' && this.sink !== 'amount' ? PROVEN : NOTHING;
  }

  tried({ subject, pattern }: Trial, holds: boolean, tracked: Tracked): Proof {
    const relation = this.relate(subject, tracked);
    if (relation !== 'same' && !(relation === 'host' && this.sink === 'url')) return NOTHING;
    if (pattern === null) return holds ? this.claim(subject.parent()?.parent()?.text() ?? subject.text()) : NOTHING;
    // A host that fits fixed names is one of them.
    if (relation === 'host') return holds && isFixedHost(pattern.source) ? PROVEN : NOTHING;
    if (holds) return isHarmlessMatch(pattern, this.sink) ? PROVEN : NOTHING;
    return this.#missed(pattern);
  }

  #missed(pattern: TriedPattern): Proof {
    if (this.sink === 'path' && PARENT_PATTERN.test(pattern.source)) return NO_PARENT;
    return isHarmlessMiss(pattern, this.sink) ? PROVEN : NOTHING;
  }

  equalSides({ object, arguments: [first, second] }: CallSite, tracked: Tracked): Proof {
    const isMethod =
      object !== null && (this.relate(object, tracked) !== null || isConstant(object, this.#facts) || !second);
    const [a, b] = isMethod ? [object, first] : [first, second];
    return a && b ? this.equal(a, b, tracked) : NOTHING;
  }

  /** The value and the other side of `a.method(b)` or `function(a, b)`. */
  #sides({ object, arguments: [first, second] }: CallSite, tracked: Tracked): readonly [SgNode, SgNode] | null {
    const subject = object && withoutSeparator(object);
    if (subject && first && this.relate(subject, tracked) !== null) return [subject, first];
    return first && second && this.relate(first, tracked) !== null ? [first, second] : null;
  }

  prefix(call: CallSite, holds: boolean, tracked: Tracked): Proof {
    const sides = this.#sides(call, tracked);
    return sides ? this.#begins(...sides, holds, tracked) : NOTHING;
  }

  /** Whether it begins with what is written: in a folder, below an address, not an option. */
  #begins(subject: SgNode, written: SgNode, holds: boolean, tracked: Tracked): Proof {
    const relation = this.relate(subject, tracked);
    if (this.sink === 'path')
      return holds ? this.#folder(subject, written, tracked) : notPrefixOfPath(relation, written);
    if (relation !== 'same') return NOTHING;
    if (this.sink === 'argument') return !holds && /^--?$/u.test(unquote(written.text())) ? PROVEN : NOTHING;
    return this.sink === 'url' ? this.#addressPrefixes(written, holds) : NOTHING;
  }

  #addressPrefixes(written: SgNode, holds: boolean): Proof {
    const inner = unwrap(written);
    const all = /^(?:tuple|array|list)$/u.test(String(inner.kind())) ? inner.namedChildren() : [written];
    if (!holds) return all.some((one) => unquote(one.text()) === '//') ? ONE_SLASH : NOTHING;
    return all.map((one) => this.#addressPrefix(one)).reduce(either, PROVEN);
  }

  #addressPrefix(prefix: SgNode): Proof {
    const given = definitionOf(unwrap(prefix), this.#facts);
    const text = unquote((given?.value ?? prefix).text()).replace(/^[bfru$@]{0,2}['"`]/u, '');
    if (FIXED_ADDRESS.test(text)) return PROVEN;
    if (text === '/') return ROOTED;
    return !isConstant(prefix, this.#facts) && this.#endsWithSeparator(prefix, 0) ? PROVEN : NOTHING;
  }

  #folder(subject: SgNode, root: SgNode, tracked: Tracked): Proof {
    const given = definitionOf(unwrap(root), this.#facts);
    // Every absolute path begins like this.
    if (/^(?:[/\\]?|[A-Za-z]:[/\\]{0,2})$/u.test(unquote((given?.value ?? root).text()))) return NOTHING;
    if (this.isContained(subject, 'object', tracked)) return PROVEN;
    return this.isContained(subject, 'text', tracked) && this.#endsWithSeparator(root, 0) ? PROVEN : NOTHING;
  }

  #endsWithSeparator(node: SgNode, depth: number): boolean {
    const inner = unwrap(node);
    const given = definitionOf(inner, this.#facts);
    if (given && depth < MAX_DEFINITIONS) return this.#endsWithSeparator(given.value, depth + 1);
    const text = inner.text().trim();
    if (this.#isGivenSeparator(inner)) return true;
    // What a caller hands over as a prefix is one.
    return SEPARATOR.test(text) || /^\$?\w*prefix$/iu.test(text);
  }

  /** `if not root.endswith(sep): root += sep`. */
  #isGivenSeparator(node: SgNode): boolean {
    const name = node.text();
    const given = findScope(this.#facts.scopeAt(node.range().start.index), name)?.assignments.get(name) ?? [];
    const place = node.range().start.index;
    return given.some(({ augments, from, value }) => augments && from <= place && SEPARATOR.test(value.text()));
  }

  /** A host below the own domain: `.example.com`, with the dot. */
  suffix(call: CallSite, tracked: Tracked): Proof {
    const sides = this.#sides(call, tracked);
    if (!sides || this.sink !== 'url' || this.relate(sides[0], tracked) !== 'host') return NOTHING;
    const given = definitionOf(unwrap(sides[1]), this.#facts);
    return /^['"`]?\./u.test(unquote((given?.value ?? sides[1]).text())) ? PROVEN : NOTHING;
  }
}

/** `file.slice(0, root.length) === root`, `file[:len(root)] == root`: whose beginning is compared with what. */
function beginningOf(
  cut: SgNode,
  start: SgNode,
  { grammar }: FileFacts,
): { readonly whole: SgNode; readonly start: SgNode } | null {
  const inner = unwrap(cut);
  const lengths = [`${plainText(start.text())}.length`, `len(${plainText(start.text())})`];
  const call = describeCall(inner, grammar);
  const [from, to] = call?.arguments ?? [];
  if (call?.object && /^(?:slice|substring|substr)$/u.test(call.name))
    return from?.text() === '0' && to && lengths.includes(plainText(to.text())) ? { whole: call.object, start } : null;
  const whole = memberObject(inner, grammar);
  const range = whole && plainText(inner.text().slice(whole.text().length));
  return whole && lengths.some((length) => range === `[:${length}]` || range === `[0:${length}]`)
    ? { whole, start }
    : null;
}

const UPWARDS = /^\.\.(?!\.)/u;

function absentFromPath(relation: Relation | null, literal: string): Proof {
  if (relation === 'relative') return UPWARDS.test(literal) ? PROVEN : NOTHING;
  if (relation !== 'same' && relation !== 'path') return NOTHING;
  if (PARENT.test(literal)) return NO_PARENT;
  return relation === 'same' && literal === '/' ? PROVEN : NOTHING;
}

function notPrefixOfPath(relation: Relation | null, prefix: SgNode): Proof {
  const text = unquote(prefix.text());
  if (relation === 'relative' && UPWARDS.test(text)) return PROVEN;
  return relation === 'same' && text === '/' ? NOT_ABSOLUTE : NOTHING;
}

/** `(full + sep)`, as the folder itself is compared with it. */
function withoutSeparator(node: SgNode): SgNode {
  const inner = unwrap(node);
  const right = inner.field('right');
  const left = inner.field('left');
  const isSum = /^binary/u.test(String(inner.kind())) && inner.field('operator')?.text() === '+';
  return isSum && left && right && SEPARATOR.test(right.text()) ? left : node;
}

const unquote = (text: string): string => text.replace(/^[a-zA-Z@$]{0,2}(['"`])([\s\S]*)\1$/u, '$2');
const isSlash = (node: SgNode): boolean => unquote(node.text()) === '/';
const isAt = (node: SgNode, index: string): boolean =>
  node.text().endsWith(`[${index}]`) || node.text().endsWith(`charAt(${index})`);

/** A pattern for hosts that names each of them, dots escaped. */
const isFixedHost = (source: string): boolean =>
  /^(?:\^|\\A)[\w\\.|():?-]+(?:\$|\\[zZ])$/u.test(source) && source.includes('\\.') && !/(?<!\\)\./u.test(source);
