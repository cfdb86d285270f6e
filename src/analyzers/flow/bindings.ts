/**
 * Collects from one parsed file every assignment to a name, every call, and the calls that a function is handed to, as FileFacts; and
 * says whether an assignment surely precedes a use. Whether a value is untrusted is decided by walk.ts. Called by analysis-state.ts, read
 * by most files here.
 */
import type { SgNode } from '@ast-grep/napi';
import { append, getOrAdd } from '../../protocol/collections/get-or-add.ts';
import type { Binding, Grammar } from '../syntax/grammar.ts';
import { grammarKindOf, listKinds } from '../syntax/tree-node.ts';
import { isChoice, readChoice } from './branches.ts';
import {
  type CallSite,
  describeCall,
  groupByName,
  lastName,
  memberKey,
  memberObject,
  readField,
  readKey,
} from './calls.ts';
import { ANY_WAY, leavesAny } from './exits.ts';
import {
  type Assignment,
  boundNames,
  collectScopes,
  createScopeFinder,
  findClass,
  findScope,
  type Scope,
} from './scopes.ts';
import { isRightSide } from './skipped.ts';

export interface FileFacts {
  readonly grammar: Grammar;
  readonly callsByName: ReadonlyMap<string, readonly CallSite[]>;
  /** Functions by name; several where classes share a method's name. */
  readonly scopesByName: ReadonlyMap<string, readonly Scope[]>;
  scopeAt(offset: number): Scope;
}

type ScopeAt = (offset: number) => Scope;

/** Where the second of two results is no error by custom, such a name holds a value like any other. */
const PYTHON_NAMING: ReadonlySet<string> = new Set(['as_pattern', 'assignment']);
const NO_VALUES: ReadonlySet<string> = new Set(['err', 'error', 'ok', '_']);
const MAX_UNWRAPPED = 2;

export function collectFacts(root: SgNode, grammar: Grammar, collectors: RegExp): FileFacts {
  const scopes = collectScopes(root, grammar);
  const scopeAt = createScopeFinder(scopes);
  const bound = Map.groupBy(
    listKinds(
      root,
      grammar.bindings.map(({ kind }) => kind),
    ),
    grammarKindOf,
  );
  for (const binding of grammar.bindings)
    for (const node of bound.get(binding.kind) ?? []) recordBinding(node, binding, grammar, scopeAt);
  const calls = listKinds(
    root,
    grammar.calls.map(({ kind }) => kind),
  ).flatMap((node) => describeCall(node, grammar) ?? []);
  for (const call of calls) {
    if (collectors.test(call.callee)) recordCollector(call, grammar, scopeAt);
    if (grammar.fills?.callee.test(call.callee)) recordFilled(call, grammar, scopeAt);
  }
  for (const scope of scopes) for (const list of scope.assignments.values()) list.sort((a, b) => a.from - b.from);
  const named = scopes.filter(({ kind, name }) => kind === 'function' && name !== null);
  const scopesByName = Map.groupBy(named, ({ name }) => name ?? '');
  registerCallbacks(calls, scopes, scopesByName, grammar);
  return {
    grammar,
    scopeAt,
    callsByName: groupByName([...calls, ...calls.flatMap((call) => indirectCall(call, grammar) ?? [])]),
    scopesByName,
  };
}

/** `run.call(self, x)` and `run.apply(self, [x])` as `run(x)`. */
function indirectCall(call: CallSite, grammar: Grammar): CallSite | null {
  const { name, object, arguments: given } = call;
  if (!grammar.hasIndirectCalls || !object || (name !== 'call' && name !== 'apply')) return null;
  const [, list] = given;
  const passed = name === 'call' ? given.slice(1) : list?.is('array') ? list.namedChildren() : [];
  const callee = object.text();
  return { ...call, callee, name: lastName(callee), object: memberObject(object, grammar), arguments: passed };
}

