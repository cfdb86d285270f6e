/**
 * Answers the tool `grep`: lines that match a pattern, in the texts of the snapshot. `grepFiles` is also what semantic_search falls
 * back to without an index. Called by agent-tools.ts.
 */
import { DEFAULT_MATCHES, GREP_ANSWERS, type ToolArguments } from '../../prompts/context-tools.ts';
import { lineAt, readLines } from './read-file.ts';
import type { ReadableFiles } from './readable-files.ts';
import { findLines, type LineMatch, type LineOutcome, type LineQuery } from './ripgrep.ts';
import { streamTexts } from './stream-texts.ts';
import { type Found, type ShownLine, say, showLine } from './tool-answer.ts';

export const grepFiles = async (files: ReadableFiles, folder: string, query: LineQuery): Promise<LineOutcome> =>
  findLines(query, streamTexts(await files.list(folder), files.read));

const showFile = async (
  files: ReadableFiles,
  path: string,
  lines: readonly LineMatch[],
): Promise<readonly ShownLine[]> => {
  const table = await readLines(files, path);
  if (typeof table === 'string') return [];
  return [say(path), ...lines.map(({ line }) => showLine(path, line, lineAt(table, line), `${line}\t`))];
};

async function showMatches(files: ReadableFiles, matches: readonly LineMatch[]): Promise<readonly ShownLine[]> {
  const byFile = Map.groupBy(matches, ({ path }) => path);
  const shown: ShownLine[] = [];
  for (const [path, lines] of byFile) shown.push(...(await showFile(files, path, lines)));
  return shown;
}

export async function grep(files: ReadableFiles, args: ToolArguments<'grep'>): Promise<Found | string> {
  const { pattern, path = '', literal = false, ignore_case: ignoresCase = false, limit = DEFAULT_MATCHES } = args;
  const outcome = await grepFiles(files, path, { pattern, isLiteral: literal, ignoresCase, limit });
  if (outcome.kind === 'failed') return GREP_ANSWERS.failed(outcome.reason);
  const { matches, isComplete } = outcome;
  const note = isComplete ? null : GREP_ANSWERS.cut;
  if (matches.length === 0) return { lines: [say(GREP_ANSWERS.none)], note };
  return { lines: await showMatches(files, matches), note };
}
