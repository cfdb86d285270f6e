/**
 * Splits a text into its lines and keeps the result for the last 32 texts, since many claims cite the same file. Called by
 * accept-claim.ts and quoted-code.ts.
 */

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
