/**
 * Declares the blocks that pages for people are built from (paragraphs, lists, tables, code, sections) and the functions that build
 * them. A page is built once and rendered by terminal/render.ts or markdown/render.ts, which escape, wrap and cut, so that blocks hold
 * raw texts. Used by pages/, cli/ and lsp/hover.ts.
 */
import type { Severity, Verdict } from '../protocol/findings/severity.ts';

/** Colour where there is one; never the only carrier of a meaning. */
export type Tone = Severity | 'good' | 'warn' | 'bad' | 'active' | 'quiet';

/** A part of a text. `place` is a path with its line: never broken, cut or escaped beyond what is invisible. */
export interface Span {
  readonly text: string;
  readonly format?: 'strong' | 'code' | 'place' | 'link';
  readonly tone?: Tone;
}

export type Text = string | Span | readonly (string | Span)[];

/** How many entries are shown where space is short; the rest is counted. */
export interface Brief {
  readonly most: number;
  /** In the plural. */
  readonly noun: string;
}

export interface Item {
  readonly text: Text;
  /** Shown where there is room for it. */
  readonly detail?: Text | null;
  readonly list?: List;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly Item[];
  readonly isOrdered?: boolean;
  readonly brief?: Brief;
}

interface Fact {
  readonly label: string;
  readonly text: Text;
  /** Shown where there is room for it. */
  readonly isDetail: boolean;
}

export interface Column {
  readonly title: string;
  readonly align?: 'right' | 'center';
  /** Which end of a cell is given up where the table is too wide. */
  readonly cut?: 'start' | 'end';
  /** Of the last column: goes below its row where it does not fit beside it. */
  readonly isBelow?: boolean;
}

export interface Table {
  readonly kind: 'table';
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Text[])[];
  readonly brief?: Brief;
}

export interface Section {
  readonly kind: 'section';
  readonly title: Text;
  readonly blocks: Page;
  /**
   * `folded`: behind its title, where a format can fold. `appendix`: folded, and on a terminal only with --verbose. `closing`: says
   * the beginning again, for a terminal, where the end is what is on the screen.
   */
  readonly show?: 'folded' | 'appendix' | 'closing';
}

export type Block =
  | { readonly kind: 'title'; readonly text: Text }
  | { readonly kind: 'paragraph'; readonly text: Text }
  | List
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | Table
  | { readonly kind: 'code'; readonly text: string; readonly brief?: number }
  /** To be copied: each line stays as it is. */
  /** `shell`: the one line that works where a terminal shows it; `lines` where it is left out. */
  | { readonly kind: 'command'; readonly lines: readonly string[]; readonly shell?: string }
  | { readonly kind: 'callout'; readonly blocks: Page }
  | Section;

export type Page = readonly Block[];

export const code = (text: string): Span => ({ text, format: 'code' });
export const place = (text: string): Span => ({ text, format: 'place' });
export const link = (text: string): Span => ({ text, format: 'link' });
export const strong = (text: string, tone?: Tone): Span => ({ text, format: 'strong', ...(tone && { tone }) });
export const toned = (tone: Tone, text: string): Span => ({ text, tone });
export const quiet = (text: string): Span => toned('quiet', text);

export const VERDICT_TONES: Readonly<Record<Verdict, Tone>> = { VETO: 'bad', WARN: 'warn', OK: 'good' };

export const spansOf = (text: Text): readonly (string | Span)[] =>
  typeof text === 'string' || 'text' in text ? [text] : text;

export const plainText = (text: Text): string =>
  spansOf(text)
    .map((span) => (typeof span === 'string' ? span : span.text))
    .join('');

export const joinTexts = (texts: readonly Text[], separator: string): Text =>
  texts.flatMap((text, at) => (at === 0 ? spansOf(text) : [separator, ...spansOf(text)]));

/** What is empty leaves nothing behind: builders return pages that are put together. */
export const title = (text: Text): Page => [{ kind: 'title', text }];
export const paragraph = (text: Text | null): Page => (text === null ? [] : [{ kind: 'paragraph', text }]);

export const listItems = (items: readonly Item[], options: Omit<List, 'kind' | 'items'> = {}): Page =>
  items.length === 0 ? [] : [{ kind: 'list', items, ...options }];

export const list = (texts: readonly Text[], options: Omit<List, 'kind' | 'items'> = {}): Page =>
  listItems(
    texts.map((text) => ({ text })),
    options,
  );

export function facts(rows: readonly (readonly [label: string, text: Text | null, isDetail?: boolean])[]): Page {
  const given = rows.flatMap(([label, text, isDetail = false]) =>
    text === null || plainText(text).trim() === '' ? [] : [{ label, text, isDetail }],
  );
  return given.length === 0 ? [] : [{ kind: 'facts', facts: given }];
}

/** A column is its title, or more than that. */
export const table = (
  columns: readonly (string | Column)[],
  rows: readonly (readonly Text[])[],
  brief?: Brief,
): Page =>
  rows.length === 0
    ? []
    : [
        {
          kind: 'table',
          columns: columns.map((column) => (typeof column === 'string' ? { title: column } : column)),
          rows,
          ...(brief && { brief }),
        },
      ];

export const section = (heading: Text, blocks: Page, show?: Section['show']): Page =>
  blocks.length === 0 ? [] : [{ kind: 'section', title: heading, blocks, ...(show && { show }) }];
