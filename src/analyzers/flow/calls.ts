/**
 * Reads one call of a parsed file into a CallSite: callee, object, arguments; and finds the arguments that a parameter receives. Also has
 * small readers of syntax nodes (members, keys, fields). Used by most files of flow/ and by ast-grep/file-search.ts.
 */
import type { SgNode } from '@ast-grep/napi';
import type { Call, Grammar } from '../syntax/grammar.ts';

export interface CallSite {
  readonly node: SgNode;
  /** Callee as written, without white space. */
  readonly callee: string;
  /** Last part of the callee. */
  readonly name: string;
  readonly object: SgNode | null;
  readonly arguments: readonly SgNode[];
  readonly carries: boolean;
}

const MAX_CALLEE_LENGTH = 200;
const MAX_ARGUMENT_LENGTH = 200;

export const lineOf = (node: SgNode): number => node.range().start.line + 1;
export const lastName = (callee: string): string =>
  callee.slice(Math.max(callee.lastIndexOf('.'), callee.lastIndexOf(':'), callee.lastIndexOf('>')) + 1);
/** A field by name, or a named child by position. */
export const readField = (node: SgNode, field: string): SgNode | null =>
  /^\d+$/u.test(field) ? (node.namedChildren()[Number(field)] ?? null) : node.field(field);

/** The node a member or subscript takes its value from, or null for other kinds. */
export function memberObject(node: SgNode, grammar: Grammar): SgNode | null {
  const field = grammar.members[String(node.kind())];
  if (field === undefined) return null;
  return field === '' ? (node.namedChildren()[0] ?? null) : node.field(field);
}

const KEY_FIELDS = ['property', 'attribute', 'field', 'index', 'subscript', 'name'] as const;

/** The key by which a member or subscript reads; null where it is worked out at run time. */
export function memberKey(node: SgNode): string | null {
  for (const field of KEY_FIELDS) {
    const key = node.field(field);
    if (key) return readKey(key, field !== 'index' && field !== 'subscript');
  }
  const second = node.namedChildren()[1];
  return second ? readKey(second, false) : null;
}

/** A key as written in a member, a subscript or a record; null where it is an expression. */
export function readKey(key: SgNode, isName: boolean): string | null {
  // C# has brackets around the index.
  const text = key.text().replace(/^\[([^[\]]*)\]$/u, '$1');
  if (isName) return text.replace(/^['"`:]|['"`]$/gu, '');
  return /^(?:(['"`])[^'"`]*\1|:\w+|\d+)$/u.test(text) ? text.replace(/^['"`:]|['"`]$/gu, '') : null;
}

/** Where one member of a record literal may come from, the last that is written first: its own pair, or a spread. */
export function readMembers(
  record: SgNode,
  key: string,
  grammar: Grammar,
): readonly { readonly value: SgNode; readonly key: string | null }[] {
  const found: { readonly value: SgNode; readonly key: string | null }[] = [];
  for (const child of record.namedChildren().toReversed()) {
    const kind = String(child.kind());
    const own = readPairKey(child, grammar);
    if (own !== undefined && own.key !== key && own.key !== null) continue;
    if (own) found.push({ value: own.value, key: null });
    else if (/spread|splat/u.test(kind)) found.push({ value: child, key });
    if (own?.key === key) break;
  }
  return found;
}

/** Key and value of a pair or a shorthand; the key is null where it is an expression. */
function readPairKey(node: SgNode, grammar: Grammar): { key: string | null; value: SgNode } | undefined {
  const kind = String(node.kind());
  if (grammar.names.includes(kind)) return { key: node.text(), value: node };
  const fields = grammar.pairs[kind];
  const [name, value] = fields ? [readField(node, fields[0]), readField(node, fields[1])] : [null, null];
  if (!name || !value) return undefined;
  return { key: readKey(name, !/computed/u.test(String(name.kind())))?.replace(/:$/u, '') ?? null, value };
}

/** A call as the grammar spells it, or null where the node is none. */
export function describeCall(node: SgNode, grammar: Grammar): CallSite | null {
  const kind = String(node.kind());
  const shape = grammar.calls.find((call) => call.kind === kind);
  if (!shape) return null;
  const holder = node.field(shape.arguments);
  const values = holder ? holder.namedChildren().filter((child) => !child.is('comment')) : [];
  const { callee, object } = describeCallee(node, shape, grammar);
  return { node, arguments: values, carries: shape.carries === true, callee, object, name: lastName(callee) };
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

/** How a call begins, `socket.on('message')`: where the first argument says what the call is. */
export const beginOf = ({ callee, arguments: [first] }: CallSite): string =>
  `${callee}(${first?.text().slice(0, MAX_ARGUMENT_LENGTH) ?? ''})`;

/** Calls by the last part of their callee; a constructor called as a method counts under its class. */
export const groupByName = (calls: readonly CallSite[]): ReadonlyMap<string, readonly CallSite[]> =>
  Map.groupBy(calls, ({ name, object }) => (name === 'new' && object ? lastName(object.text()) : name));

export interface Slot {
  readonly name: string;
  readonly index: number;
  readonly isRest: boolean;
}

/** What a call passes for a parameter: by name, by position, or by spreading. */
export function argumentsFor(call: CallSite, slot: Slot, skipped: number): readonly SgNode[] {
  const named = call.arguments.flatMap((argument) => {
    const [name, value] = [argument.field('name') ?? argument.field('key'), argument.field('value')];
    return name && value && readKey(name, true)?.replace(/:$/u, '') === slot.name ? [value] : [];
  });
  if (named.length > 0) return named;
  const at = slot.index - skipped;
  if (slot.isRest) return call.arguments.slice(Math.max(0, at));
  const spread = call.arguments.findIndex((argument) => /spread|splat/u.test(String(argument.kind())));
  const argument = spread >= 0 && spread <= at ? call.arguments[spread] : call.arguments[at];
  return argument && at >= 0 ? [argument] : [];
}
