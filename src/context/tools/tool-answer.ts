/**
 * Declares what a tool found (`Found`: lines to show, some of them lines of a file, and a note), and formats such a line, cut at 2,000
 * characters. Used by every tool in this folder; meter.ts charges it.
 */
import { ANSWERS } from '../../prompts/context-tools.ts';

/** A line to show. `place` says which line of which file it holds in full; null for everything else. */
export interface ShownLine {
  readonly text: string;
  readonly place: { readonly path: string; readonly line: number } | null;
  /** The line goes on where this ends. */
  readonly isCut?: true;
}

/** What a tool has to say, before it is paid for. */
export interface Found {
  readonly lines: readonly ShownLine[];
  /** Said at the end: what was left out by the tool itself and how to get it. */
  readonly note: string | null;
  /** How to go on behind a line at which the answer had to be cut. */
  readonly resume?: (shown: readonly ShownLine[]) => string;
}

/** Longer lines are shown in part, and then do not count as delivered. */
export const MAX_LINE_CHARS = 2000;

export const say = (text: string): ShownLine => ({ text, place: null });

/** A line of a file as it is shown: cut where it is very long. */
export function showLine(path: string, line: number, text: string, prefix: string): ShownLine {
  if (text.length <= MAX_LINE_CHARS) return { text: `${prefix}${text}`, place: { path, line } };
  const shown = text.slice(0, MAX_LINE_CHARS).toWellFormed();
  const more = text.length - MAX_LINE_CHARS;
  return { text: `${prefix}${shown} ${ANSWERS.cutLine(more)}`, place: null, isCut: true };
}
