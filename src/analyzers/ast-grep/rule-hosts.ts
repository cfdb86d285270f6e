/** Takes the code out of pages, templates and notebooks; every line stays, and but for notebooks every offset. */
import { extractBlade } from './embedded-blade.ts';
import { extractRuby } from './embedded-ruby.ts';
import { extractScripts } from './inline-scripts.ts';
import { readNotebook } from './notebook-cells.ts';
import type { InnerLanguage } from './ruled-languages.ts';

/** Null where there is none inside. */
export const EXTRACTORS: Readonly<Record<InnerLanguage, (text: string) => string | null>> = {
  javascript: extractScripts,
  ruby: extractRuby,
  php: extractBlade,
  python: (text) => readNotebook(text).code,
};
