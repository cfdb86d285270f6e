/**
 * Creates the settings a terminal page is written with (width of 40 to 120 columns, colours, verbosity), and wraps formatted texts
 * into lines of that width. Used by terminal/render.ts and terminal/table.ts; its options by callers of renderPage.
 */
import { spansOf, type Text } from '../blocks.ts';
import { toLine, toName, wrapText } from '../plain-text.ts';
import { createStyle, type Paint, type SpanStyle, type Style } from './style.ts';

export interface TerminalOptions {
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly verbose: boolean;
}

export interface Screen {
  readonly style: Style;
  readonly width: number;
  readonly verbose: boolean;
}

export type Lines = readonly string[];

const LEAST_WIDTH = 40;
const READABLE_WIDTH = 120;
const LEAST_TEXT = 20;

export const createScreen = ({ color, width, verbose }: TerminalOptions): Screen => ({
  style: createStyle(color),
  width: Math.min(READABLE_WIDTH, Math.max(LEAST_WIDTH, width)),
  verbose,
});

interface Piece {
  readonly text: string;
  /** No line is broken in it. */
  readonly isWhole?: boolean;
  readonly paint: Paint;
}

/** Stands for a blank at which no line is broken. Texts cannot contain it: it is escaped in them. */
const HELD = '\u0000';

export function toPieces(style: Style, text: Text, look: SpanStyle = {}): readonly Piece[] {
  const plain = style(look);
  return spansOf(text).map((span) => {
    if (typeof span === 'string') return { text: toLine(span), paint: plain };
    const isWhole = span.format === 'place' || span.format === 'code';
    const isName = isWhole || span.format === 'link';
    return { text: isName ? toName(span.text) : toLine(span.text), isWhole, paint: style(span, look) };
  });
}

const toSelf: Paint = (text) => text;

/** As `wrapText`, with every character painted as the piece it comes from. */
export function wrapPieces(pieces: readonly Piece[], width: number): Lines {
  const plain = pieces.map(({ text, isWhole }) => (isWhole ? text.replaceAll(' ', HELD) : text)).join('');
  const owners = pieces.flatMap((piece) => Array.from({ length: piece.text.length }, () => piece));
  let cursor = 0;
  return wrapText(plain, width).map((line) => {
    while (plain[cursor] === ' ' && line[0] !== ' ') cursor += 1;
    const runs: { paint: Paint; text: string }[] = [];
    for (let at = 0; at < line.length; at += 1) {
      const { paint = toSelf } = owners[cursor] ?? {};
      const last = runs.at(-1);
      if (last?.paint === paint) last.text += line[at];
      else runs.push({ paint, text: line[at] ?? '' });
      cursor += 1;
      while (line[at] === ' ' && plain[cursor] === ' ') cursor += 1;
    }
    return runs.map(({ paint, text }) => paint(text.replaceAll(HELD, ' '))).join('');
  });
}

interface Margins {
  /** Before the first line; may be painted, so its width is that of `rest`. */
  readonly first: string;
  readonly rest: string;
}

/** Prose behind its margins. */
export const writeText = (screen: Screen, text: Text, { first, rest }: Margins, look: SpanStyle = {}): Lines =>
  wrapPieces(toPieces(screen.style, text, look), Math.max(LEAST_TEXT, screen.width - rest.length)).map(
    (line, index) => `${index === 0 ? first : rest}${line}`,
  );
