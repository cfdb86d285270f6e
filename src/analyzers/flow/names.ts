/**
 * Resolves the full name of an expression through imports and assignments: `run` after `const { exec: run } = require('child_process')`
 * is `child_process.exec`; unknown parts stay as written. Also collects the imports of a file. Used by analysis-state.ts and roles.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Grammar } from '../syntax/grammar.ts';
import { listKinds } from '../syntax/tree-node.ts';
import type { FileFacts } from './bindings.ts';
import { type CallSite, describeCall, memberKey, memberObject } from './calls.ts';
import { type Assignment, findScope } from './scopes.ts';

const MAX_DEPTH = 10;
const MAX_NAME = 300;
const TRANSPARENT =
  /^(?:parenthesized_expression|await_expression|await|as_expression|non_null_expression|satisfies_expression|argument)$/u;

/** Calls that give back the function they are given, to be called in another way. */
const WRAPPERS = /^(?:promisify|promisifyAll|denodeify|fromCallback|thenify)$/u;

/** Calls that give back a module by its name. */
const IMPORTING = /^(?:require|import|\$\.require|__import__|(?:importlib\.)?import_module)$/u;

/** The full name of an expression. */
export type FullName = (node: SgNode) => string;

export function createFullNames(
  imports: Imports,
  facts: FileFacts,
  roleNameOf: (node: SgNode) => string | null,
): FullName {
  const known = new Map<string, string>();

  function nameOf(node: SgNode, depth: number): string {
    const { grammar } = facts;
    if (depth > MAX_DEPTH) return node.text().slice(0, MAX_NAME);
    const kind = String(node.kind());
    if (grammar.names.includes(kind)) return nameOfVariable(node, depth);
    const inner = TRANSPARENT.test(kind) ? node.namedChildren()[0] : null;
    if (inner) return nameOf(inner, depth + 1);
    const object = memberObject(node, grammar);
    if (object) return `${nameOf(object, depth + 1)}.${memberKey(node) ?? '*'}`;
    return nameOfCall(node, depth) ?? node.text().slice(0, MAX_NAME);
  }

  function nameOfCall(node: SgNode, depth: number): string | null {
    const call = describeCall(node, facts.grammar);
    if (!call) return null;
    const [first] = call.arguments;
    if (IMPORTING.test(call.callee)) return plainModule(first?.text() ?? '');
    const wrapped = wrappedFunction(call);
    if (wrapped) return nameOf(wrapped, depth + 1);
    const callee = node.field('function') ?? node.field('constructor') ?? node.field('type');
    if (callee) return `${nameOf(callee, depth + 1)}()`;
    return call.object ? `${nameOf(call.object, depth + 1)}.${call.name}()` : `${call.callee}()`;
  }

  function nameOfVariable(node: SgNode, depth: number): string {
    const text = node.text();
    const scope = findScope(facts.scopeAt(node.range().start.index), text);
    const role = roleNameOf(node);
    if (role !== null) return `<${role}>`;
    if (!scope) return imports.get(text) ?? text;
    const key = `${scope.start} ${text}`;
    const answer = known.get(key);
    if (answer !== undefined) return answer;
    known.set(key, text);
    const name = nameOfGiven(scope.assignments.get(text) ?? [], depth) ?? text;
    known.set(key, name);
    return name;
  }

  /** By the first value that the variable is given. */
  function nameOfGiven(assignments: readonly Assignment[], depth: number): string | null {
    const given = assignments.find(({ part, augments }) => part === null && !augments);
    if (!given) return null;
    const value = nameOf(given.value, depth + 1);
    if (!isNameable(value)) return null;
    return given.key === null ? value : `${value}.${given.key}`;
  }

  return (node) => nameOf(node, 0).slice(0, MAX_NAME);
}

function wrappedFunction({ name, object, arguments: [first] }: CallSite): SgNode | null {
  if (name === 'bind') return object;
  return WRAPPERS.test(name) ? (first ?? null) : null;
}

/** A value that is a name, a member or a call; anything else says nothing about the variable. */
const isNameable = (name: string): boolean => /^[<@\w$][\w$./@:>-]*(?:\(\)|\.[\w$*]+)*$/u.test(name);

const plainModule = (literal: string): string => literal.replace(/^['"`](?:node:)?|['"`]$/gu, '');

/** Names that a file has from its imports, and what each is called in full. */
export type Imports = ReadonlyMap<string, string>;

export function collectImports(root: SgNode, grammar: Grammar): Imports {
  const imports = new Map<string, string>();
  for (const statement of listKinds(root, grammar.imports)) {
    for (const [name, full] of readImport(statement)) imports.set(name, full);
  }
  return imports;
}

function readImport(statement: SgNode): readonly (readonly [string, string])[] {
  const source = statement.field('source');
  if (source) return readModuleImport(statement.text(), plainModule(source.text()));
  const path = statement.field('path');
  if (path) {
    const full = plainModule(path.text());
    return [[statement.field('name')?.text() ?? full.slice(full.lastIndexOf('/') + 1), full]];
  }
  return readPythonImport(statement.text().replace(/[()\\\s]+/gu, ' '));
}

/** `import a, { b, c as d } from 'm'` and `import * as a from 'm'`. */
function readModuleImport(text: string, module: string): readonly (readonly [string, string])[] {
  const clause = text.replace(/^import\s+(?:type\s+)?/u, '').replace(/\bfrom\s*['"][\s\S]*$/u, '');
  const named = /\{([^}]*)\}/u.exec(clause)?.[1] ?? '';
  const whole = clause.replace(/\{[^}]*\}/u, '').match(/[\w$]+/gu) ?? [];
  return [
    ...whole.filter((name) => name !== 'as').map((name) => [name, module] as const),
    ...readAliases(named).map(([name, member]) => [name, `${module}.${member}`] as const),
  ];
}

function readPythonImport(text: string): readonly (readonly [string, string])[] {
  const from = /^from ([\w.]+) import (.*)$/u.exec(text);
  if (from) return readAliases(from[2] ?? '').map(([name, member]) => [name, `${from[1]}.${member}`] as const);
  return readAliases(text.replace(/^import /u, '')).map(([name, module]) =>
    name === module ? ([name.split('.')[0] ?? name, name.split('.')[0] ?? name] as const) : ([name, module] as const),
  );
}

/** `b, c as d` as pairs of the name in the file and the name in the module. */
const readAliases = (list: string): readonly (readonly [string, string])[] =>
  list.split(',').flatMap((item) => {
    const [member, , alias] = item
      .trim()
      .replace(/^type /u, '')
      .split(/\s+/u);
    return member ? [[alias ?? member, member] as const] : [];
  });
