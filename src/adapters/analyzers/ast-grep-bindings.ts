/**
 * The variables of one parsed file: functions with their parameters, and every place that gives a name a value.
 * Facts only; whether a value is untrusted is decided by ast-grep-flow.ts. Lives no longer than the tree.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Binding, Call, Grammar } from './ast-grep-grammar.ts';

export interface Parameter {
  readonly name: string;
  readonly index: number;
  readonly line: number;
  /** Its declaration as written, with the type if there is one. */
  readonly text: string;
}

export interface Scope {
  readonly node: SgNode | null;
  /** Name by which the file can call it; null for inline functions and the file itself. */
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
  readonly parent: Scope | null;
  readonly parameters: readonly Parameter[];
  /** Decorators, annotations or attributes of the function, as written. */
  readonly preamble: string;
  readonly assignments: Map<string, Assignment[]>;
}

/** One value given to one name. */
export interface Assignment {
  readonly value: SgNode;
  readonly line: number;
  /** Offset from which it holds. */
  readonly from: number;
  /** The statement; a use inside the block around it cannot miss the assignment. */
  readonly statement: SgNode;
  readonly augments: boolean;
}

export interface CallSite {
  readonly node: SgNode;
  /** Callee as written, without white space. */
  readonly callee: string;
  readonly object: SgNode | null;
  readonly arguments: readonly SgNode[];
  readonly carries: boolean;
}

export interface Condition {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly exits: boolean;
}

export interface FileFacts {
  readonly grammar: Grammar;
  readonly conditions: readonly Condition[];
  readonly callsByName: ReadonlyMap<string, readonly CallSite[]>;
  readonly scopesByName: ReadonlyMap<string, Scope>;
  scopeAt(offset: number): Scope;
}

const MAX_CALLEE_LENGTH = 200;
const NO_VALUES: ReadonlySet<string> = new Set(['err', 'error', 'ok', '_']);

export function collectFacts(root: SgNode, grammar: Grammar, collectors: RegExp): FileFacts {
  const scopes = collectScopes(root, grammar);
  const scopeAt = (offset: number): Scope => {
    for (let at = scopes.length - 1; at >= 0; at -= 1) {
      const scope = scopes[at];
      if (scope && scope.start <= offset && offset < scope.end) return scope;
    }
    return scopes[0] as Scope;
  };
  for (const binding of grammar.bindings)
    for (const node of findKinds(root, [binding.kind])) recordBinding(node, binding, grammar, scopeAt);
  const calls = findKinds(
    root,
    grammar.calls.map(({ kind }) => kind),
  ).flatMap((node) => describeCall(node, grammar) ?? []);
  for (const call of calls) {
    if (collectors.test(call.callee)) recordCollector(call, grammar, scopeAt);
    if (grammar.fills?.callee.test(call.callee)) recordFilled(call, grammar, scopeAt);
  }
  for (const scope of scopes) for (const list of scope.assignments.values()) list.sort((a, b) => a.from - b.from);
  return {
    grammar,
    scopeAt,
    conditions: findKinds(root, grammar.conditionals).map((node) => describeCondition(node, grammar)),
    callsByName: groupByName(calls),
    scopesByName: new Map(scopes.flatMap((scope) => (scope.name === null ? [] : [[scope.name, scope] as const]))),
  };
}

export const findKinds = (node: SgNode, kinds: readonly string[]): readonly SgNode[] =>
  kinds.length === 0 ? [] : node.findAll({ rule: { any: kinds.map((kind) => ({ kind })) } });

/** A field by name, `^name` of the parent, or a named child by position. */
function readField(node: SgNode, field: string): SgNode | null {
  if (field.startsWith('^')) return node.parent()?.field(field.slice(1)) ?? null;
  return /^\d+$/u.test(field) ? (node.namedChildren()[Number(field)] ?? null) : node.field(field);
}

export const lineOf = (node: SgNode): number => node.range().start.line + 1;
const lastName = (callee: string): string =>
  callee.slice(Math.max(callee.lastIndexOf('.'), callee.lastIndexOf(':')) + 1);