/** Notes for every function the calls it is handed to: inline, by name, or inside a wrapper, list or record. */
function registerCallbacks(
  calls: readonly CallSite[],
  scopes: readonly Scope[],
  scopesByName: ReadonlyMap<string, readonly Scope[]>,
  grammar: Grammar,
): void {
  const byStart = new Map(scopes.filter(({ kind }) => kind === 'function').map((scope) => [scope.start, scope]));
  for (const call of calls) {
    const block = call.node.field('block');
    for (const [index, argument] of (block ? [...call.arguments, block] : call.arguments).entries())
      for (const scope of handedFunctions(argument, 0)) scope.registrations.push({ call, index });
  }

  function handedFunctions(node: SgNode, depth: number): readonly Scope[] {
    const kind = String(node.kind());
    if (grammar.functions.includes(kind)) return [byStart.get(node.range().start.index) ?? []].flat();
    if (grammar.names.includes(kind) || grammar.members[kind] !== undefined || grammar.references?.includes(kind))
      return scopesByName.get(lastName(node.text())) ?? [];
    return depth < MAX_UNWRAPPED ? wrappedIn(node).flatMap((part) => handedFunctions(part, depth + 1)) : [];
  }

  function wrappedIn(node: SgNode): readonly SgNode[] {
    const call = describeCall(node, grammar);
    if (call) return call.name === 'bind' && call.object ? [call.object] : call.arguments;
    const kind = String(node.kind());
    if (/^(?:array|list|argument)$/u.test(kind)) return node.namedChildren();
    return grammar.records.includes(kind)
      ? node.namedChildren().flatMap((child) => (String(child.kind()) in grammar.pairs ? child.namedChildren() : child))
      : [];
  }
}

function recordBinding(node: SgNode, binding: Binding, grammar: Grammar, scopeAt: ScopeAt): void {
  const target = readField(node, binding.target);
  const value = binding.value === null ? (node.namedChildren().at(-1) ?? null) : readField(node, binding.value);
  if (!target || !value || value.id() === target.id()) return;
  const operator = node.field('operator')?.text() ?? '=';
  const augments = binding.augments === true || !/^:?=$/u.test(operator);
  for (const [part, source] of pairTargets(target, value)) {
    const place = { node, value: source, augments, declares: binding.declares === true };
    for (const { name, ...how } of targetNames(part, grammar))
      record(name, { ...place, ...how, augments: augments || how.part !== null }, scopeAt, grammar);
  }
}

/** `a, b = x, y` binds pairwise; any other list takes the whole value. */
function pairTargets(target: SgNode, value: SgNode): readonly (readonly [SgNode, SgNode])[] {
  const isList = (node: SgNode) => /(?:_list|^tuple|^pattern_list|^left_assignment_list)$/u.test(String(node.kind()));
  if (!isList(target)) return [[target, value]];
  const targets = target.namedChildren();
  const values = isList(value) ? value.namedChildren() : [];
  return targets.map((part, at) => [part, targets.length === values.length ? (values[at] ?? value) : value] as const);
}

interface Target {
  readonly name: string;
  readonly key: string | null;
  readonly part: string | null;
}

const SOME_MEMBER = '*';

/** A member target is known by its text, and makes the object it belongs to carry the value too. */
function targetNames(target: SgNode, grammar: Grammar): readonly Target[] {
  if (grammar.members[String(target.kind())] === undefined)
    return boundNames(target, grammar).map((bound) => ({ ...bound, part: null }));
  const whole = { name: target.text(), key: null, part: null };
  const root = rootMember(target, grammar);
  return root === null ? [whole] : [whole, { name: root.name, key: null, part: root.key }];
}

/** The variable at the bottom of `a.b[c].d` or `a.b().c()`, and the first key on the way up. */
function rootMember(node: SgNode, grammar: Grammar): { readonly name: string; readonly key: string } | null {
  let key = SOME_MEMBER;
  let current: SgNode | null = node;
  for (let depth = 0; current && depth < 20; depth += 1) {
    const kind = String(current.kind());
    if (grammar.names.includes(kind)) return { name: current.text(), key };
    const object = memberObject(current, grammar);
    if (object) key = memberKey(current) ?? SOME_MEMBER;
    current = object ?? describeCall(current, grammar)?.object ?? null;
  }
  return null;
}

interface Place {
  readonly node: SgNode;
  readonly value: SgNode;
  readonly key: string | null;
  readonly part: string | null;
  readonly augments: boolean;
  readonly declares: boolean;
  readonly spares?: boolean;
}

function record(name: string, place: Place, scopeAt: ScopeAt, grammar: Grammar): void {
  const isOutcome = NO_VALUES.has(name) && !PYTHON_NAMING.has(String(place.node.kind()));
  const range = place.node.range();
  const inner = scopeAt(range.start.index);
  const scope = isOutcome ? inner : chooseScope(name, place.declares, inner, grammar);
  // A loop's variable holds inside the loop, so it counts from the end of the value, not of the statement.
  // A comprehension names its element before it binds it.
  const from = place.node.is('for_in_clause')
    ? (place.node.parent() ?? place.node).range().start.index
    : Math.min(range.end.index, Math.max(place.value.range().end.index, range.start.index));
  const assignment = {
    value: place.value,
    key: place.key,
    part: place.part,
    line: range.start.line + 1,
    from,
    statement: place.node,
    augments: place.augments,
    spares: place.spares === true,
  };
  const names = grammar.fields && scope.kind === 'class' ? spellField(name) : [name];
  for (const each of names) append(isOutcome ? scope.outcomes : scope.assignments, each, assignment);
}

