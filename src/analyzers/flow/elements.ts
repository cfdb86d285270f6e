/**
 * Finds the element that a local list holds at a constant index by replaying every step from its creation to the use (`add`, `remove(0)`,
 * `list[0] = x`), each surely taken once. Undefined where anything else happens to the list. Called by stored-values.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { findKinds } from '../syntax/tree-node.ts';
import { type FileFacts, reaches } from './bindings.ts';
import { type CallSite, describeCall, memberKey, memberObject } from './calls.ts';
import type { Liveness } from './liveness.ts';
import { unwrap } from './relations.ts';
import { type Assignment, findScope, type Scope } from './scopes.ts';
import { mayBeSkipped } from './skipped.ts';
import { surroundingsOf } from './surroundings.ts';

const LITERAL =
  /^(?:array|list|tuple|array_initializer|array_creation_expression|composite_literal|literal_value|initializer_expression|implicit_array_creation_expression|collection_expression)$/u;
const MAKES =
  /^(?:(?:java\.util\.)?(?:Array|Linked)List|(?:java\.util\.)?Vector|(?:[\w.]+\.)?List|list|Array|make|(?:collections\.)?deque|LinkedList)(?:<[^()]*>)?$/u;
const MAKES_OF = /^(?:(?:java\.util\.)?Arrays\.asList|(?:java\.util\.)?List\.of|Array\.of)$/u;
const PUSH = /^(?:add|append|push|addLast|addElement|Add|<<|offer|array_push)$/u;
const UNSHIFT = /^(?:addFirst|unshift|prepend|appendleft|array_unshift)$/u;
const INSERT = /^(?:add|insert|Insert|add_at)$/u;
const REMOVE_AT = /^(?:remove|pop|RemoveAt|removeAt|delete_at|removeElementAt)$/u;
const POP = /^(?:pop|removeLast|pollLast|array_pop)$/u;
const SHIFT = /^(?:shift|removeFirst|poll|popleft|pollFirst|array_shift)$/u;
const REPLACE = /^(?:set|setElementAt)$/u;
const READS =
  /^(?:get|size|length|isEmpty|contains|includes|indexOf|at|elementAt|ElementAt|getFirst|getLast|first|last|len|count|Count|empty\?|include\?|join|toString|print|println|str|slice|dig|fetch|index|sizeof|print_r|iterator)$/u;
const LOOP = /^(?:while|until|for|foreach|enhanced_for|do_)/u;
const MAX_MENTIONS = 60;

type List = readonly SgNode[];

const mentions = new WeakMap<Scope, Map<string, readonly SgNode[]>>();

function mentionsOf(name: string, scope: Scope, { grammar }: FileFacts): readonly SgNode[] {
  const byName = getOrAdd(mentions, scope, () => {
    const all = Map.groupBy(findKinds(scope.node, grammar.names), (node) => node.text());
    return all as Map<string, readonly SgNode[]>;
  });
  return byName.get(name) ?? [];
}

/** The element under that index; null where the list has none there, undefined where it is not known. */
export function elementAt(object: SgNode, index: number, facts: FileFacts, live: Liveness): SgNode | null | undefined {
  const inner = unwrap(object);
  if (LITERAL.test(String(inner.kind()))) return pick(readLiteral(inner, facts), index);
  if (!facts.grammar.names.includes(String(inner.kind()))) return undefined;
  return pick(new ListHistory(inner, facts, live).elements(), index);
}

const pick = (list: List | null, index: number): SgNode | null | undefined =>
  list === null ? undefined : (list.at(index) ?? null);

