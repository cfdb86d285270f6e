/** Files that hold code of another language: pages by their language, templates by their ending. */
import { extractRuby } from './embedded-ruby.ts';
import { extractScripts } from './inline-scripts.ts';

export interface Host {
  readonly inner: 'javascript' | 'ruby';
  extract(text: string): string | null;
}

/** Languages whose scripts stand inside markup. */
const PAGES: ReadonlySet<string | null> = new Set(['html', 'vue', 'svelte']);
const PAGE: Host = { inner: 'javascript', extract: extractScripts };
const TEMPLATE: Host = { inner: 'ruby', extract: extractRuby };

export function findHost(path: string, language: string | null): Host | null {
  if (language === 'template' && path.endsWith('.erb')) return TEMPLATE;
  return PAGES.has(language) ? PAGE : null;
}
