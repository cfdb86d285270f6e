/**
 * Finds the names that a text declares, by the keywords that declare them in most languages (`function`, `class`, `def`); at most
 * 2,000, without a grammar. Called by split-chunks.ts, store/document-terms.ts and tools/outline.ts.
 */

const DECLARATION =
  /(?:^|[\s;{}(])(?:function\*?|class|interface|type|enum|struct|union|trait|impl|fn|func|def|module|namespace|record|protocol|mixin|macro_rules!|sub|defmodule|defp|object)[ \t]+(?:\([^()\n]{0,80}\)[ \t]*)?([\p{L}_$][\p{L}\p{N}_$]{0,80})|^(?:export[ \t]+)?(?:declare[ \t]+)?(?:const|let|var|val|static)[ \t]+([\p{L}_$][\p{L}\p{N}_$]{0,80})/gmu;
/** Without a memory of where it stopped: the names of a text must follow from the text alone. */
const FIRST_DECLARATION = new RegExp(DECLARATION.source, 'mu');
const HEADING = /^ {0,3}#{1,6}[ \t]+([^\n]{1,120})/mu;

const MAX_SYMBOLS = 2000;

/** In order of appearance, without duplicates. */
export function findSymbols(text: string): readonly string[] {
  const symbols = new Set<string>();
  for (const match of text.matchAll(DECLARATION)) {
    symbols.add(match[1] ?? match[2] ?? '');
    if (symbols.size >= MAX_SYMBOLS) break;
  }
  return [...symbols];
}

export function findSymbol(text: string, isMarkdown: boolean): string | null {
  if (isMarkdown) return HEADING.exec(text)?.[1]?.trim() ?? null;
  const match = FIRST_DECLARATION.exec(text);
  return match?.[1] ?? match?.[2] ?? null;
}
