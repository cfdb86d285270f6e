/**
 * Cuts from a found passage the eight lines around the one that matches the query best, each shortened to the width of the screen.
 * Pure. Called by commands/search-command.ts.
 */
import { readQuery } from '../context/search/query-terms.ts';
import { cutText, toLines } from '../report/plain-text.ts';

export interface Excerpt {
  /** Lines of the passage, the first one numbered 0. */
  readonly from: number;
  readonly lines: readonly string[];
  /** Lines of the passage that are not shown. */
  readonly hidden: number;
}

const SHOWN_LINES = 8;
const LEAD_LINES = 2;
const LEAD_CHARS = 20;

/** Blank lines at the start, which are not shown. */
const countBlank = (content: string): number =>
  (/^(?:[ \t]*(?:\r\n|[\r\n]))*/u.exec(content)?.[0] ?? '').split(/\r\n|[\r\n]/u).length - 1;

const findWord = (line: string, words: readonly string[]): number => {
  const places = words.map((word) => line.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
};

function findBest(lines: readonly string[], query: string, terms: ReadonlySet<string>): number {
  let [best, most] = [0, 0];
  for (const [at, line] of lines.entries()) {
    const hits = line.toLowerCase().includes(query)
      ? terms.size + 1
      : readQuery(line).filter((term) => terms.has(term)).length;
    if (hits > most) [best, most] = [at, hits];
  }
  return best;
}

/** Where a line is wider than the screen, the part with a word of the question. */
function fitLine(line: string, words: readonly string[], width: number): string {
  const at = findWord(line, words);
  const start = at > width - LEAD_CHARS ? at - LEAD_CHARS : 0;
  return cutText(start === 0 ? line : `…${line.slice(start).toWellFormed()}`, width);
}

export function cutExcerpt(content: string, query: string, width: number): Excerpt {
  const lines = toLines(content);
  const asked = query.trim().toLowerCase();
  const terms = new Set(readQuery(query));
  const best = findBest(lines, asked, terms);
  const from = Math.max(0, Math.min(best - LEAD_LINES, lines.length - SHOWN_LINES));
  const shown = lines.slice(from, from + SHOWN_LINES).map((line) => fitLine(line, [asked, ...terms], width));
  return { from: countBlank(content) + from, lines: shown, hidden: lines.length - shown.length };
}
