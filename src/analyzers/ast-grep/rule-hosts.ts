/** Files that hold code of another language: pages by their language, templates by their ending. */
import { extractBlade } from './embedded-blade.ts';
import { extractRuby } from './embedded-ruby.ts';
import { extractScripts } from './inline-scripts.ts';

export interface Host {
  readonly inner: 'javascript' | 'ruby' | 'php';
  extract(text: string): string | null;
}

/** Languages whose scripts stand inside markup. */
const PAGES: ReadonlySet<string | null> = new Set(['html', 'vue', 'svelte']);
const PAGE: Host = { inner: 'javascript', extract: extractScripts };
const TEMPLATE: Host = { inner: 'ruby', extract: extractRuby };
const BLADE: Host = { inner: 'php', extract: extractBlade };

export function findHost(path: string, language: string | null): Host | null {
  if (language === 'template' && path.endsWith('.erb')) return TEMPLATE;
  if (language === 'php' && path.endsWith('.blade.php')) return BLADE;
  return PAGES.has(language) ? PAGE : null;
}
