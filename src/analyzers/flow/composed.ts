/**
 * Finds the values that a field of a method's own object may hold, where the file creates objects of that type with a literal:
 * `&Job{folder: name}` in Go. Called by walk.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import { getOrAdd } from '../../protocol/collections/get-or-add.ts';
import { listKinds } from '../syntax/tree-node.ts';
import type { FileFacts } from './bindings.ts';
import { readMembers } from './calls.ts';
import type { Scope } from './scopes.ts';

const MAX_LITERALS = 20;
const RECEIVER = /^\(\s*(\w+)\s+\*?\s*(\w+)/u;

const known = new WeakMap<FileFacts, ReadonlyMap<string, readonly SgNode[]>>();

/** What the field may hold; nothing where the object is not that of the method around. */
export function fieldValues(object: SgNode, key: string, facts: FileFacts): readonly SgNode[] {
  const { composed } = facts.grammar;
  const type = composed === undefined ? null : receiverType(facts.scopeAt(object.range().start.index), object.text());
  if (composed === undefined || type === null) return [];
  const literals = getOrAdd(known, facts, () =>
    Map.groupBy(listKinds(facts.scopeAt(0).node, [composed]), (node) => node.field('type')?.text() ?? ''),
  );
  return (literals.get(type) ?? [])
    .slice(0, MAX_LITERALS)
    .flatMap((node) => node.field('body') ?? [])
    .flatMap((body) => readMembers(body, key, facts.grammar).map(({ value }) => value));
}

function receiverType(from: Scope, name: string): string | null {
  for (let scope: Scope | null = from; scope; scope = scope.parent) {
    const [, own, type] = RECEIVER.exec(scope.node.field('receiver')?.text() ?? '') ?? [];
    if (own === name && type !== undefined) return type;
  }
  return null;
}
