/**
 * Observes barriers in HTML, JSX, Vue and Svelte markup: images without alt text, fields without a label, buttons without a name, clicks
 * without keyboard, pages without a language. Called by user-persona.ts.
 */
import { countLeading } from '../../protocol/collections/count-leading.ts';
import type { Observation } from '../source-text/project-scan.ts';
import type { TextDocument } from '../source-text/text-document.ts';
import { isMarkup } from './shown-files.ts';

interface Tag {
  readonly name: string;
  readonly attributes: string;
  readonly at: number;
  readonly end: number;
}

type Said = Pick<Observation, 'rule' | 'severity' | 'title' | 'issue' | 'recommendation'>;

const TAG_CHARS = 1000;
const CONTENT_CHARS = 1000;
const INTERESTING = /<(img|input|select|textarea|button|html|div|span)(?=[\s>/])/gu;
const UNLABELLED_TYPES = /\btype\s?=\s?[{"']{1,2}(?:hidden|submit|button|reset|image)\b/iu;
const NAMED = /\b(?:aria-label|aria-labelledby|title)\s?=/iu;

export function observeMarkup(document: TextDocument): readonly Observation[] {
  if (!isMarkup(document.path, document.language)) return [];
  const { text } = document;
  const seen: Observation[] = [];
  const labels = findLabelSpans(text);
  for (const match of text.matchAll(INTERESTING)) {
    const tag = readTag(text, match.index, match[1] ?? '');
    const said = tag ? judgeTag(tag, text, labels) : null;
    if (tag && said) seen.push(describe(document, tag, said));
  }
  return seen;
}

/** The tag up to its `>`; quotes and braces of attributes may hold others. */
function readTag(text: string, at: number, name: string): Tag | null {
  const from = at + name.length + 1;
  const limit = Math.min(text.length, at + TAG_CHARS);
  let depth = 0;
  for (let end = from; end < limit; end += 1) {
    const char = text[end] ?? '';
    if (char === '"' || (char === "'" && depth === 0)) end = skipQuoted(text, end, limit);
    depth += BRACES[char] ?? 0;
    if (depth <= 0 && char === '<') return null;
    if (depth <= 0 && char === '>') return { name, attributes: text.slice(from, end), at, end: end + 1 };
  }
  return null;
}

const BRACES: Readonly<Record<string, number>> = { '{': 1, '}': -1 };

function skipQuoted(text: string, at: number, limit: number): number {
  let end = at + 1;
  while (end < limit && text[end] !== text[at]) end += 1;
  return end;
}

function judgeTag(tag: Tag, text: string, labels: Labels): Said | null {
  const { name, attributes } = tag;
  if (/\{\s?\.\.\.|\bv-bind\s?=|\baria-hidden\b/u.test(attributes)) return null;
  if (name === 'img') return /\b:?alt\b/u.test(attributes) || /\brole\s?=/u.test(attributes) ? null : SAID.image;
  if (name === 'html') return /\blang\b/iu.test(attributes) ? null : SAID.language;
  if (name === 'button') return NAMED.test(attributes) || hasContent(tag, text) ? null : SAID.button;
  if (name === 'div' || name === 'span') return judgeClick(attributes);
  return isLabelled(tag, labels) ? null : SAID.field;
}

function judgeClick(attributes: string): Said | null {
  if (!/(?:\bonclick|\bon:click|@click)\s?=/iu.test(attributes)) return null;
  return /\b(?:role|tabindex|on-?key\w+)\b|@key/iu.test(attributes) ? null : SAID.click;
}

function isLabelled({ attributes, at }: Tag, labels: Labels): boolean {
  if (NAMED.test(attributes) || UNLABELLED_TYPES.test(attributes)) return true;
  const id = /\bid\s?=\s?["']([^"']+)["']/u.exec(attributes)?.[1];
  if (id !== undefined ? labels.ids.has(id) : /\bid\s?=\s?\{/u.test(attributes)) return true;
  return isInside(labels.spans, at);
}

/** Spans are in order and do not overlap. */
function isInside(spans: Labels['spans'], at: number): boolean {
  const begun = countLeading(spans, ({ start }) => start < at);
  return at < (spans[begun - 1]?.end ?? 0);
}

function hasContent({ end, attributes }: Tag, text: string): boolean {
  if (attributes.endsWith('/')) return /dangerouslySetInnerHTML|children/u.test(attributes);
  const window = text.slice(end, end + CONTENT_CHARS);
  const close = window.indexOf('</button');
  if (close < 0) return true;
  const content = window.slice(0, close);
  if (/\{|\b(?:aria-label|alt|title)\s?=\s?["'{][^"']/u.test(content)) return true;
  const plain = content
    .replace(/<svg[\s\S]*<\/svg>/u, '')
    .replace(/<[A-Z]\w*/u, 'component')
    .replace(/<[^>]*>/gu, '');
  return plain.trim() !== '';
}

interface Labels {
  readonly ids: ReadonlySet<string>;
  readonly spans: readonly { readonly start: number; readonly end: number }[];
}

function findLabelSpans(text: string): Labels {
  const ids = new Set<string>();
  for (const [, id = ''] of text.matchAll(/\b(?:for|htmlFor)\s?=\s?["']([^"'\n]{1,200})["']/gu)) ids.add(id);
  const spans: { start: number; end: number }[] = [];
  const lower = text.toLowerCase();
  for (const match of text.matchAll(/<label\b/giu)) {
    if (match.index < (spans.at(-1)?.end ?? 0)) continue;
    const end = lower.indexOf('</label', match.index);
    spans.push({ start: match.index, end: end < 0 ? text.length : end });
  }
  return { ids, spans };
}

const SAID = {
  image: {
    rule: 'image-without-alt',
    severity: 'MEDIUM',
    title: 'Image without alternative text',
    issue: 'Screen readers read the file name, and nothing is shown where the image does not load.',
    recommendation: 'Add `alt` with what the image says, or `alt=""` if it is decoration.',
  },
  field: {
    rule: 'field-without-label',
    severity: 'MEDIUM',
    title: 'Form field without a label',
    issue: 'Users who do not see the layout do not learn what to enter; a placeholder vanishes on typing.',
    recommendation: 'Connect a label: `<label for="email">Email</label><input id="email" …>`, or add `aria-label`.',
  },
  button: {
    rule: 'button-without-name',
    severity: 'MEDIUM',
    title: 'Button without a name',
    issue: 'A screen reader announces just "button", and voice control cannot address it.',
    recommendation: 'Give it text or an `aria-label`.',
  },
  language: {
    rule: 'page-without-language',
    severity: 'LOW',
    title: 'Page without a language',
    issue: 'Screen readers choose the wrong voice and browsers cannot offer a translation.',
    recommendation: 'Name it: `<html lang="en">`.',
  },
  click: {
    rule: 'click-without-keyboard',
    severity: 'MEDIUM',
    title: 'Clickable element that the keyboard cannot reach',
    issue: 'A `div` or `span` with a click handler takes no focus and does not answer to the Enter key.',
    recommendation: 'Use a `<button type="button">`, which does all of that by itself.',
  },
} as const satisfies Record<string, Said>;

const describe = (document: TextDocument, tag: Tag, said: Said): Observation => ({
  document,
  line: document.lineAt(tag.at),
  category: 'ergonomics',
  ...said,
  extra: { user_impact: 'Users of assistive technology cannot do this.', effort: 'trivial' },
});
