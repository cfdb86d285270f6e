/**
 * Escapes text from a reviewed repository for HTML (lines, names, prose, links), so that none of it becomes markup and invisible
 * characters are shown. Called by the files of html/ and by web/pages.ts.
 */
import { toLine, toName } from '../plain-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeMarkup = (text: string): string => text.replace(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign);

/** One line of text, in an element or an attribute. */
export const escapeHtml = (text: string): string => escapeMarkup(toLine(text));

/** A path or an id. */
export const escapeName = (text: string): string => escapeMarkup(toName(text));

/** Prose; what stands between backticks is code. */
export const writeProse = (text: string): string =>
  toLine(text)
    .split(/(`[^`]+`)/u)
    .map((part, at) => (at % 2 === 1 ? `<code>${escapeMarkup(part.slice(1, -1))}</code>` : escapeMarkup(part)))
    .join('');

/** A link if it is one of the web, else plain text. Nothing is fetched before somebody follows it. */
export const writeLink = (reference: string): string =>
  /^https?:\/\/[^\s<>"'`]+$/u.test(reference)
    ? `<a href="${escapeName(reference)}" rel="noopener noreferrer" target="_blank">${escapeName(reference)}</a>`
    : escapeHtml(reference);

/** Cut at a number of characters, with an ellipsis. */
export const cutAt = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