/** Null where the literal is not a plain list. */
function readLiteral(node: SgNode, facts: FileFacts): List | null {
  const kind = String(node.kind());
  if (kind === 'composite_literal' || kind === 'array_creation_expression') {
    const body =
      node.field('body') ??
      node.field('value') ??
      node.namedChildren().find((part) => part.is('initializer_expression'));
    if (body) return readLiteral(body, facts);
    // `new String[2]` has no elements yet, but places for them.
    if (
      kind === 'array_creation_expression' &&
      node.namedChildren().some((part) => /dimension|rank|type/u.test(String(part.kind())))
    )
      return null;
  }
  if (kind === 'implicit_array_creation_expression') {
    const body = node.namedChildren().at(-1);
    return body ? readLiteral(body, facts) : null;
  }
  const parts = node.namedChildren().filter((part) => !part.is('comment'));
  const isPlain = parts.every((part) => !/spread|splat|pair|keyed|comprehension|comment/u.test(String(part.kind())));
  return isPlain ? parts.map(bare) : null;
}

/** PHP and Go wrap the elements of a literal. */
const bare = (part: SgNode): SgNode => {
  const wrapped = /^(?:array_element_initializer|literal_element|expression_element)$/u.test(String(part.kind()));
  const inner = part.namedChildren();
  return wrapped && inner.length === 1 ? (inner[0] ?? part) : part;
};

class ListHistory {
  readonly #use: SgNode;
  readonly #name: string;
  readonly #facts: FileFacts;
  readonly #live: Liveness;
  readonly #at: number;

  constructor(use: SgNode, facts: FileFacts, live: Liveness) {
    this.#use = use;
    this.#name = use.text();
    this.#facts = facts;
    this.#live = live;
    this.#at = use.range().start.index;
  }