/** Outer scopes before inner ones, the file first. */
function collectScopes(root: SgNode, grammar: Grammar): readonly Scope[] {
  const whole = root.range();
  const file: Scope = {
    node: null,
    name: null,
    start: Math.min(0, whole.start.index),
    end: whole.end.index + 1,
    parent: null,
    parameters: [],
    preamble: '',
    assignments: new Map(),
  };
  const scopes = [file];
  const nodes = findKinds(root, grammar.functions).map((node) => ({ node, range: node.range() }));
  for (const { node, range } of nodes.toSorted((a, b) => a.range.start.index - b.range.start.index)) {
    const start = range.start.index;
    const parent = scopes.findLast((scope) => scope.start <= start && start < scope.end) ?? file;
    const parameters = collectParameters(node, grammar);
    const name = nameFunction(node);
    const preamble = readPreamble(node);
    scopes.push({ node, name, start, end: range.end.index, parent, parameters, preamble, assignments: new Map() });
  }
  return scopes;
}

function readPreamble(node: SgNode): string {
  const parent = node.parent();
  const holders = parent?.is('decorated_definition') ? parent.children() : node.children();
  return holders
    .filter((child) => ['decorator', 'modifiers', 'attribute_list'].includes(String(child.kind())))
    .map((child) => child.text())
    .join('\n');
}

function nameFunction(node: SgNode): string | null {
  const own = node.field('name') ?? node.field('declarator')?.find({ rule: { kind: 'identifier' } });
  if (own) return own.text();
  const parent = node.parent();
  const holder = parent?.field('name') ?? parent?.field('key') ?? parent?.field('left');
  return holder && holder.id() !== node.id() ? lastName(holder.text()) : null;
}

function collectParameters(node: SgNode, grammar: Grammar): readonly Parameter[] {
  const holders = grammar.parameters.flatMap((field) => {
    const found = node.field(field);
    return found ? [field === 'declarator' ? (found.find({ rule: { kind: 'parameter_list' } }) ?? found) : found] : [];
  });
  const declared = holders.flatMap((holder) => {
    const isSingle = grammar.names.includes(String(holder.kind()));
    return isSingle ? [holder] : holder.namedChildren();
  });
  let index = 0;
  const parameters: Parameter[] = [];
  for (const declaration of declared) {
    const names = boundNames(declaration, grammar);
    const isList = declaration.is('parameter_declaration');
    for (const [at, name] of names.entries())
      parameters.push({ name, index: index + (isList ? at : 0), line: lineOf(declaration), text: declaration.text() });
    index += isList ? Math.max(1, names.length) : 1;
  }
  return parameters;
}

const NAMING_FIELDS = ['name', 'pattern', 'left', 'declarator'] as const;

/** Names that a pattern, declaration or target binds. */
function boundNames(node: SgNode, grammar: Grammar): readonly string[] {
  if (grammar.names.includes(String(node.kind()))) return [node.text()];
  for (const field of NAMING_FIELDS) {
    const named = node.fieldChildren(field);
    if (named.length > 0) return named.flatMap((child) => boundNames(child, grammar));
  }
  return node
    .namedChildren()
    .filter((child) => !child.is('type') && !child.is('type_annotation') && !child.is('modifiers'))
    .flatMap((child) => boundNames(child, grammar));
}

function recordBinding(node: SgNode, binding: Binding, grammar: Grammar, scopeAt: (offset: number) => Scope): void {
  const target = readField(node, binding.target);
  const value = binding.value === null ? (node.namedChildren().at(-1) ?? null) : readField(node, binding.value);
  if (!target || !value || value.id() === target.id()) return;
  const operator = node.field('operator')?.text() ?? '=';
  const augments = binding.augments === true || !/^:?=$/u.test(operator);
  for (const [part, source] of pairTargets(target, value)) {
    const place = { node, value: source, augments, declares: binding.declares === true };
    for (const name of targetNames(part, grammar))
      record(name.text, { ...place, augments: augments || name.partly }, scopeAt);
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

/** A member target is known by its text, and makes the object it belongs to carry the value too. */
function targetNames(target: SgNode, grammar: Grammar): readonly { readonly text: string; readonly partly: boolean }[] {
  const object = grammar.members[String(target.kind())];
  if (object === undefined) return boundNames(target, grammar).map((text) => ({ text, partly: false }));
  const root = rootName(target, grammar);
  const whole = { text: target.text(), partly: false };
  return root === null ? [whole] : [whole, { text: root, partly: true }];
}

/** The variable at the bottom of `a.b[c].d`. */
function rootName(node: SgNode, grammar: Grammar): string | null {
  let current: SgNode | null = node;
  for (let depth = 0; current && depth < 20; depth += 1) {
    const kind = String(current.kind());
    if (grammar.names.includes(kind)) return current.text();
    current = memberObject(current, grammar);
  }
  return null;
}

/** The node a member or subscript takes its value from, or null for other kinds. */
export function memberObject(node: SgNode, grammar: Grammar): SgNode | null {
  const field = grammar.members[String(node.kind())];
  if (field === undefined) return null;
  return field === '' ? (node.namedChildren()[0] ?? null) : node.field(field);
}

interface Place {
  readonly node: SgNode;
  readonly value: SgNode;
  readonly augments: boolean;
  readonly declares: boolean;
}

function record(name: string, place: Place, scopeAt: (offset: number) => Scope): void {
  if (NO_VALUES.has(name)) return;
  const range = place.node.range();
  const inner = scopeAt(range.start.index);
  const scope = place.declares ? inner : (findScope(inner, name) ?? inner);
  const list = scope.assignments.get(name) ?? [];
  scope.assignments.set(name, list);
  // A loop's variable holds inside the loop, so it counts from the end of the value, not of the statement.
  const from = Math.min(range.end.index, Math.max(place.value.range().end.index, range.start.index));
  list.push({
    value: place.value,
    line: range.start.line + 1,
    from,
    statement: place.node,
    augments: place.augments,
  });
}

/** Whether a use at this offset comes after the assignment on every way. */
export function reaches({ statement }: Assignment, offset: number, { blocks }: Grammar): boolean {
  let block: SgNode = statement;
  while (!blocks.includes(String(block.kind()))) {
    const parent = block.parent();
    if (!parent) break;
    block = parent;
  }
  const { start, end } = block.range();
  return start.index <= offset && offset <= end.index;
}

/** The innermost scope, from this one outwards, that knows the name. */
export function findScope(from: Scope, name: string): Scope | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent)
    if (scope.assignments.has(name) || scope.parameters.some((parameter) => parameter.name === name)) return scope;
  return null;
}

