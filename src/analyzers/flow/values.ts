/**
 * Returns the text of an expression's value as the file writes it down: of a name its constant, of a record also what is later written to
 * its members (`{ maxAge: 1 };secure=true`); else the expression itself. Called by flow.ts (literalOf).
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './bindings.ts';
import { memberKey, memberObject, readMembers } from './calls.ts';
import { unwrap } from './relations.ts';
import { findScope } from './scopes.ts';

const MAX_DEPTH = 5;
const MAX_VALUE = 4_000;

export function readValue(written: SgNode, facts: FileFacts, depth = 0): string {
  const node = written.is('argument') ? unwrap(written) : written;
  const text = (): string => node.text().slice(0, MAX_VALUE);
  if (depth > MAX_DEPTH) return text();
  const name = facts.grammar.names.includes(String(node.kind())) ? node.text() : null;
  if (name === null) return readMember(node, facts, depth) ?? text();
  const offset = node.range().start.index;
  const inner = facts.scopeAt(offset);
  const scope = findScope(inner, name);
  const given = (scope?.assignments.get(name) ?? []).filter(({ from }) => inner !== scope || from <= offset);
  const [first, ...others] = given.filter(({ part }) => part === null);
  if (!first || others.length > 0 || first.key !== null || first.augments) return name;
  const parts = given.flatMap(({ part, value }) =>
    part === null ? [] : [`;${part}=${readValue(value, facts, depth + 1)}`],
  );
  return `${readValue(first.value, facts, depth + 1)}${parts.join('')}`;
}

/** `options.name` where the file says what options is. */
function readMember(node: SgNode, facts: FileFacts, depth: number): string | null {
  const object = memberObject(node, facts.grammar);
  const key = object ? memberKey(node) : null;
  if (!object || key === null || !facts.grammar.names.includes(String(object.kind()))) return null;
  const scope = findScope(facts.scopeAt(object.range().start.index), object.text());
  const given = (scope?.assignments.get(object.text()) ?? []).filter(({ part }) => part === null);
  const record = given.length === 1 ? given[0]?.value : undefined;
  if (!record || !facts.grammar.records.includes(String(record.kind()))) return null;
  const value = readMembers(record, key, facts.grammar)[0]?.value;
  return value ? readValue(value, facts, depth + 1) : null;
}