  /** Null where it is not known. */
  elements(): List | null {
    const inner = this.#facts.scopeAt(this.#at);
    const scope = findScope(inner, this.#name);
    if (scope !== inner || scope.kind !== 'function') return null;
    const given = (scope.assignments.get(this.#name) ?? []).filter(({ part, augments }) => part === null && !augments);
    const begin = given.findLast((one) => one.from <= this.#at && !this.#isAppend(one));
    const first = begin && this.#reaches(begin) ? this.#begin(begin.value) : null;
    if (!begin || first === null) return null;
    const told = mentionsOf(this.#name, scope, this.#facts).filter((node) => {
      const at = node.range().start.index;
      return at >= begin.from && at < this.#at;
    });
    if (told.length > MAX_MENTIONS) return null;
    let list: List | null = first;
    for (const mention of told) {
      list = this.#step(list, mention, begin);
      if (list === null) return null;
    }
    return list;
  }

  #reaches(assignment: Assignment): boolean {
    return reaches(assignment, this.#at, this.#facts.grammar) || this.#live.surelyRuns(assignment, this.#at);
  }

  /** `list = append(list, x)`. */
  #isAppend({ value }: Assignment): boolean {
    const call = describeCall(value, this.#facts.grammar);
    return call?.callee === 'append' && call.arguments[0]?.text() === this.#name;
  }

  #begin(value: SgNode): List | null {
    const inner = unwrap(value);
    if (LITERAL.test(String(inner.kind()))) return readLiteral(inner, this.#facts);
    const call = describeCall(inner, this.#facts.grammar);
    if (!call) return null;
    if (MAKES_OF.test(call.callee)) return call.arguments;
    const [only, ...more] = call.arguments;
    const callee = call.callee.replace(/^new\b/u, '');
    if (!MAKES.test(callee) || more.length > 0) return null;
    return only === undefined ? [] : this.#begin(only);
  }

  #step(list: List, mention: SgNode, begin: Assignment): List | null {
    if (this.#live.isDead(mention)) return list;
    const parent = mention.parent();
    if (!parent) return null;
    if (memberObject(parent, this.#facts.grammar)?.id() === mention.id()) return this.#member(list, parent, begin);
    const call = this.#callAround(mention, parent);
    if (!call) return null;
    return this.#call(list, call, begin);
  }

  #callAround(mention: SgNode, parent: SgNode): CallSite | null {
    const own = describeCall(parent, this.#facts.grammar);
    if (own?.object?.id() === mention.id()) return own;
    const above = parent.parent();
    const outer = above ? describeCall(above, this.#facts.grammar) : null;
    return outer && outer.arguments[0]?.id() === (outer.arguments[0]?.is('argument') ? parent.id() : mention.id())
      ? { ...outer, arguments: outer.arguments.slice(1) }
      : null;
  }

  /** `list.add(…)` where the callee is a member, `list[0] = x`, `list[0]`. */
  #member(list: List, member: SgNode, begin: Assignment): List | null {
    const parent = member.parent();
    const call = parent ? describeCall(parent, this.#facts.grammar) : null;
    if (call && call.object !== null && parent?.field('function')?.id() === member.id())
      return this.#call(list, call, begin);
    const left = parent?.field('left') ?? parent?.field('target');
    if (left?.id() !== member.id() || !parent) return list;
    const value = parent.field('right');
    const key = memberKey(member);
    if (!value || !this.#isSure(parent, begin)) return null;
    if (key === null) return /\[\s*\]$/u.test(member.text()) ? [...list, value] : null;
    return /^\d+$/u.test(key) && Number(key) < list.length ? list.with(Number(key), value) : null;
  }

  #call(list: List, call: CallSite, begin: Assignment): List | null {
    const { name, arguments: given } = call;
    const [first, second, ...more] = given.map((one) => unwrap(one));
    const mayChange =
      PUSH.test(name) || UNSHIFT.test(name) || INSERT.test(name) || REMOVE_AT.test(name) || POP.test(name);
    if (!mayChange && !SHIFT.test(name) && !REPLACE.test(name)) return READS.test(name) ? list : null;
    if (!this.#isSure(call.node, begin) || more.length > 0) return null;
    if (first === undefined) return dropEnd(list, name);
    const index = this.#live.values.evaluate(first);
    const place = typeof index === 'number' ? index : null;
    return second === undefined ? changeOne(list, name, first, place) : putAt(list, name, second, place);
  }

  /** Whether the step is taken once between the beginning and the use. */
  #isSure(step: SgNode, { statement }: Assignment): boolean {
    const begun = statement.range().start.index;
    const at = step.range().start.index;
    let child = step;
    for (const node of surroundingsOf(this.#facts).above(step)) {
      const { start, end } = node.range();
      const kind = String(node.kind());
      const isAround = start.index <= begun && begun < end.index;
      if (isAround && start.index <= this.#at && this.#at < end.index) return true;
      if (LOOP.test(kind) || this.#facts.grammar.functions.includes(kind) || /catch|except|rescue/u.test(kind))
        return false;
      if (mayBeSkipped(node, child, step, this.#at)) return false;
      child = node;
      const live = this.#live.branchesOf(node);
      if (live !== null && !isWithin(live, at)) return false;
    }
    return this.#use.id() === step.id();
  }
}

function dropEnd(list: List, name: string): List | null {
  if (POP.test(name)) return list.slice(0, -1);
  return SHIFT.test(name) ? list.slice(1) : null;
}

function changeOne(list: List, name: string, value: SgNode, place: number | null): List | null {
  if (PUSH.test(name)) return [...list, value];
  if (UNSHIFT.test(name)) return [value, ...list];
  return REMOVE_AT.test(name) && place !== null ? list.toSpliced(place, 1) : null;
}

function putAt(list: List, name: string, value: SgNode, place: number | null): List | null {
  if (place === null || place < 0 || place > list.length) return null;
  if (INSERT.test(name)) return list.toSpliced(place, 0, value);
  return REPLACE.test(name) && place < list.length ? list.with(place, value) : null;
}

/** Whether a choice that is always decided the same way has the place on its only branch. */
const isWithin = (live: readonly { readonly body: readonly SgNode[] }[], at: number): boolean =>
  live.length === 1 &&
  (live[0]?.body.some((part) => part.range().start.index <= at && at < part.range().end.index) ?? false);
