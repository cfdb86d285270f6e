/**
 * Runs `search QUERY`: brings the stored index of the folder up to date (refresh-index.ts), searches it, and prints the passages found
 * with file and lines, for the terminal, as Markdown or JSON. Called by run-command.ts.
 */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { searchHybrid } from '../../context/search/hybrid-search.ts';
import { ReviewError } from '../../errors.ts';
import type { SearchAnswer } from '../../ports/context-store.ts';
import { writeJson } from '../../report/json-writer.ts';
import { toCode, toFence } from '../../report/markdown/markdown-text.ts';
import { padStart, toName } from '../../report/plain-text.ts';
import { openEmbedding } from '../../wiring/open-embedding.ts';
import { createRunRedactor } from '../../wiring/redaction.ts';
import type { Flags } from '../command-declaration.ts';
import { loadCliSettings } from '../load-settings.ts';
import { chooseFormat } from '../outputs.ts';
import { createPalette, type Palette } from '../palette.ts';
import { type RefreshedIndex, refreshIndex } from '../refresh-index.ts';
import { cutExcerpt } from '../search-excerpt.ts';
import type { Terminal } from '../streams.ts';
import { wantsColor } from '../terminal-settings.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

function readLimit({ limit }: Flags): number {
  if (limit === undefined) return DEFAULT_LIMIT;
  const value = Number(limit);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_LIMIT) return value;
  throw new ReviewError('bad-value', `--limit ${String(limit)}: expected a whole number from 1 to ${MAX_LIMIT}.`);
}

function readQuery(positional: readonly string[]): string {
  const query = positional.join(' ');
  if (query.trim() !== '') return query;
  throw new ReviewError('bad-value', 'search needs a query.', {
    advice: "Try `consensus-review search 'where tokens are counted'`.",
  });
}

/** `--path` as the index writes it: relative to the root. Empty for everything. */
function readPath({ path }: Flags, root: string): string {
  if (typeof path !== 'string') return '';
  const inside = relative(root, resolve(root, path));
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    throw new ReviewError('path-outside-root', `--path ${path}`);
  return inside.replaceAll(sep, '/');
}

/** What is asked for by name has to be there: nothing found must not mean that it was misspelled. */
function requireFiles(path: string, { files }: RefreshedIndex): void {
  if (path === '' || files.some((file) => file.path === path || file.path.startsWith(`${path}/`))) return;
  throw new ReviewError('path-not-found', `--path ${path}: no indexed file is there.`);
}

/** `--include` and `--exclude` hold for the answer as for the scope. */
const listWanted = ({ include, exclude }: Flags, { files }: RefreshedIndex): ReadonlySet<string> | null =>
  include === undefined && exclude === undefined ? null : new Set(files.map(({ path }) => path));

const formatJson = ({ query, source, results }: SearchAnswer): string =>
  writeJson({
    query,
    source,
    results: results.map(({ filePath, startLine, endLine, score, content }) => ({
      file_path: filePath,
      start_line: startLine,
      end_line: endLine,
      score,
      content,
    })),
  });

const describe = ({ results, source }: SearchAnswer): string =>
  results.length === 0
    ? 'Nothing found.'
    : `${results.length} ${results.length === 1 ? 'result' : 'results'} by ${source}.`;

const NUMBER_WIDTH = 6;
const SCREEN_WIDTH = 100;

function formatTerminal(answer: SearchAnswer, palette: Palette, width: number): string {
  const blocks = answer.results.map(({ filePath, startLine, endLine, score, content }) => {
    const { from, lines, hidden } = cutExcerpt(content, answer.query, Math.max(width - NUMBER_WIDTH - 2, 20));
    const shown = lines.map((line, at) =>
      `${palette.dim(padStart(String(startLine + from + at), NUMBER_WIDTH))}  ${line}`.trimEnd(),
    );
    const more = hidden > 0 ? [palette.dim(`${' '.repeat(NUMBER_WIDTH)}  … ${hidden} more lines`)] : [];
    return [
      `${palette.cyan(toName(filePath))}:${startLine}-${endLine} ${palette.dim(score.toFixed(2))}`,
      ...shown,
      ...more,
    ].join('\n');
  });
  return `${[...blocks, describe(answer)].join('\n\n')}\n`;
}

function formatMarkdown(answer: SearchAnswer): string {
  const blocks = answer.results.map(({ filePath, startLine, endLine, score, content }) =>
    [`## ${toCode(filePath)} ${startLine}–${endLine} (${score.toFixed(2)})`, '', ...toFence(content)].join('\n'),
  );
  return `${[`# Search for ${toCode(answer.query)}`, describe(answer), ...blocks].join('\n\n')}\n`;
}

export async function runSearchCommand(
  terminal: Terminal,
  positional: readonly string[],
  flags: Flags,
): Promise<number> {
  const query = readQuery(positional);
  const limit = readLimit(flags);
  const selection = { kind: 'all' } as const;
  const settings = await loadCliSettings(terminal, flags, selection);
  await using _repository = settings.repository;
  const pathPrefix = readPath(flags, settings.repository.root);
  using index = await refreshIndex(terminal, settings, selection, flags);
  requireFiles(pathPrefix, index);
  const only = listWanted(flags, index);
  const embedder = await openEmbedding(settings.config.embeddingModel, terminal.environment);
  const request = { query, limit, pathPrefix, branch: index.branch, ...(only === null ? {} : { only }) };
  const answer = await searchHybrid(index.store, request, {
    embedder,
    redactor: createRunRedactor(),
    read: index.read,
    signal: terminal.interrupt,
  });
  // Whoever stops a search that waits for vectors has not asked for words alone.
  terminal.interrupt.throwIfAborted();
  if (embedder !== null && answer.source === 'keyword') {
    terminal.stderr.write(`warning: ${embedder.name} returned no embeddings; results are ranked by keywords only\n`);
  }
  const format = chooseFormat(settings.config.format, terminal);
  if (format === 'json') terminal.stdout.write(formatJson(answer));
  else
    terminal.stdout.write(
      format === 'terminal'
        ? formatTerminal(answer, createPalette(wantsColor(terminal, flags)), terminal.stdout.columns ?? SCREEN_WIDTH)
        : formatMarkdown(answer),
    );
  return index.exit;
}
