/**
 * Answers the tool `semantic_search`: the passages that answer a query best, ranked by the index, with their text read from the
 * snapshot; without an index, lines with the words themselves. Called by agent-tools.ts.
 */
import type { SearchAnswer, SearchResult } from '../../ports/context-store.ts';
import { DEFAULT_PASSAGES, SEARCH_ANSWERS, type ToolArguments } from '../../prompts/context-tools.ts';
import { grepFiles } from './grep.ts';
import { lineAt, readLines } from './read-file.ts';
import { normalizePath, type ReadableFiles } from './readable-files.ts';
import { type Found, type ShownLine, say, showLine } from './tool-answer.ts';

/** The index as the tools ask it. May throw: then the words themselves are looked for. */
export type ContextSearch = (request: {
  readonly query: string;
  readonly limit: number;
  readonly pathPrefix: string;
}) => SearchAnswer | Promise<SearchAnswer>;

type Passage = Pick<SearchResult, 'filePath' | 'startLine' | 'endLine'>;

/** The words as they stand, in any case, where the index has no answer (FACT-16). */
async function grepWords(
  files: ReadableFiles,
  query: string,
  path: string,
  limit: number,
): Promise<readonly Passage[]> {
  const outcome = await grepFiles(files, path, { pattern: query.trim(), isLiteral: true, ignoresCase: true, limit });
  if (outcome.kind === 'failed') return [];
  return outcome.matches.map(({ path: filePath, line }) => ({ filePath, startLine: line, endLine: line }));
}

const askIndex = async (search: ContextSearch, query: string, pathPrefix: string, limit: number) => {
  try {
    return await search({ query, limit, pathPrefix });
  } catch {
    return null;
  }
};

async function showPassage(files: ReadableFiles, passage: Passage): Promise<readonly ShownLine[]> {
  const { filePath, startLine } = passage;
  const table = await readLines(files, filePath);
  if (typeof table === 'string') return [];
  // The index may be older than the text: the lines shown are those of the text.
  const endLine = Math.min(passage.endLine, table.count);
  if (startLine > endLine) return [];
  const lines = Array.from({ length: endLine - startLine + 1 }, (_, i) =>
    showLine(filePath, startLine + i, lineAt(table, startLine + i), `${startLine + i}\t`),
  );
  return [say(`${filePath}:${startLine}-${endLine}`), ...lines];
}

export async function searchPassages(
  files: ReadableFiles,
  search: ContextSearch | null,
  { query, path = '', limit = DEFAULT_PASSAGES }: ToolArguments<'semantic_search'>,
): Promise<Found | string> {
  const folder = normalizePath(path);
  if (folder === null) return SEARCH_ANSWERS.outsideRoot(path);
  const answer = search === null ? null : await askIndex(search, query, folder, limit);
  const ranked = await Promise.all((answer?.results ?? []).map((result) => showPassage(files, result)));
  if (ranked.some((lines) => lines.length > 0)) return { lines: ranked.flat(), note: null };
  const found = await grepWords(files, query, folder, limit);
  const shown = await Promise.all(found.map((passage) => showPassage(files, passage)));
  return { lines: shown.length === 0 ? [say(SEARCH_ANSWERS.none)] : shown.flat(), note: null };
}
