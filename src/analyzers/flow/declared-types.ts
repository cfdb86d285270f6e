/**
 * Returns the type that an expression is declared or created as, as text, in languages that write types down: `GroovyShell` for such a
 * variable, `XsltCompiler.compile()` for a call on one; several types side by side. Used by analysis-state.ts and roles.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { append } from '../../protocol/collections/get-or-add.ts';
import { listKinds } from '../syntax/tree-node.ts';
import type { FileFacts } from './bindings.ts';
import { describeCall, memberKey, memberObject } from './calls.ts';
import { findScope, type Scope } from './scopes.ts';

const MAX_DEPTH = 6;
const MAX_TYPE = 200;
/** Declarations that leave it open what the variable holds. */
const OPEN = /^(?:var|val|Object|dynamic|object)?$/u;

/** The types of an expression as one text. */
export type TypeOf = (node: SgNode) => string;

interface Declared {
  readonly type: string;
  readonly scope: Scope;
  readonly from: number;
}

export function createTypes(root: SgNode, facts: FileFacts): TypeOf {
  const { grammar, scopeAt, scopesByName } = facts;
  let declared: ReadonlyMap<string, readonly Declared[]> | null = null;

  function typeOf(node: SgNode, depth: number): string {
    if (depth > MAX_DEPTH) return '';
    const kind = String(node.kind());
    if (grammar.names.includes(kind)) return typeOfName(node, node.text(), depth);
    const written = /^cast_expression$|creation_expression$/u.test(kind) ? node.field('type') : null;
    if (written) return plainType(written.text());
    const inner = /^(?:parenthesized_expression|argument)$/u.test(kind) ? node.namedChildren().at(-1) : null;
    return inner ? typeOf(inner, depth + 1) : (typeOfMember(node, depth) ?? typeOfCall(node, depth));
  }

  function typeOfMember(node: SgNode, depth: number): string | null {
    const object = memberObject(node, grammar);
    const key = object ? memberKey(node) : null;
    if (!object || key === null) return null;
    return object.text() === 'this' ? typeOfName(node, key, depth) : `${typeOf(object, depth + 1)}.${key}`;
  }

  function typeOfCall(node: SgNode, depth: number): string {
    const call = describeCall(node, grammar);
    if (!call) return '';
    if (call.object && call.object.text() !== 'this') return `${typeOf(call.object, depth + 1)}.${call.name}()`;
    const results = (scopesByName.get(call.name) ?? []).flatMap((scope) => scope.node.field('type')?.text() ?? []);
    if (results.length > 0) return results.map(plainType).join(' ');
    return grammar.constructsByCall && /^[A-Z]/u.test(call.name) ? call.name : `${call.name}()`;
  }

  function typeOfName(use: SgNode, name: string, depth: number): string {
    declared ??= collectDeclared(root, facts);
    const offset = use.range().start.index;
    const known = (declared.get(name) ?? []).filter(({ scope }) => scope.start <= offset && offset < scope.end);
    const innermost = Math.max(...known.map(({ scope }) => scope.start));
    const near = known.filter(({ scope }) => scope.start === innermost);
    const type = (near.findLast(({ from }) => from <= offset) ?? near[0])?.type ?? '';
    const given = findScope(scopeAt(offset), name)?.assignments.get(name) ?? [];
    const last = given.findLast(({ part, augments, from }) => part === null && !augments && from <= offset) ?? given[0];
    const made = last && (OPEN.test(type) || /creation_expression$/u.test(String(last.value.kind())));
    const types = new Set([type, made ? typeOf(last.value, depth + 1) : '']);
    return [...types].filter((one) => one !== '').join(' ') || name;
  }

  return (node) => typeOf(node, 0).slice(0, MAX_TYPE);
}

/** Without its package and its type arguments. */
const plainType = (text: string): string => text.replace(/<[\s\S]*>/u, '').replace(/\b[a-z]\w*\./gu, '');

function collectDeclared(root: SgNode, { grammar, scopeAt }: FileFacts): ReadonlyMap<string, readonly Declared[]> {
  const all = new Map<string, Declared[]>();
  for (const node of listKinds(root, grammar.declarations ?? [])) {
    const from = node.range().start.index;
    const type = plainType((node.field('type') ?? node.field('right') ?? node.namedChildren()[0])?.text() ?? '');
    for (const name of declaredNames(node)) append(all, name, { type, scope: scopeAt(from), from });
  }
  return all;
}

function declaredNames(node: SgNode): readonly string[] {
  const own = node.field('name');
  if (own) return [own.text()];
  const declarators = node.children().filter((child) => child.is('variable_declarator'));
  return declarators.flatMap((child) => child.field('name')?.text() ?? []);
}