/** `this.name` and `name` are the same field. */
const spellField = (name: string): readonly string[] => {
  const bare = name.replace(/^this\./u, '');
  return [bare, `this.${bare}`];
};

/** Members of the own object belong to the class, so that every method sees them. */
function chooseScope(name: string, declares: boolean, inner: Scope, grammar: Grammar): Scope {
  if (grammar.own.test(name)) return findClass(inner) ?? inner;
  return declares ? inner : (findScope(inner, name) ?? findField(inner, name) ?? inner);
}

/** The class around that declares a field of this name. */
function findField(inner: Scope, name: string): Scope | null {
  const home = findClass(inner);
  return home?.fields.has(name) ? home : null;
}

/** Whether a use at this offset comes after the assignment on every way. */
export function reaches(assignment: Assignment, offset: number, grammar: Grammar): boolean {
  const { start, end } = blockAround(assignment, grammar);
  return start <= offset && offset <= end;
}

/** Whether the name was surely given another value before this use. */
export function isSettled(name: string, scope: Scope, use: SgNode, grammar: Grammar): boolean {
  const offset = use.range().start.index;
  const given = (scope.assignments.get(name) ?? []).filter(({ augments, from }) => !augments && from <= offset);
  return given.some((assignment) => reaches(assignment, offset, grammar)) || isCovered(given, offset, grammar);
}

/** Whether each branch of the choice around the first of them gives the name a value or leaves, before the use. */
export function isCovered(given: readonly Assignment[], offset: number, grammar: Grammar): boolean {
  const [first] = given;
  const choice = first ? blockAround(first, grammar).choice : null;
  if (!choice || choice.range().end.index > offset) return false;
  const { start, end } = findBlock(choice.ancestors(), choice, grammar);
  return start <= offset && offset <= end && isGivenBehind([choice], given, grammar);
}

const isGivenBehind = (statements: readonly SgNode[], given: readonly Assignment[], grammar: Grammar): boolean =>
  statements.some((statement) => {
    const branches = readChoice(statement)?.branches;
    if (branches) return branches.every(({ body }) => leavesAny(body, ANY_WAY) || isGivenBehind(body, given, grammar));
    const { start, end } = statement.range();
    return given.some((assignment) => {
      const block = blockAround(assignment, grammar);
      const at = assignment.statement.range().start.index;
      return start.index <= at && at < end.index && block.start <= start.index && end.index <= block.end;
    });
  });

/** Whether a branch gives the value's name another one before it goes on. */
export function isReplacedIn(
  body: readonly SgNode[],
  tracked: { readonly text: string; readonly scope: Scope | null; readonly from: number },
  { grammar }: FileFacts,
): boolean {
  const given = (tracked.scope?.assignments.get(tracked.text) ?? []).filter(
    ({ augments, part, from }) => !augments && part === null && from > tracked.from,
  );
  return given.length > 0 && isGivenBehind(body, given, grammar);
}

interface Block {
  readonly start: number;
  readonly end: number;
  /** The choice of which the block is a branch. */
  readonly choice: SgNode | null;
}

/** Asking for a parent costs the depth of the node, so it is done once for each assignment. */
const blocks = new WeakMap<Assignment, Block>();

const blockAround = (assignment: Assignment, grammar: Grammar): Block =>
  getOrAdd(blocks, assignment, () => findBlock(assignment.statement.ancestors(), assignment.statement, grammar));

const BRANCHING =
  /^(?:else_clause|elif_clause|else_if_clause|elsif|else|then|when|while\w*|until\w*|for\w*|foreach\w*|enhanced_for_statement|do_statement|switch_\w+|match_\w+|case_\w+|rescue|catch_clause|except_clause)$/u;
const DECIDING = ['condition', 'initializer', 'value', 'left', 'right', 'update'] as const;

