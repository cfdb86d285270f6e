/**
 * Splits a file into chunks along its syntax: declarations by their indentation, markdown by its headings. Works on any text, in one
 * pass over its lines and without a parser; every line is in exactly one chunk. Called by context/store/write-records.ts.
 */
import { type Chunk, MAX_CHARS, MAX_LINES, TARGET_CHARS, TARGET_LINES } from './chunk.ts';
import { charsOf, createLineTable, type LineTable, sliceLines } from './line-table.ts';
import { findHeadings } from './markdown-headings.ts';
import { findSymbol } from './symbols.ts';

/** Lines `from` up to, not including, `to`, counted from 0. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Closes what began above, so it belongs to it: brackets, `end`, `else`. */
const CLOSER =
  /^\s*(?:[)}\]]|<\/|(?:end|else|elif|elsif|elseif|except|catch|finally|rescue|ensure|done|fi|esac)\b|\*\/)/u;
/** Announces the declaration below: comments, decorators, attributes. */
const LEADER = /^\s*(?:\/\/|\/\*|\*|#|--|;|@|\[\[?[A-Za-z]|"""|'''|%|<!--)/u;

const lineOf = (table: LineTable, line: number): string =>
  table.text.slice(table.starts[line], Math.min(table.starts[line + 1] ?? 0, (table.starts[line] ?? 0) + 120));

const fits = (table: LineTable, { from, to }: Span, lines: number, chars: number): boolean =>
  to - from <= lines && charsOf(table, from, to) <= chars;

const isSmall = (table: LineTable, span: Span): boolean => fits(table, span, TARGET_LINES, TARGET_CHARS);
const isAllowed = (table: LineTable, span: Span): boolean => fits(table, span, MAX_LINES, MAX_CHARS);

/** The least indentation among lines deeper than `above`; null where there is none. */
function findIndent(table: LineTable, { from, to }: Span, above: number): number | null {
  let least: number | null = null;
  for (let line = from; line < to; line += 1) {
    const indent = table.indents[line] ?? -1;
    if (indent > above && (least === null || indent < least)) least = indent;
  }
  return least;
}

/** Lines at which something begins at that indentation: not what closes the last thing, comments with what they are about. */
function findStarts(table: LineTable, span: Span, indent: number): readonly number[] {
  const starts: number[] = [];
  let isLed = false;
  for (let line = span.from; line < span.to; line += 1) {
    if (table.indents[line] === -1) {
      isLed = false;
    } else if (table.indents[line] === indent) {
      const text = lineOf(table, line);
      if (!(isLed || CLOSER.test(text))) starts.push(line);
      isLed = LEADER.test(text);
    }
  }
  return starts;
}

const cutAt = ({ from, to }: Span, starts: readonly number[]): readonly Span[] => {
  const cuts = [from, ...starts.filter((line) => line > from), to];
  return cuts.slice(0, -1).map((cut, i) => ({ from: cut, to: cuts[i + 1] ?? to }));
};

/** Without syntax to go by: at a blank line where there is one in the second half, else at the maximum. */
function cutBySize(table: LineTable, span: Span): readonly Span[] {
  const spans: Span[] = [];
  let { from } = span;
  while (from < span.to) {
    let to = Math.min(from + MAX_LINES, span.to);
    while (to > from + 1 && charsOf(table, from, to) > MAX_CHARS) to = from + Math.ceil((to - from) / 2);
    if (to < span.to) to = findBlank(table, from + Math.ceil((to - from) / 2), to) ?? to;
    spans.push({ from, to });
    from = to;
  }
  return spans;
}

function findBlank(table: LineTable, from: number, to: number): number | null {
  for (let line = to - 1; line > from; line -= 1) if (table.indents[line] === -1) return line + 1;
  return null;
}

/** Goes one indentation deeper wherever a piece is too large; deeper than this nothing reads as a unit. */
const MAX_DEPTH = 6;

function splitSpan(table: LineTable, span: Span, above: number, depth: number): readonly Span[] {
  if (isAllowed(table, span)) return [span];
  const indent = depth < MAX_DEPTH ? findIndent(table, span, above) : null;
  if (indent === null) return cutBySize(table, span);
  const pieces = cutAt(span, findStarts(table, span, indent));
  return joinSmall(
    table,
    pieces.flatMap((piece) => splitSpan(table, piece, indent, depth + 1)),
  );
}

/** Joins neighbours while the result stays small. */
function joinSmall(table: LineTable, spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const both = last && { from: last.from, to: span.to };
    if (both && isSmall(table, both)) joined[joined.length - 1] = both;
    else joined.push(span);
  }
  return joined;
}

function splitSections(table: LineTable, whole: Span): readonly Span[] {
  const sections = cutAt(whole, findHeadings(table));
  return joinSmall(
    table,
    sections.flatMap((section) => splitSpan(table, section, -1, MAX_DEPTH)),
  );
}

/** `language` as detected by name; null for unknown. An empty text has no chunk. */
export function splitChunks(text: string, language: string | null): readonly Chunk[] {
  const table = createLineTable(text);
  const whole = { from: 0, to: table.count };
  if (table.count === 0) return [];
  const isMarkdown = language === 'markdown';
  const spans = isMarkdown ? splitSections(table, whole) : splitSpan(table, whole, -1, 0);
  return spans.map(({ from, to }) => ({
    startLine: from + 1,
    endLine: to,
    end: table.starts[to] ?? text.length,
    symbol: findSymbol(sliceLines(table, from, to), isMarkdown),
  }));
}
