/** `semantic_search`: the passages that answer a question best, ranked by the index, their text from the snapshot. */
import { z } from 'zod';
import type { SearchAnswer, SearchResult } from '../../ports/context-store.ts';
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

const MAX_RESULTS = 20;
const DEFAULT_RESULTS = 5;

export const semanticSearchArguments = z.object({
  query: z.string().min(1).max(1000).describe('what to look for: words, names or parts of names'),
  path: z.string().optional().describe('only this file or folder'),
  limit: z.int().min(1).max(MAX_RESULTS).optional().describe('passages at most; 5 where it is left out'),
});

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
  { query, path = '', limit = DEFAULT_RESULTS }: z.infer<typeof semanticSearchArguments>,
): Promise<Found | string> {
  const folder = normalizePath(path);
  if (folder === null) return `${path} is not a path in the root`;
  const answer = search === null ? null : await askIndex(search, query, folder, limit);
  const ranked = await Promise.all((answer?.results ?? []).map((result) => showPassage(files, result)));
  if (ranked.some((lines) => lines.length > 0)) return { lines: ranked.flat(), note: null };
  const found = await grepWords(files, query, folder, limit);
  const shown = await Promise.all(found.map((passage) => showPassage(files, passage)));
  return { lines: shown.length === 0 ? [say('nothing found')] : shown.flat(), note: null };
}