/** The innermost block or branch around a statement: there alone the statement has surely run. */
function findBlock(above: readonly SgNode[], statement: SgNode, grammar: Grammar): Block {
  let child = statement;
  for (const [at, node] of above.entries()) {
    const kind = String(node.kind());
    const isDeciding = DECIDING.some((field) => node.field(field)?.id() === child.id());
    const isBranch = (isChoice(node) || BRANCHING.test(kind)) && !isDeciding;
    if (grammar.blocks.includes(kind)) return { ...rangeBeforeRescue(node, child), choice: choiceAround(above, at) };
    // When a function runs is not known where it is written.
    if (grammar.functions.includes(kind)) return { ...rangeOf(node), choice: null };
    if (isBranch || isRightSide(node, child)) return { ...rangeOf(child), choice: choiceAround(above, at) };
    child = node;
  }
  return { ...rangeOf(child), choice: null };
}

/** The choice around, if no loop or function lies between. */
function choiceAround(above: readonly SgNode[], from: number): SgNode | null {
  for (const node of above.slice(from)) {
    const kind = String(node.kind());
    if (isChoice(node) && kind !== 'elsif') {
      const parent = above[above.indexOf(node) + 1];
      // `else if`: the whole chain is one choice.
      if (parent && (parent.is('else_clause') || (kind === 'if_statement' && parent.is('if_statement')))) continue;
      return node;
    }
    if (/^(?:while|until|for|foreach|enhanced_for|do_|try|function|method|arrow|lambda|class)/u.test(kind)) return null;
  }
  return null;
}

const rangeOf = (node: SgNode): { readonly start: number; readonly end: number } => {
  const { start, end } = node.range();
  return { start: start.index, end: end.index };
};

/** Ruby writes `rescue` and `ensure` into the block that they guard: there it may not have come to the statement. */
function rangeBeforeRescue(block: SgNode, child: SgNode): { readonly start: number; readonly end: number } {
  const range = rangeOf(block);
  if (!/^(?:begin|body_statement)$/u.test(String(block.kind()))) return range;
  const handler = block.namedChildren().find((part) => /^(?:rescue|ensure)$/u.test(String(part.kind())));
  const start = handler?.range().start.index ?? range.end;
  return child.range().start.index < start ? { ...range, end: start } : range;
}

function recordCollector(call: CallSite, grammar: Grammar, scopeAt: ScopeAt): void {
  const kept = keptValue(call);
  const target = call.object ?? call.arguments[0];
  const root = target ? rootMember(target, grammar) : null;
  if (root === null) return;
  const place = { node: call.node, key: null, part: SOME_MEMBER, augments: true, declares: false };
  const given = call.object ? call.arguments : call.arguments.slice(1);
  const isKept = kept !== null && call.object !== null && grammar.names.includes(String(call.object.kind()));
  for (const how of isKept ? [kept] : given.map((value) => ({ value })))
    record(root.name, { ...place, ...how }, scopeAt, grammar);
}

/** Calls that keep a value under a key, and those that name a section before it. */
const KEEPS = /^(?:put|putIfAbsent|set|setProperty|setdefault|store|Add|Set|putString|setItem|setAttribute)$/u;

/** Those of them that leave an earlier value in its place, or put theirs beside it. */
const SPARES = /^(?:putIfAbsent|setdefault|Add)$/u;

/** `map.put('key', value)`, `settings.set('section', 'key', value)`: the value, and the key as it is asked for. */
function keptValue({
  name,
  arguments: given,
}: CallSite): { readonly value: SgNode; readonly part: string; readonly spares: boolean } | null {
  const value = given.at(-1);
  if (!value || given.length < 2 || given.length > 3 || !KEEPS.test(name)) return null;
  const keys = given
    .slice(0, -1)
    .map((one) => readKey(one.is('argument') ? (one.namedChildren()[0] ?? one) : one, false));
  return keys.includes(null) ? null : { value, part: keys.join(' '), spares: SPARES.test(name) };
}

/** `json.Unmarshal(body, &user)`: the variable holds what the call yields. */
function recordFilled(call: CallSite, grammar: Grammar, scopeAt: ScopeAt): void {
  const references = call.arguments.filter((one) => grammar.fills?.references.includes(String(one.kind())));
  const targets = references.flatMap((one) => one.namedChildren().at(-1) ?? []);
  const place = { node: call.node, value: call.node, key: null, part: null, augments: true, declares: false };
  for (const target of references.length > 0 ? targets : call.arguments) {
    const root = rootMember(target, grammar);
    if (root !== null) record(root.name, place, scopeAt, grammar);
  }
}