function recordCollector(call: CallSite, grammar: Grammar, scopeAt: (offset: number) => Scope): void {
  const target = call.object ?? call.arguments[0];
  const root = target ? rootName(target, grammar) : null;
  if (root === null) return;
  for (const value of call.object ? call.arguments : call.arguments.slice(1))
    record(root, { node: call.node, value, augments: true, declares: false }, scopeAt);
}

/** `json.Unmarshal(body, &user)`: the variable holds what the call yields. */
function recordFilled(call: CallSite, grammar: Grammar, scopeAt: (offset: number) => Scope): void {
  const references = call.arguments.filter((one) => grammar.fills?.references.includes(String(one.kind())));
  const targets = references.flatMap((one) => one.namedChildren().at(-1) ?? []);
  for (const target of references.length > 0 ? targets : call.arguments) {
    const name = rootName(target, grammar);
    if (name !== null) record(name, { node: call.node, value: call.node, augments: true, declares: false }, scopeAt);
  }
}

/** A call as the grammar spells it, or null where the node is none. */
export function describeCall(node: SgNode, grammar: Grammar): CallSite | null {
  const shape = grammar.calls.find(({ kind }) => node.is(kind));
  if (!shape) return null;
  const holder = node.field(shape.arguments);
  const values = holder ? holder.namedChildren().filter((child) => !child.is('comment')) : [];
  return { node, arguments: values, carries: shape.carries === true, ...describeCallee(node, shape, grammar) };
}

function describeCallee(
  node: SgNode,
  shape: Call,
  grammar: Grammar,
): { readonly callee: string; readonly object: SgNode | null } {
  if (shape.callee !== null) {
    const whole = node.field(shape.callee);
    return { callee: squeeze(whole?.text() ?? ''), object: whole ? memberObject(whole, grammar) : null };
  }
  const object = shape.object === undefined ? null : node.field(shape.object);
  const name = shape.name === undefined ? '' : (node.field(shape.name)?.text() ?? '');
  return { callee: squeeze(object ? `${object.text()}.${name}` : name), object };
}

const squeeze = (text: string): string => text.slice(-MAX_CALLEE_LENGTH).replace(/\s+/gu, '');

function groupByName(calls: readonly CallSite[]): ReadonlyMap<string, readonly CallSite[]> {
  const groups = new Map<string, CallSite[]>();
  for (const call of calls) {
    const name = lastName(call.callee);
    const group = groups.get(name) ?? [];
    groups.set(name, group);
    group.push(call);
  }
  return groups;
}

function describeCondition(node: SgNode, grammar: Grammar): Condition {
  const { start, end } = node.range();
  const condition = node.field('condition') ?? node.field('value') ?? node.namedChildren()[0];
  const text = node.text();
  return {
    text: condition?.text() ?? '',
    start: start.index,
    end: end.index,
    exits: grammar.exits.test(text),
  };
}
