/** The way untrusted data took, as it is reported, and whether a test on that way makes it harmless. */
import type { SgNode } from '@ast-grep/napi';
import type { FileFacts } from './bindings.ts';
import { lineOf } from './calls.ts';
import type { Parameter, Scope } from './scopes.ts';

/** A way from a source to an expression. */
export interface Trace {
  /** A known source, a parameter some caller may fill with untrusted data, or a value of unseen origin. */
  readonly kind: 'source' | 'parameter' | 'value';
  readonly source: string;
  readonly sourceLine: number;
  /** Lines on the way, source first. */
  readonly lines: readonly number[];
  /** Variables it went through. */
  readonly names: readonly string[];
  /** Offsets of the uses it went through. */
  readonly offsets: readonly number[];
  /** Expressions it was part of. */
  readonly texts: readonly string[];
}

const MAX_TEXT = 1_500;

export const startAtParameter = ({ name, line }: Parameter, kind: Trace['kind']): Trace => ({
  kind,
  source: name,
  sourceLine: line,
  lines: [line],
  names: [name],
  offsets: [],
  texts: [],
});

export const startTrace = (node: SgNode): Trace => ({
  kind: 'source',
  source: node.text(),
  sourceLine: lineOf(node),
  lines: [lineOf(node)],
  names: [],
  offsets: [node.range().start.index],
  texts: [],
});

export const extendTrace = (trace: Trace, name: string, line: number, offset: number): Trace => ({
  ...trace,
  lines: trace.lines.at(-1) === line ? trace.lines : [...trace.lines, line],
  names: [...trace.names, name],
  offsets: [...trace.offsets, offset],
});

export const withText = (trace: Trace, node: SgNode): Trace => ({
  ...trace,
  texts: [...trace.texts, node.text().slice(0, MAX_TEXT)],
});

/** Whether a test of the value stands between source and sink: around a use, or before the sink with a way out. */
export function isGuarded(
  trace: Trace,
  sink: SgNode,
  facts: FileFacts,
  guards: readonly (RegExp | undefined)[],
): boolean {
  const offset = sink.range().start.index;
  const names = new Set([...trace.names, trace.source]);
  const scopes = new Set([offset, ...trace.offsets].map((at) => facts.scopeAt(at)));
  // Not those made from the source itself: what a request holds besides is another value.
  for (const scope of scopes) for (const name of derivedNames(new Set(trace.names), scope)) names.add(name);
  return facts.conditions.some((condition) => {
    const home = facts.scopeAt(condition.start);
    const passed = [offset, ...trace.offsets].filter(
      (at) => condition.tested <= at && home.start <= at && at < home.end,
    );
    const isAround = passed.some((at) => at <= condition.end);
    const isDecided = condition.exits || condition.replaces.some((name) => trace.names.includes(name));
    if (passed.length === 0 || !(isAround || isDecided)) return false;
    return guards.some((guard) => guard?.test(condition.text)) && mentions(condition.text, names);
  });
}

/** Variables made from those on the way: a test of `host = urlparse(url).hostname` is a test of `url`. */
const derivedNames = (names: ReadonlySet<string>, { assignments }: Scope): readonly string[] =>
  [...assignments].flatMap(([name, given]) =>
    given.some(({ value, augments }) => !augments && mentions(untyped(value).text().slice(0, MAX_TEXT), names))
      ? [name]
      : [],
  );

/** `x as { name: string }` mentions x alone. */
const untyped = (value: SgNode): SgNode =>
  /^(?:as|satisfies)_expression$/u.test(String(value.kind())) ? (value.child(0) ?? value) : value;

const mentions = (text: string, names: ReadonlySet<string>): boolean =>
  [...names].some((name) => mentionsName(text, name));

function mentionsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\w$]/u.test(text[at - 1] ?? ' ') && !/[\w$]/u.test(text[at + name.length] ?? ' ')) return true;
  return false;
}
