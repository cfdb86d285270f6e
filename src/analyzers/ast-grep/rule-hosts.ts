/**
 * Lists by inner language the functions that extract code from pages, templates and notebooks (null where there is none); lines stay, and
 * except in notebooks offsets too. Used by ast-grep.ts.
 */
import { extractBlade } from './embedded-blade.ts';
import { extractRuby } from './embedded-ruby.ts';
import { extractScripts } from './inline-scripts.ts';
import { extractMdx } from './mdx-code.ts';
import { readNotebook } from './notebook-cells.ts';
import type { InnerLanguage } from './ruled-languages.ts';

/** Null where there is none inside. */
export const EXTRACTORS: Readonly<Record<InnerLanguage, (text: string, path: string) => string | null>> = {
  javascript: (text, path) => (/\.mdx$/iu.test(path) ? extractMdx(text) : extractScripts(text, /\.ejs$/iu.test(path))),
  ruby: extractRuby,
  php: extractBlade,
  python: (text) => readNotebook(text).code,
};
