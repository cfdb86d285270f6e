/**
 * Lists the functions and classes of one parsed file as nested Scopes with their parameters, and looks scopes up by offset or name.
 * Defines Assignment, which bindings.ts fills in. Used by most files of flow/.
 */

import type { SgNode } from '@ast-grep/napi';
import { countLeading } from '../../protocol/collections/count-leading.ts';
import type { Grammar } from '../syntax/grammar.ts';
import { listKinds } from '../syntax/tree-node.ts';
import { type CallSite, lastName, lineOf, readKey } from './calls.ts';

export interface Parameter {
  readonly name: string;
  readonly index: number;
  readonly line: number;
  /** Its declaration as written, with the type if there is one. */
  readonly text: string;
  /** The key under which a pattern takes it out of the argument; null where it is the whole argument. */
  readonly key: string | null;
  readonly isRest: boolean;
}

export interface Scope {
  readonly kind: 'file' | 'class' | 'function';
  readonly node: SgNode;
  /** Name by which the file can call it; null for inline functions and the file itself. */
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
  readonly parent: Scope | null;
  readonly parameters: readonly Parameter[];
  /** Decorators, annotations or attributes of the function, as written. */
  readonly preamble: string;
  readonly assignments: Map<string, Assignment[]>;
  /** Names that hold how a call went, `err` and `ok`: they carry no data, but checks read them. */
  readonly outcomes: Map<string, Assignment[]>;
  /** Of a class: fields that its methods name without the object before them. */
  readonly fields: ReadonlySet<string>;
  /** Calls that the function is handed to. */
  readonly registrations: Registration[];
}

/** One value given to one name. */
export interface Assignment {
  readonly value: SgNode;
  /** The key under which the name takes it out of the value. */
  readonly key: string | null;
  /** The member of the name that is written; null for the name itself. */
  readonly part: string | null;
  readonly line: number;
  /** Offset from which it holds. */
  readonly from: number;
  /** The statement; a use inside the block around it cannot miss the assignment. */
  readonly statement: SgNode;
  readonly augments: boolean;
  /** Whether it leaves an earlier value under the same key, as `putIfAbsent` does. */
  readonly spares: boolean;
}

export interface Registration {
  readonly call: CallSite;
  readonly index: number;
}

/** Outer scopes before inner ones, the file first. */
export function collectScopes(root: SgNode, grammar: Grammar): readonly Scope[] {
  const file = createScope('file', root, null, null);
  const scopes: Scope[] = [{ ...file, start: Math.min(0, file.start), end: file.end + 1 }];
  const nodes = listKinds(root, [...grammar.functions, ...grammar.classes]).map((node) => ({
    node,
    start: node.range().start.index,
  }));
  const open = [...scopes];
  for (const { node, start } of nodes.toSorted((a, b) => a.start - b.start)) {
    while (open.length > 1 && (open.at(-1)?.end ?? 0) <= start) open.pop();
    const parent = open.at(-1) ?? null;
    const scope = grammar.classes.includes(String(node.kind()))
      ? describeClass(node, grammar, parent)
      : describeFunction(node, grammar, parent);
    scopes.push(scope);
    open.push(scope);
  }
  return scopes;
}

function createScope(kind: Scope['kind'], node: SgNode, name: string | null, parent: Scope | null): Scope {
  const { start, end } = node.range();
  return {
    kind,
    node,
    name,
    start: start.index,
    end: end.index,
    parent,
    parameters: [],
    preamble: '',
    assignments: new Map(),
    outcomes: new Map(),
    fields: NO_FIELDS,
    registrations: [],
  };
}

const NO_FIELDS: ReadonlySet<string> = new Set();

function describeClass(node: SgNode, grammar: Grammar, parent: Scope | null): Scope {
  const scope = createScope('class', node, node.field('name')?.text() ?? null, parent);
  const declared = (node.field('body')?.children() ?? []).filter((child) =>
    grammar.fields?.includes(String(child.kind())),
  );
  return declared.length === 0 ? scope : { ...scope, fields: new Set(declared.flatMap(nameFields)) };
}

const nameFields = (declaration: SgNode): readonly string[] => {
  const own = declaration.field('name')?.text();
  if (own !== undefined) return [own];
  return listKinds(declaration, ['variable_declarator']).flatMap((each) => each.field('name')?.text() ?? []);
};

function describeFunction(node: SgNode, grammar: Grammar, parent: Scope | null): Scope {
  const own = nameFunction(node);
  const name = own !== null && grammar.constructors.test(own) && parent?.kind === 'class' ? parent.name : own;
  return {
    ...createScope('function', node, name, parent),
    parameters: collectParameters(node, grammar),
    preamble: readPreamble(node),
  };
}

/** Finds the innermost scope around an offset in logarithmic time. */
export function createScopeFinder(scopes: readonly Scope[]): (offset: number) => Scope {
  return (offset) => {
    const begun = countLeading(scopes, ({ start }) => start <= offset);
    let scope = scopes[Math.max(0, begun - 1)] ?? null;
    while (scope?.parent && offset >= scope.end) scope = scope.parent;
    return scope ?? (scopes[0] as Scope);
  };
}

/** The innermost scope, from this one outwards, that knows the name. */
export function findScope(from: Scope, name: string): Scope | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent)
    if (scope.assignments.has(name) || scope.parameters.some((parameter) => parameter.name === name)) return scope;
  return null;
}

export function findClass(from: Scope): Scope | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent) if (scope.kind === 'class') return scope;
  return null;
}

