/**
 * Finds the parts of a joined text, template or format that stand behind a host which the program itself has written: whatever they hold,
 * the address leads to the same site. Returns their node ids, which walk.ts skips for rules that ask for the host only.
 */
import type { SgNode } from '@ast-grep/napi';
import type { CallSite } from './calls.ts';
import type { Liveness } from './liveness.ts';
import { unwrap } from './relations.ts';

/** Stands for a part that is no constant. A part that an outsider fills is told by itself. */
const UNKNOWN = '\u0001';
const JOINED = /^(?:binary\w*|additive_expression|concatenated_string)$/u;
const TEXT = /template|interpolat|string/u;
const PLAIN =
  /^(?:string_fragment|string_content|interpreted_string_literal_content|string_value|interpolated_string_text|string_literal_content)$/u;
const MAX_DEPTH = 40;

/** `/path`, `?query`, `folder/`, `https://host/`, and any own value with a slash behind it; `/` and `//` alone end no host. */
const ENDED = new RegExp(
  String.raw`^(?:(?:redirect|forward|location):\s*)?(?:[a-z][\w+.-]*:\/\/[^/?#\\]+[/?#]|~?\/[^/\\]|[.?#]|[\w${UNKNOWN}][\w.${UNKNOWN}-]*(?::\d+)?[/?#])`,
  'iu',
);

/** The parts of the node whose text comes behind a host that the program itself has ended. */
export function partsBehindHost(node: SgNode, live: Liveness): ReadonlySet<number> {
  const format = node.is('tuple') ? node.parent() : null;
  if (format?.field('operator')?.text() === '%') return behindFormat(format.field('left'), node.namedChildren(), live);
  const behind = new Set<number>();
  let before = '';
  for (const part of joinedParts(node)) {
    if (ENDED.test(before)) behind.add(part.id());
    before += textOf(part, live, 0);
  }
  return behind;
}

/** `address.searchParams.set('to', value)`: whatever the value holds, the address leads to the same site. */
export const isInQuery = (statement: SgNode): boolean =>
  statement.is('call_expression') && /\.searchParams\.(?:append|set)$/u.test(statement.field('function')?.text() ?? '');

function joinedParts(node: SgNode): readonly SgNode[] {
  const kind = String(node.kind());
  const operator = node.field('operator')?.text() ?? node.children()[1]?.text();
  if (JOINED.test(kind))
    return operator === '+' || operator === '.' || kind === 'concatenated_string' ? node.namedChildren() : [];
  return TEXT.test(kind) ? node.namedChildren() : [];
}

function textOf(written: SgNode, live: Liveness, depth: number): string {
  const node = unwrap(written);
  if (PLAIN.test(String(node.kind()))) return node.text();
  if (/^string_(?:start|end)$|^escape_sequence$/u.test(String(node.kind()))) return '';
  const value = live.values.evaluate(node);
  if (value !== undefined) return String(value);
  const parts = depth > MAX_DEPTH ? [] : joinedParts(node);
  return parts.length === 0 ? UNKNOWN : parts.map((part) => textOf(part, live, depth + 1)).join('');
}

const PLACEHOLDER = /%[-+ 0#]*\d*(?:\.\d+)?[sdvqi]|\{\d*\}/u;

/** The same of values that are put into a format, in the order of its placeholders: `fmt.Sprintf(…)`, `"…".format(…)`. */
export function argumentsBehindHost({ object, arguments: given }: CallSite, live: Liveness): ReadonlySet<number> {
  const [first, ...rest] = given;
  const isFirst = first !== undefined && typeof live.values.evaluate(first) === 'string';
  return isFirst ? behindFormat(first, rest, live) : behindFormat(object, given, live);
}

function behindFormat(written: SgNode | null, values: readonly SgNode[], live: Liveness): ReadonlySet<number> {
  const pieces = String((written && live.values.evaluate(written)) ?? '').split(PLACEHOLDER);
  const isBehind = (_: SgNode, index: number): boolean =>
    index + 1 < pieces.length && ENDED.test(pieces.slice(0, index + 1).join(UNKNOWN));
  return new Set(values.filter(isBehind).map((node) => node.id()));
}
