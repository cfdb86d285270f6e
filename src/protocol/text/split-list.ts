/**
 * Splits source text at commas that no bracket and no string encloses, and finds the end of a string. Knows no grammar beyond
 * that. Called by analyzers/outline/ and recon/routes/.
 */

const OPENING = '([{';
const CLOSING = ')]}';
export const QUOTES = '\'"`';

/** The parts of a list, without blanks around them; up to its closing bracket where it stands in the text `toClosing`. */
export function splitList(text: string, toClosing = false): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  let at = 0;
  for (; at < text.length && !(toClosing && depth < 0); at += 1) {
    const char = text[at] ?? '';
    if (QUOTES.includes(char)) at = skipString(text, at);
    else if (OPENING.includes(char)) depth += 1;
    else if (CLOSING.includes(char)) depth -= 1;
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from, toClosing && depth < 0 ? at - 1 : undefined));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** Offset of the quote that ends the string beginning here, or of the last character of the text. */
export function skipString(text: string, open: number): number {
  const quote = text[open];
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
    else if (text[at] === '\n' && quote !== '`') return at;
  }
  return text.length;
}
