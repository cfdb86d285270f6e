/** Takes the code out of pages and templates; every offset stays. */
import { extractBlade } from './embedded-blade.ts';
import { extractRuby } from './embedded-ruby.ts';
import { extractScripts } from './inline-scripts.ts';
import type { InnerLanguage } from './ruled-languages.ts';

/** Null where there is none inside. */
export const EXTRACTORS: Readonly<Record<InnerLanguage, (text: string) => string | null>> = {
  javascript: extractScripts,
  ruby: extractRuby,
  php: extractBlade,
};
