/**
 * Checks a convention that a model cites for a finding (`AGENTS.md:12` and its words) against the notes it was given: returns the
 * line as the file has it, or `invented` with a reason. Called by reviewers/model/review/review-agent.ts.
 */
import type { Note } from '../text/shorten-notes.ts';
import { parseLocation } from './location.ts';

export interface Convention {
  readonly file: string;
  readonly line: number;
  /** The line as the note has it. */
  readonly text: string;
}

export type CitationCheck =
  | { readonly kind: 'none' }
  | { readonly kind: 'found'; readonly convention: Convention }
  | { readonly kind: 'invented'; readonly cited: string; readonly reason: string };

/** `AGENTS.md:12`, with or without the words of that line behind it. */
const CITED = /^`?(?<place>[^\n]*?(?::|#L)\d{1,9}(?:[-–]L?\d{1,9})?)`?(?:[\s:,;–—-]+(?<words>[\s\S]+))?$/u;
const MAX_CITED = 200;
const MAX_TEXT = 300;
const MIN_WORDS = 4;
/** Lines around the cited one in which its words may stand: a paragraph is broken somewhere. */
const NEAR = 2;

export function checkCitation(value: unknown, notes: readonly Note[]): CitationCheck {
  if (value === undefined || value === null || value === '') return { kind: 'none' };
  if (typeof value !== 'string') return invented(JSON.stringify(value) ?? '', 'it is no text');
  const cited = value.trim();
  const { place: where = cited, words = '' } = CITED.exec(cited)?.groups ?? {};
  const place = parseLocation(where);
  if (place === null || place.line === null) return invented(cited, 'it names no line');
  const note = notes.find(({ path }) => path === place.file.replace(/^\.\//u, ''));
  if (note === undefined) return invented(cited, 'the reviewer was given no such file');
  const text = findLine(note, place.line, normalize(words));
  if (text === null) return invented(cited, `${note.path} does not say so`);
  return { kind: 'found', convention: { file: note.path, line: place.line, text: cut(text) } };
}

/** The line, where it has text and the quoted words stand in it or beside it; else null. */
function findLine({ text }: Note, line: number, words: string): string | null {
  const lines = text.split(/\r?\n/u);
  const found = lines[line - 1]?.trim() ?? '';
  const near = normalize(lines.slice(Math.max(0, line - 1 - NEAR), line + NEAR).join(' '));
  return found === '' || (words.length >= MIN_WORDS && !near.includes(words)) ? null : found;
}

const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)} …` : text);

const invented = (cited: string, reason: string): CitationCheck => ({
  kind: 'invented',
  cited: cited.replace(/\s+/gu, ' ').slice(0, MAX_CITED),
  reason,
});

/** Words alone: quotation marks, list marks and case are the writer's. */
const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
