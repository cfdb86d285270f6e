/**
 * Cuts the data out of comments with an inline source map at the end of JavaScript or TypeScript, megabytes that make a file look
 * minified; every line stays. Called before a file is scanned (open-analyzer.ts) or outlined (outline/outline-source.ts).
 */
import type { SourceFile } from '../../ports/analyzer.ts';

/** In other languages the same line may be code. */
const LANGUAGES: ReadonlySet<string | null> = new Set(['javascript', 'typescript', 'tsx']);

/** Nothing of this alphabet ends a line, a comment or a literal: a line with anything else stays as it is. */
const DATA = '[A-Za-z0-9+/=,;:._%-]*';
const OPENING = 'sourceMappingURL=data:';
const END = String.raw`[ \t]*\r?(?![^\n])`;
const COMMENT = new RegExp(
  String.raw`(?<![^\n])([ \t]*(?://[#@] ${OPENING}(?=${DATA}${END})|/\*[#@] ${OPENING}(?=${DATA}[ \t]*\*/${END})))${DATA}`,
  'gu',
);

export const shortenSourceMap = <File extends Pick<SourceFile, 'language' | 'text'>>(file: File): File =>
  LANGUAGES.has(file.language) && file.text.includes(OPENING)
    ? { ...file, text: file.text.replace(COMMENT, '$1') }
    : file;
