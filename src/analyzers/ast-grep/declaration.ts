/**
 * Declares the analyzer `ast-grep`, entered in list.ts: the rule pack of the product, matched on syntax trees and with data flow inside a
 * file.
 */
import type { OwnDeclaration } from '../declaration.ts';
import { hasRules, readReviewers } from './ruled-languages.ts';

export const astGrep: OwnDeclaration = {
  name: 'ast-grep',
  reads:
    'JavaScript, TypeScript, Python, Go, Java, Kotlin, Rust, Ruby, PHP, C#, C, Bash; scripts in HTML, SVG, Vue, Svelte, MDX and templates; ERB and Blade; Python in notebooks',
  get reviewers() {
    return readReviewers();
  },
  program: null,
  package: '@ast-grep/napi',
  runsOn: 'process',
  vouches: true,
  accepts: hasRules,
  load: async ({ relieve, projectKind, places }) =>
    (await import('./ast-grep.ts')).createRuleScan(relieve, undefined, projectKind, places),
};
