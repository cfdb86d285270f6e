/**
 * Answers the tool `outline`: the lines of a file that declare something, or its headings, found by keywords without a grammar. Called
 * by agent-tools.ts.
 */
import { OUTLINE_ANSWERS, type ToolArguments } from '../../prompts/context-tools.ts';
import { findHeadings } from '../chunks/markdown-headings.ts';
import { findSymbol } from '../chunks/symbols.ts';
import { lineAt, readLines } from './read-file.ts';
import { normalizePath, type ReadableFiles } from './readable-files.ts';
import { type Found, say } from './tool-answer.ts';

const MAX_DECLARATION_CHARS = 160;
const MAX_EXAMINED = 100_000;
const COMMENT = /^\s*(?:\/\/|\/?\*|#|--|;|<!--|"""|''')/u;

const isDeclaration = (line: string): boolean => !COMMENT.test(line) && findSymbol(line, false) !== null;

export async function outlineFile(
  files: ReadableFiles,
  { path: asPath }: ToolArguments<'outline'>,
): Promise<Found | string> {
  const path = normalizePath(asPath) ?? asPath;
  const table = await readLines(files, path);
  if (typeof table === 'string') return table;
  const looked = Math.min(table.count, MAX_EXAMINED);
  const show = (line: number): string => lineAt(table, line).slice(0, MAX_DECLARATION_CHARS).toWellFormed();
  const places = /\.(?:md|mdx|markdown)$/iu.test(path)
    ? findHeadings(table).map((line) => line + 1)
    : Array.from({ length: looked }, (_, i) => i + 1).filter((line) => isDeclaration(show(line)));
  return {
    // An outline is a look at the names, not at the code: it counts as no line delivered.
    lines: [
      say(OUTLINE_ANSWERS.head(path, table.count, places.length)),
      ...places.map((line) => say(`${line}\t${show(line)}`)),
    ],
    note: looked < table.count ? OUTLINE_ANSWERS.cut(looked) : null,
  };
}