/** A closure may run at any time, so it sees every value its outer variables take. */
export const isVisible = ({ from }: Assignment, offset: number, isSameFunction: boolean): boolean =>
  !isSameFunction || from <= offset;

/** Whether it writes another member than the one asked for. */
export const isOtherMember = ({ part }: Assignment, key: string | null): boolean =>
  part !== null && key !== null && part !== '*' && part !== key;

function readPreamble(node: SgNode): string {
  const parent = node.parent();
  const holders = parent?.is('decorated_definition') ? parent.children() : node.children();
  return holders
    .filter((child) => ['decorator', 'modifiers', 'attribute_list'].includes(String(child.kind())))
    .concat(readAttributes(node))
    .map((child) => child.text())
    .concat(readClassHeader(node, parent))
    .join('\n');
}

/** `#[get("/")]` stands before the function, beside it. */
function readAttributes(node: SgNode): SgNode[] {
  const found: SgNode[] = [];
  if (!node.is('function_item')) return found;
  for (let before = node.prev(); before && /attribute|comment/u.test(String(before.kind())); before = before.prev())
    found.push(before);
  return found.filter((each) => each.is('attribute_item'));
}

/** `class Name(Bases): def method`: some frameworks make a method an entry by its class and its name. */
function readClassHeader(node: SgNode, parent: SgNode | null): readonly string[] {
  const block = parent?.is('decorated_definition') ? parent.parent() : parent;
  const holder = block?.is('block') ? block.parent() : null;
  if (!holder?.is('class_definition')) return [];
  const [name, bases] = ['name', 'superclasses'].map((field) => holder.field(field)?.text() ?? '');
  return [`class ${name}${bases}: def ${node.field('name')?.text() ?? ''}`];
}

function nameFunction(node: SgNode): string | null {
  const own = node.field('name') ?? node.field('declarator')?.find({ rule: { kind: 'identifier' } });
  if (own) return own.text();
  const parent = node.parent();
  const holder = parent?.field('name') ?? parent?.field('key') ?? parent?.field('left');
  return holder && holder.id() !== node.id() ? lastName(holder.text()) : null;
}

function collectParameters(node: SgNode, grammar: Grammar): readonly Parameter[] {
  const { unnamed } = grammar;
  const declared = listDeclared(node, grammar);
  if (declared.length === 0 && unnamed && node.is(unnamed.kind))
    return [{ name: unnamed.name, key: null, isRest: false, index: 0, line: lineOf(node), text: '' }];
  let [index, before] = [0, ''];
  const parameters: Parameter[] = [];
  for (const declaration of declared) {
    if (/^(?:parameter_modifiers|attribute_item)$/u.test(String(declaration.kind()))) {
      before = `${declaration.text()} `;
      continue;
    }
    const names = boundNames(declaration, grammar);
    const isList = declaration.is('parameter_declaration');
    const isRest = /rest_|splat|variadic/u.test(String((declaration.field('pattern') ?? declaration).kind()));
    const [line, text] = [lineOf(declaration), `${before}${declaration.text()}`];
    before = '';
    for (const [at, { name, key }] of names.entries())
      parameters.push({ name, key, isRest, index: index + (isList ? at : 0), line, text });
    index += isList ? Math.max(1, names.length) : 1;
  }
  return parameters;
}

/** What stands in the list of parameters, with the annotations beside them. */
function listDeclared(node: SgNode, { parameters, names, nameless = [] }: Grammar): readonly SgNode[] {
  const holders = parameters.flatMap((field) => {
    const found = node.field(field);
    return found ? [field === 'declarator' ? (found.find({ rule: { kind: 'parameter_list' } }) ?? found) : found] : [];
  });
  return holders
    .flatMap((holder) => (names.includes(String(holder.kind())) ? [holder] : holder.namedChildren()))
    .filter((each) => !/comment/u.test(String(each.kind())) && !nameless.includes(String(each.kind())));
}

export interface BoundName {
  readonly name: string;
  readonly key: string | null;
}

const NAMING_FIELDS = ['name', 'pattern', 'left', 'declarator'] as const;
const NAMELESS = new Set(['type', 'type_annotation', 'modifiers', 'decorator', 'accessibility_modifier']);

/** Names that a pattern, declaration or target binds, each with the outermost key it is taken from. */
export function boundNames(node: SgNode, grammar: Grammar, key: string | null = null): readonly BoundName[] {
  const kind = String(node.kind());
  if (kind === 'shorthand_property_identifier_pattern') return [{ name: node.text(), key: key ?? node.text() }];
  if (grammar.names.includes(kind)) return [{ name: node.text(), key }];
  if (kind === 'pair_pattern') {
    const [own, value] = [node.field('key'), node.field('value')];
    return own && value ? boundNames(value, grammar, key ?? readKey(own, own.kind() === 'property_identifier')) : [];
  }
  for (const field of NAMING_FIELDS) {
    const named = node.fieldChildren(field);
    if (named.length > 0) return named.flatMap((child) => boundNames(child, grammar, key));
  }
  // `Some(name)`: the type that a pattern asks for is no name.
  const type = node.field('type')?.id();
  const parts = node.namedChildren().filter((child) => !NAMELESS.has(String(child.kind())) && child.id() !== type);
  const isArray = kind === 'array_pattern';
  return parts.flatMap((child, at) => boundNames(child, grammar, key ?? (isArray ? String(at) : null)));
}
