/**
 * Makes text from a reviewed repository safe to print: shows invisible characters as escapes, so that no path or message steers a
 * terminal or reorders a line. Also measures, pads, cuts and wraps text by terminal columns. Used by all formats for people and most
 * commands.
 */

/** Controls, formatting characters (bidi among them) and lone surrogates; U+200D holds emoji together and stays. */
const INVISIBLE = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const TAB = '  ';

const escapeCharacter = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/** Most texts: nothing in them has to be looked up. */
const PRINTABLE = /^[\x20-\x7e]*$/u;

/** One line; line breaks become spaces, tabs two spaces. */
export const toLine = (text: string): string =>
  PRINTABLE.test(text)
    ? text
    : text
        .replace(/(?<!\s)\s*(?:\r\n|[\r\n])\s*/gu, ' ')
        .replaceAll('\t', TAB)
        .replace(INVISIBLE, escapeCharacter);

/** A path or an id: one line in which every character can be seen. */
export const toName = (text: string): string =>
  PRINTABLE.test(text) ? text : text.replace(INVISIBLE, escapeCharacter);

/** Lines of code, without blank ones at the ends and without the indentation they share. */
export function toLines(text: string): readonly string[] {
  const lines = text
    .replace(/^(?:[ \t]*(?:\r\n|[\r\n]))+|\s+$/gu, '')
    .split(/\r\n|[\r\n]/u)
    .map(toLine);
  const margins = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = margins.reduce((least, margin) => Math.min(least, margin), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(shared));
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const ZERO = /^[\p{Mn}\p{Me}\u200d]+$/u;
/** Letters, dashes, arrows and lines: one column each, none joins another. */
const SIMPLE = /^[\x20-\x7e\u00a1-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u257f]*$/u;
let segmenter: Intl.Segmenter | null = null;
/** Made when a text needs it: that takes longer than most pages. */
const segment = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
};

const graphemesOf = (text: string): readonly string[] =>
  SIMPLE.test(text) ? [...text] : Array.from(segment(text), (piece) => piece.segment);

const widthOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : ZERO.test(grapheme) ? 0 : 1);

/** Columns of a terminal, for text without escape sequences. */
export const measureWidth = (text: string): number =>
  SIMPLE.test(text) ? text.length : graphemesOf(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0);

export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - measureWidth(text)));
export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - measureWidth(text))) + text;

/** Cut to a width, with an ellipsis where something was cut; `from` says which end is given up. */
export function cutText(text: string, width: number, from: 'end' | 'start' = 'end'): string {
  if (measureWidth(text) <= width) return text;
  const graphemes = from === 'end' ? graphemesOf(text) : graphemesOf(text).toReversed();
  const kept: string[] = [];
  let used = 1;
  for (const grapheme of graphemes) {
    used += widthOf(grapheme);
    if (used > width) break;
    kept.push(grapheme);
  }
  return from === 'end' ? `${kept.join('')}…` : `…${kept.toReversed().join('')}`;
}

/** Lines of at most `width` columns, broken between words. Words with a slash stay whole, so that paths can be copied. */
export const wrapText = (text: string, width: number): readonly string[] =>
  fillLines(
    text.split(/ +/u).flatMap((word) => breakWord(word, width)),
    width,
  );

/** As many words per line as fit, one blank between them. */
function fillLines(words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    const joined = last === undefined ? word : `${last} ${word}`;
    if (last === undefined || measureWidth(joined) > width) lines.push(word);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}

const breakWord = (word: string, width: number): readonly string[] =>
  measureWidth(word) <= width || word.includes('/') ? [word] : breakText(word, width);

/** Pieces of at most `width` columns, broken anywhere. */
function breakText(text: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    const columns = widthOf(grapheme);
    if (piece !== '' && used + columns > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += grapheme;
    used += columns;
  }
  return [...pieces, piece];
}

const CONTINUATION = '    ';

/** A line of code, broken between words where it can be; what follows is moved in. Keeps every character but blanks at breaks. */
export function wrapCode(line: string, width: number): readonly string[] {
  if (measureWidth(line) <= width) return [line];
  const [margin = ''] = /^ */u.exec(line) ?? [];
  const room = Math.max(10, width - margin.length - CONTINUATION.length);
  const words = line
    .slice(margin.length)
    .split(' ')
    .flatMap((word) => breakText(word, room));
  return fillLines(words, room).map((piece, index) => `${margin}${index === 0 ? '' : CONTINUATION}${piece}`);
}
