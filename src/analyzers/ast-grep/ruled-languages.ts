/**
 * Says from the index of the rule pack which reviewers have rules for a file, and which language is embedded in a page, template or
 * notebook, without reading a rule. Used by declaration.ts (what is accepted), ast-grep.ts and own-rules.
 */
import { type RuleIndex, readRuleIndex } from './rule-pack.ts';

/** Languages of code that stands inside files of another. */
export type InnerLanguage = 'javascript' | 'ruby' | 'php' | 'python';

/** Languages whose scripts stand inside markup. */
const PAGES: readonly string[] = ['html', 'vue', 'svelte'];

/** Templates of pages with scripts; tags of the template stand in them too. One of another kind of file (`nginx.conf.j2`) is no page. */
const SCRIPTED = /^(?:.*\/)?[^/.]*(?:\.(?:x?html?|xml|svg))?\.(?:ejs|hbs|handlebars|mustache|jinja2?|j2|twig|liquid)$/u;

/** A picture that a browser opens runs its scripts; MDX is Markdown with components, which are code. */
const SCRIPTED_TEXT = /\.(?:svg|mdx)$/iu;

/** Languages of files that hold code of another, by its language. */
const HOSTS: Readonly<Record<string, readonly string[]>> = { javascript: PAGES, python: ['notebook'] };

/** The language of the code inside a page or a template; null for a file that holds no other. */
export function findInnerLanguage(path: string, language: string | null): InnerLanguage | null {
  if (language === 'template' && path.endsWith('.erb')) return 'ruby';
  if (language === 'template' && SCRIPTED.test(path)) return 'javascript';
  if (language === 'php' && path.endsWith('.blade.php')) return 'php';
  if (language === 'notebook') return 'python';
  if (SCRIPTED_TEXT.test(path)) return 'javascript';
  return language !== null && PAGES.includes(language) ? 'javascript' : null;
}

let index: RuleIndex['reviewers'] | null = null;

function readIndex(): RuleIndex['reviewers'] {
  index ??= readRuleIndex().reviewers;
  return index;
}

export const hasRules = (path: string, language: string | null, reviewer: string): boolean =>
  readIndex()[findInnerLanguage(path, language) ?? language ?? '']?.includes(reviewer) === true;

let reviewers: Readonly<Record<string, readonly string[]>> | null = null;

/** Reviewers that have rules, each with its languages. Asked for every file. */
export function readReviewers(): Readonly<Record<string, readonly string[]>> {
  reviewers ??= listReviewers();
  return reviewers;
}

function listReviewers(): Readonly<Record<string, readonly string[]>> {
  const known = Object.entries(readIndex()).flatMap(([language, reviewers]) =>
    reviewers.flatMap((reviewer) => [language, ...(HOSTS[language] ?? [])].map((name) => ({ reviewer, name }))),
  );
  const names = [...new Set(known.map(({ reviewer }) => reviewer))].toSorted();
  return Object.fromEntries(
    names.map((name) => [name, known.filter(({ reviewer }) => reviewer === name).map((each) => each.name)]),
  );
}
