/**
 * Text from a reviewed repository, made harmless and measurable: invisible characters become visible escapes, so that no
 * path, snippet or message steers a terminal or reorders a line; width and wrapping count columns, not code units.
 */

/** Controls, formatting characters (bidi among them) and lone surrogates; U+200D holds emoji together and stays. */
const INVISIBLE = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const TAB = '  ';

const escapeCharacter = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`;
};

/** One line; line breaks become spaces, tabs two spaces. */
export const toLine = (text: string): string =>
  text
    .replace(/\s*(?:\r\n|[\r\n])\s*/gu, ' ')
    .replaceAll('\t', TAB)
    .replace(INVISIBLE, escapeCharacter);

/** A path or an id: one line in which every character can be seen. */
export const toName = (text: string): string => text.replace(INVISIBLE, escapeCharacter);

/** Several lines, without blank ones at the ends. */
export const toLines = (text: string): readonly string[] =>
  text
    .replace(/^(?:[ \t]*(?:\r\n|[\r\n]))+|\s+$/gu, '')
    .split(/\r\n|[\r\n]/u)
    .map(toLine);

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const ZERO = /^[\p{Mn}\p{Me}\u200d]+$/u;
const ASCII = /^[\x20-\x7e]*$/u;
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

const graphemesOf = (text: string): readonly string[] =>
  ASCII.test(text) ? [...text] : Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);

const widthOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : ZERO.test(grapheme) ? 0 : 1);

/** Columns of a terminal, for text without escape sequences. */
export const measureWidth = (text: string): number =>
  ASCII.test(text) ? text.length : graphemesOf(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0);

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
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/u).flatMap((part) => breakWord(part, width))) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measureWidth(joined) > width) {
      lines.push(line);
      line = word;
    } else line = joined;
  }
  return [...lines, line];
}

const breakWord = (word: string, width: number): readonly string[] =>
  measureWidth(word) <= width || word.includes('/') ? [word] : breakText(word, width);

/** Pieces of at most `width` columns, broken anywhere: for code, where every character counts. */
export function breakText(text: string, width: number): readonly string[] {
  if (measureWidth(text) <= width) return [text];
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
