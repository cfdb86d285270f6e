/** Lines of a text, split once for all claims about it: a file of 100 KB can have 30,000 of them. */

/** Texts that are kept, at least one for every agent that claims at the same time. */
const KEPT = 32;
const recent: { readonly text: string; readonly lines: readonly string[] }[] = [];

export function linesOfText(text: string): readonly string[] {
  const known = recent.find((each) => each.text === text);
  if (known !== undefined) return known.lines;
  const lines = text.split(/\r?\n/u);
  recent.unshift({ text, lines });
  recent.length = Math.min(recent.length, KEPT);
  return lines;
}
