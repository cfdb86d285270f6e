/**
 * Finds what a read of a collection gives back where the file fills the collection: the element of a list at an index, what a map keeps
 * under a key, a default. Returns the values to follow; undefined where that is not known. Called by walk.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './bindings.ts';
import { type CallSite, memberKey } from './calls.ts';
import { elementAt } from './elements.ts';
import { lookedUpDefault } from './expressions.ts';
import type { Liveness } from './liveness.ts';
import { type Assignment, findScope } from './scopes.ts';

/** Reads of one element of a list, and which one where they say it by name. */
const ELEMENT = /^(?:get|at|elementAt|ElementAt|fetch|getFirst|getLast|first|last|First|Last)$/u;
const ENDS: Readonly<Record<string, number>> = { getFirst: 0, first: 0, First: 0, getLast: -1, last: -1, Last: -1 };
/** Reads of what a map keeps under a key. */
const LOOKUP = /^(?:get|getProperty|getOrDefault|getString|fetch|Get|getItem|GetValueOrDefault|dig|getAttribute)$/u;

/** A value to be followed; with a key, that member of it. */
export interface Asked {
  readonly node: SgNode;
  readonly key: string | null;
}

/** What a call takes out of a collection, none where it holds nothing there; undefined for any other call. */
export function readStored(
  call: CallSite,
  key: string | null,
  facts: FileFacts,
  live: Liveness,
): readonly Asked[] | undefined {
  const element = readElement(call, facts, live);
  if (element !== undefined) return element === null ? [] : [{ node: element, key }];
  const kept = readKept(call, facts, live);
  if (kept !== undefined) return kept;
  const fallback = lookedUpDefault(call, facts);
  if (fallback === undefined) return undefined;
  return fallback === null ? [] : [{ node: fallback, key }];
}

/** `list[0]` of a list that the function fills; undefined where that is not known. */
export function readSubscript(
  node: SgNode,
  object: SgNode,
  facts: FileFacts,
  live: Liveness,
): readonly Asked[] | undefined {
  const key = memberKey(node);
  const element = key !== null && /^-?\d+$/u.test(key) ? elementAt(object, Number(key), facts, live) : undefined;
  if (element === undefined) return undefined;
  return element === null ? [] : [{ node: element, key: null }];
}

function readElement(
  { name, object, arguments: given }: CallSite,
  facts: FileFacts,
  live: Liveness,
): SgNode | null | undefined {
  if (!object || given.length > 1 || !ELEMENT.test(name)) return undefined;
  const [first] = given;
  const index = first ? live.values.evaluate(first) : ENDS[name];
  return typeof index === 'number' ? elementAt(object, index, facts, live) : undefined;
}

/** `map.get('key')`, `settings.get('section', 'key')` and `map.get('key', fallback)`. */
function readKept(
  { name, object, arguments: given }: CallSite,
  facts: FileFacts,
  live: Liveness,
): readonly Asked[] | undefined {
  if (!object || !LOOKUP.test(name) || !facts.grammar.names.includes(String(object.kind()))) return undefined;
  const parts = partsOf(object, facts);
  if (parts === null) return undefined;
  const [first, second] = given.slice(0, 2).map((one) => live.values.evaluate(one));
  const path = `${first} ${second}`;
  const hasSections = parts.size > 0 && [...parts].every((part) => part.includes(' '));
  if (typeof second === 'string' && (hasSections || parts.has(path))) return [{ node: object, key: path }];
  if (typeof first !== 'string' && typeof first !== 'number') return undefined;
  const [, fallback] = given;
  return [{ node: object, key: String(first) }, ...(fallback ? [{ node: fallback, key: null }] : [])];
}

/** Keys under which the file puts values into a variable; null where it fills none. */
function partsOf(object: SgNode, { scopeAt, grammar }: FileFacts): ReadonlySet<string> | null {
  const name = object.text();
  const given = findScope(scopeAt(object.range().start.index), name)?.assignments.get(name) ?? [];
  const parts = new Set(given.flatMap(({ part }) => (part === null || part === '*' ? [] : [part])));
  const isRecord = given.some(({ value }) => grammar.records.includes(String(value.kind())));
  return parts.size > 0 || isRecord ? parts : null;
}

/** Whether the assignment puts another value in the place of what is asked for, the whole or a member. */
export const replaces = ({ part, statement, augments, spares }: Assignment, key: string | null): boolean =>
  !augments ||
  (key !== null && part === key && !spares && !/augmented|operator_assignment/u.test(String(statement.kind())));
